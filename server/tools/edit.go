// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"
	"encoding/json"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

// maxMerges is how often a merge is tried before it is given up (decision D18).
const maxMerges = 5

// edit is one merge of pairs into a field of a resource that the platform
// stores as JSON text.
type edit struct {
	// resource identifies what is edited, for taking turns: kind and id.
	resource string
	// field is "labels" or "annotations".
	field        string
	pairs        map[string]string
	deletesEmpty bool
	where        toolerr.Context
	// read reads the resource again; write patches it.
	read  func(context.Context) (stored, error)
	write func(context.Context, platform.Patch) error
}

// stored is a resource as it was read: the field that is edited, and the whole
// document as the caller will see it.
type stored struct {
	field    json.RawMessage
	document json.RawMessage
}

// apply merges: read, merge, write, read back, and again while another writer
// takes our pairs away. first is the resource as read in the visit; it saves the
// first read unless the resource was edited meanwhile.
func (s *Set) apply(ctx context.Context, e edit, first stored, v *visit) (any, error) {
	stale, leave, err := v.enter(ctx, e.resource)
	if err != nil {
		return nil, platform.Explain(err, e.where)
	}
	defer leave()
	now := first
	if stale {
		if now, err = e.read(ctx); err != nil {
			return nil, platform.Explain(err, e.where)
		}
	}
	for range maxMerges {
		values, err := platform.DecodeMap(now.field)
		if err != nil { // Never overwritten: it may be somebody's only copy.
			return nil, toolerr.New(toolerr.Internal, "the stored %s of %s are not a JSON object of strings; they were left as they are", e.field, e.where.Thing)
		}
		patch, err := e.patch(values)
		if err != nil {
			return nil, err
		}
		if err := e.write(ctx, patch); err != nil {
			return nil, platform.Explain(err, e.where)
		}
		if now, err = e.read(ctx); err != nil {
			return nil, platform.Explain(err, e.where)
		}
		if values, err := platform.DecodeMap(now.field); err == nil && survived(values, e.pairs, e.deletesEmpty) {
			return now.document, nil
		}
	}
	return nil, toolerr.New(toolerr.Internal, "another writer replaced the %s of %s each of %d times they were merged", e.field, e.where.Thing, maxMerges)
}

// patch is what to send for the pairs to be in what is stored. Where they are
// already it is a patch of nothing, and not no patch: whether the caller may
// change the resource is for the platform to say, and it says so of a PATCH
// only. A patch of nothing carries no value that has grown old since it was read,
// as writing all of them back would; the platform moves updated_at all the same.
func (e edit) patch(values map[string]string) (platform.Patch, error) {
	if survived(values, e.pairs, e.deletesEmpty) {
		return platform.Patch{}, nil
	}
	text, err := encodePairs(merge(values, e.pairs, e.deletesEmpty))
	if err != nil {
		return nil, err
	}
	return platform.Patch{e.field: text}, nil
}
