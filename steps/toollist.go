// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/cucumber/godog"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// listed tools, as tools/list answers them.
type toolList struct {
	// raw is the whole result, byte for byte.
	raw   json.RawMessage
	tools map[string]map[string]any
}

func addToolList(sc *godog.ScenarioContext) {
	sc.Step(`^`+who+` lists the tools(?: again)?$`, func(ctx context.Context, who string) error {
		return From(ctx).listTools(ctx, who)
	})
	sc.Step(`^the tools are:$`, func(ctx context.Context, t *godog.Table) error {
		rows, err := tableRows(t)
		if err != nil {
			return err
		}
		var expected []string
		for _, row := range rows {
			expected = append(expected, row["name"])
		}
		list, err := From(ctx).tools()
		if err != nil {
			return err
		}
		return sameStrings(sorted(expected), list.names())
	})
	sc.Step(`^every tool has a description and takes an object$`, func(ctx context.Context) error {
		return From(ctx).everyTool(func(tool map[string]any) error {
			if description, _ := tool["description"].(string); description == "" {
				return errors.New("it has no description")
			}
			if kind, _ := at(tool, "inputSchema.type"); kind != "object" {
				return fmt.Errorf("it takes %v", kind)
			}
			return nil
		})
	})
	sc.Step(`^every tool has an output schema of an object$`, func(ctx context.Context) error {
		return From(ctx).everyTool(func(tool map[string]any) error {
			if kind, _ := at(tool, "outputSchema.type"); kind != "object" {
				return fmt.Errorf("its output schema is of %v", kind)
			}
			_, err := compile(tool["outputSchema"])
			return err
		})
	})
	sc.Step(`^the three lists are the same, byte for byte$`, func(ctx context.Context) error { return From(ctx).sameLists(3) })
	sc.Step(`^the input schema of "([^"]*)" is this(, plus an optional "([^"]*)")?:$`,
		func(ctx context.Context, tool, _, optional string, schema *godog.DocString) error {
			return From(ctx).inputSchemaIs(tool, optional, schema.Content)
		})
	sc.Step(`^the tools have these hints:$`, func(ctx context.Context, t *godog.Table) error {
		list, err := From(ctx).tools()
		if err != nil {
			return err
		}
		var names []string
		err = eachRow(t, func(row map[string]string) error {
			names = append(names, row["tool"])
			for _, hint := range columns(t)[1:] {
				v, ok := at(list.tools[row["tool"]], "annotations."+hint)
				if got := cellOf(v, ok); got != row[hint] {
					return fmt.Errorf("%s: expected %s to be %s, got %s", row["tool"], hint, row[hint], got)
				}
			}
			return nil
		})
		return errors.Join(err, sameStrings(list.names(), sorted(names)))
	})
	sc.Step(`^the answer has no structured content$`, func(ctx context.Context) error {
		r, _, err := From(ctx).last.result()
		if err == nil && r.StructuredContent != nil {
			err = fmt.Errorf("expected no structured content, got %s", r.StructuredContent)
		}
		return err
	})
	sc.Step(`^the answer has structured content equal to its text$`, func(ctx context.Context) error {
		_, err := From(ctx).structured()
		return err
	})
	sc.Step(`^the structured content fits the output schema of "([^"]*)"$`, func(ctx context.Context, tool string) error {
		return From(ctx).fitsOutputSchema(ctx, tool)
	})
	sc.Step(`^the result of the call has exactly the fields "([^"]*)"$`, func(ctx context.Context, list string) error {
		w := From(ctx)
		if _, _, err := w.last.result(); err != nil {
			return err
		}
		result, err := object(string(w.last.message.Result))
		if err != nil {
			return err
		}
		return sameStrings([]string{list}, []string{join(keys(result))})
	})
}

func join(list []string) string {
	var b bytes.Buffer
	for i, s := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s)
	}
	return b.String()
}

