// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/inprocess"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/container"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/kind"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/process"
)

// makers make the targets of each kind that is built: one or several for a
// transport, none for one that the kind does not speak.
var makers = map[string]func(tr target.Transport, f runFlags) []target.Target{
	"inprocess": func(tr target.Transport, _ runFlags) []target.Target { return []target.Target{inprocess.New(tr)} },
	"process": func(tr target.Transport, f runFlags) []target.Target {
		return []target.Target{process.New(process.Options{Transport: tr, Bin: f.bin})}
	},
	"container": func(tr target.Transport, f runFlags) []target.Target {
		return []target.Target{container.New(container.Options{
			Transport: tr, Bin: f.bin, ServerImage: f.serverImage, PlatformImage: f.platformImage,
		})}
	},
	"kind": func(tr target.Transport, f runFlags) []target.Target {
		out := []target.Target{kind.New(kind.Options{Transport: tr, Session: f.session})}
		if tr == target.SSE {
			out = append(out, kind.New(kind.Options{Transport: tr, Beside: true, Session: f.session}))
		}
		return out
	},
}

var (
	// targetNames are the keys of makers, in the order of help texts.
	targetNames    = []string{"inprocess", "process", "container", "kind"}
	transportNames = []string{string(target.Stdio), string(target.SSE)}
	// later are targets of the design that are not built yet.
	later = []string{"live"}
)

// makeTargets makes the targets of each pair of kind and transport.
func (f runFlags) makeTargets() ([]target.Target, error) {
	if len(f.targets) == 0 || len(f.transports) == 0 {
		return nil, fmt.Errorf("--target and --transport must not be empty")
	}
	transports := unique(f.transports)
	for _, tr := range transports {
		if !slices.Contains(transportNames, tr) {
			return nil, fmt.Errorf("--transport %q is unknown; valid are %s", tr, strings.Join(transportNames, ", "))
		}
	}
	var out []target.Target
	for _, name := range unique(f.targets) {
		maker, ok := makers[name]
		switch {
		case !ok && slices.Contains(later, name):
			return nil, fmt.Errorf("--target %s is not available yet; valid are %s", name, strings.Join(targetNames, ", "))
		case !ok:
			return nil, fmt.Errorf("--target %q is unknown; valid are %s", name, strings.Join(targetNames, ", "))
		}
		before := len(out)
		for _, tr := range transports {
			out = append(out, maker(target.Transport(tr), f)...)
		}
		if len(out) == before {
			return nil, fmt.Errorf("--target %s does not speak --transport %s", name, strings.Join(transports, ","))
		}
	}
	return out, nil
}
