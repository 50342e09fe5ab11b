// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"slices"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/catalog"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/scenario"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// plan is what every pass of a run does.
type plan struct {
	files  []godog.Feature
	filter scenario.Filter
	// chosen are the scenarios that the filter lets through and the shard has, in the order of the files.
	chosen []scenario.Scenario
	// at finds a chosen scenario by file and line; it is elsewhere for one that another shard has.
	at      map[place]int
	catalog *catalog.Catalog
}

// elsewhere is the index of a scenario that another shard runs.
const elsewhere = -1

type place struct {
	uri  string
	line int64
}

func newPlan(o Options) (*plan, error) {
	filter, err := scenario.ParseFilter(o.Tags)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	set, c, err := Load(o.Features, o.Prefix)
	if err != nil {
		return nil, err
	}
	p := &plan{files: set.Files, filter: filter, at: map[place]int{}, catalog: c}
	position := 0
	for _, s := range set.Scenarios {
		for _, need := range s.Needs() {
			if !slices.Contains(target.Capabilities, need) {
				return nil, fmt.Errorf("%w: %s:%d: unknown capability in @needs:%s; valid are %v", ErrUsage, s.URI, s.Line, need, target.Capabilities)
			}
		}
		if !filter.Match(s.Tags) {
			continue
		}
		p.at[place{s.URI, s.Line}] = elsewhere
		if o.Shard.Has(position) {
			p.at[place{s.URI, s.Line}] = len(p.chosen)
			p.chosen = append(p.chosen, s)
		}
		position++
	}
	if position > 0 && o.Shard.Count > position {
		return nil, fmt.Errorf("%w: shard %s of %d scenarios; take at most as many shards as there are scenarios", ErrUsage, o.Shard, position)
	}
	if len(p.chosen) == 0 {
		if o.Tags == "" {
			return nil, fmt.Errorf("%w: there is no scenario in %s", ErrUsage, o.Prefix)
		}
		return nil, fmt.Errorf("%w: no scenario matches the tags %q", ErrUsage, o.Tags)
	}
	// godog shuffles the scenarios of a file; the files are shuffled here.
	rand.New(rand.NewSource(o.Seed)).Shuffle(len(p.files), func(i, j int) {
		p.files[i], p.files[j] = p.files[j], p.files[i]
	})
	return p, nil
}

// Load reads the feature files and the requirement catalogue of fsys; the
// catalogue is empty when there is none. What does not parse is [ErrUsage].
func Load(fsys fs.FS, prefix string) (*scenario.Set, *catalog.Catalog, error) {
	var set scenario.Set
	if err := set.Read(fsys, prefix); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	text, err := fs.ReadFile(fsys, catalog.FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return &set, &catalog.Catalog{}, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	c, err := catalog.Parse(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	return &set, c, nil
}