// listTools asks for the tools and keeps the list beside earlier ones.
func (w *World) listTools(ctx context.Context, who string) error {
	if err := w.ask(ctx, who, "tools/list", "{}"); err != nil {
		return err
	}
	if w.exchange.answer.Error != nil {
		return w.exchange.answer.Error
	}
	var result struct {
		Tools []json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal(w.exchange.answer.Result, &result); err != nil {
		return fmt.Errorf("tools/list: %w", err)
	}
	list := toolList{raw: w.exchange.answer.Result, tools: map[string]map[string]any{}}
	for _, raw := range result.Tools {
		tool, err := object(string(raw))
		if err != nil {
			return fmt.Errorf("tools/list: %w", err)
		}
		name, _ := tool["name"].(string)
		if _, twice := list.tools[name]; twice {
			return fmt.Errorf("tools/list has %q twice", name)
		}
		list.tools[name] = tool
	}
	w.lists = append(w.lists, list)
	return nil
}

func (l toolList) names() []string {
	var out []string
	for name := range l.tools {
		out = append(out, name)
	}
	return sorted(out)
}

// tools returns the list that was asked for last.
func (w *World) tools() (toolList, error) {
	if len(w.lists) == 0 || len(w.lists[len(w.lists)-1].tools) == 0 {
		return toolList{}, errors.New("no tools were listed")
	}
	return w.lists[len(w.lists)-1], nil
}

func (w *World) everyTool(check func(tool map[string]any) error) error {
	list, err := w.tools()
	if err != nil {
		return err
	}
	for _, name := range list.names() {
		if err := check(list.tools[name]); err != nil {
			return fmt.Errorf("tool %s: %w", name, err)
		}
	}
	return nil
}

func (w *World) sameLists(n int) error {
	if len(w.lists) != n {
		return fmt.Errorf("expected %d lists, there are %d", n, len(w.lists))
	}
	for i, list := range w.lists[1:] {
		if !bytes.Equal(w.lists[0].raw, list.raw) {
			return fmt.Errorf("list %d differs from the first:\n%s\n%s", i+2, w.lists[0].raw, list.raw)
		}
	}
	return nil
}

// inputSchemaIs compares a tool's whole input schema with the specification's,
// apart from one property that may be there and must then be optional.
func (w *World) inputSchemaIs(tool, optional, text string) error {
	list, err := w.tools()
	if err != nil {
		return err
	}
	expected, err := object(text)
	if err != nil {
		return fmt.Errorf("the scenario's schema: %w", err)
	}
	got, ok := list.tools[tool]["inputSchema"].(map[string]any)
	if !ok {
		return fmt.Errorf("there is no tool %q with an input schema", tool)
	}
	if optional != "" {
		properties, _ := got["properties"].(map[string]any)
		property, _ := properties[optional].(map[string]any)
		if property["type"] != "string" || property["description"] == nil {
			return fmt.Errorf("expected a described string %q among %s", optional, encode(properties))
		}
		delete(properties, optional)
	}
	return same(any(expected), any(got))
}

// structured returns the structured content, which must equal the text.
func (w *World) structured() (json.RawMessage, error) {
	r, _, err := w.last.result()
	if err != nil {
		return nil, err
	}
	if r.StructuredContent == nil {
		return nil, fmt.Errorf("expected structured content, got %s", w.last.message.Result)
	}
	_, err = w.last.document() // compares the two
	return r.StructuredContent, err
}

func (w *World) fitsOutputSchema(ctx context.Context, tool string) error {
	content, err := w.structured()
	if err != nil {
		return err
	}
	if err := w.listTools(ctx, `"`+w.last.client.name+`"`); err != nil {
		return err
	}
	list, err := w.tools()
	if err != nil {
		return err
	}
	schema, err := compile(list.tools[tool]["outputSchema"])
	if err != nil {
		return fmt.Errorf("output schema of %s: %w", tool, err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// compile reads a JSON schema.
func compile(schema any) (*jsonschema.Schema, error) {
	if schema == nil {
		return nil, errors.New("there is no schema")
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(encode(schema))))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("tool.json", v); err != nil {
		return nil, err
	}
	return c.Compile("tool.json")
}
