// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
)

// phases are all that the phase filter accepts; the published schema names four of them.
var phases = []any{"Pending", "Creating", "Running", "Stopping", "Stopped", "Completed", "Failed"}

// arguments checks the arguments of every tool.
type arguments struct{ tools map[string]toolArguments }

type toolArguments struct {
	schema *jsonschema.Schema
	// names are the known arguments, sorted.
	names []string
}

// compiled holds the schemas of the registry, compiled once for the whole process.
var compiled = sync.OnceValues(func() (*arguments, error) { return compileArguments(tools.Registry()) })

func compileArguments(registry []tools.Tool) (*arguments, error) {
	a := &arguments{tools: make(map[string]toolArguments, len(registry))}
	for _, t := range registry {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(t.InputSchema))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		root, _ := document.(map[string]any)
		properties, _ := root["properties"].(map[string]any)
		if phase, ok := properties["phase"].(map[string]any); ok && t.Name == "list_sessions" {
			phase["enum"] = phases
		}
		c := jsonschema.NewCompiler()
		url := "urn:tool:" + t.Name
		if err := c.AddResource(url, document); err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		schema, err := c.Compile(url)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		a.tools[t.Name] = toolArguments{schema: schema, names: slices.Sorted(maps.Keys(properties))}
	}
	return a, nil
}

// read returns the arguments of a call as a map, or an INVALID_REQUEST that
// names the argument that is wrong. It takes them as they came: decoding would
// replace text that is none without a word, and round great integers.
func (a *arguments) read(tool string, raw json.RawMessage) (map[string]any, *toolerr.Error) {
	if fault := guard.CheckText(raw); fault != nil {
		return nil, toolerr.New(toolerr.InvalidRequest, "%s", holds(fault))
	}
	var given any
	if len(raw) > 0 {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&given); err != nil {
			return nil, toolerr.New(toolerr.InvalidRequest, "the arguments are not JSON")
		}
	}
	return a.check(tool, given)
}

// holds says which argument has a fault of text.
func holds(f *guard.TextFault) string {
	switch {
	case len(f.Path) == 0 && f.InKey:
		return "the name of an argument holds " + f.Problem
	case len(f.Path) == 0:
		return "the arguments must be a JSON object"
	case f.InKey:
		return place(f.Path[:1]) + ": a key holds " + f.Problem
	default:
		return place(f.Path) + " holds " + f.Problem
	}
}

// check returns decoded arguments as a map, or an INVALID_REQUEST that names
// the argument that is wrong.
func (a *arguments) check(tool string, given any) (map[string]any, *toolerr.Error) {
	t, ok := a.tools[tool]
	if !ok {
		return nil, toolerr.New(toolerr.Internal, "no tool %q", tool)
	}
	if given == nil {
		given = map[string]any{}
	}
	args, ok := given.(map[string]any)
	if !ok {
		return nil, toolerr.New(toolerr.InvalidRequest, "the arguments must be a JSON object")
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if !slices.Contains(t.names, name) {
			return nil, toolerr.New(toolerr.InvalidRequest, "unknown argument %q; the nearest known one is %q", clip(name), nearest(name, t.names))
		}
	}
	if err := t.schema.Validate(args); err != nil {
		return nil, toolerr.New(toolerr.InvalidRequest, "%s", explain(err))
	}
	return args, nil
}

// explain says in one line what a schema violation is about: the first one in a stable order.
func explain(err error) string {
	var v *jsonschema.ValidationError
	if !errors.As(err, &v) {
		return "the arguments are not valid"
	}
	problems := leaves(v, nil)
	sort.Strings(problems)
	if len(problems) == 0 {
		return "the arguments are not valid"
	}
	return problems[0]
}

func leaves(v *jsonschema.ValidationError, into []string) []string {
	if len(v.Causes) > 0 {
		for _, c := range v.Causes {
			into = leaves(c, into)
		}
		return into
	}
	return append(into, describe(v))
}

func describe(v *jsonschema.ValidationError) string {
	where := place(v.InstanceLocation)
	switch k := v.ErrorKind.(type) {
	case *kind.Required:
		return fmt.Sprintf("missing argument %q", strings.Join(k.Missing, `", "`))
	case *kind.Type:
		return fmt.Sprintf("%s must be %s, not %s", where, strings.Join(articled(k.Want), " or "), k.Got)
	case *kind.Enum:
		want := make([]string, len(k.Want))
		for i, w := range k.Want {
			want[i] = fmt.Sprint(w)
		}
		return fmt.Sprintf("%s must be one of %s", where, strings.Join(want, ", "))
	default:
		return where + " is not valid"
	}
}

func articled(types []string) []string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = "a " + t
		if strings.HasPrefix(t, "i") || strings.HasPrefix(t, "o") || strings.HasPrefix(t, "a") {
			out[i] = "an " + t
		}
	}
	return out
}

// place names an argument, and the key in it where it is a map.
func place(location []string) string {
	switch len(location) {
	case 0:
		return "the arguments"
	case 1:
		return fmt.Sprintf("argument %q", location[0])
	default:
		return fmt.Sprintf("argument %q: the value of %q", location[0], clip(strings.Join(location[1:], ".")))
	}
}

// clip keeps a name that a client made up from filling the whole reason.
func clip(name string) string {
	const max = 80
	if r := []rune(name); len(r) > max {
		return string(r[:max]) + "…"
	}
	return name
}
