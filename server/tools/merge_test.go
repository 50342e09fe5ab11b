// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

// pairsGen draws few keys, so that they meet often.
func pairsGen() *rapid.Generator[map[string]string] {
	key := rapid.OneOf(rapid.SampledFrom([]string{"a", "b", "c", "d"}), rapid.String())
	value := rapid.OneOf(rapid.SampledFrom([]string{"", "1", "2"}), rapid.String())
	return rapid.MapOf(key, value)
}

func TestMergeKeepsWhatIsNotPatchedAndTakesWhatIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stored, pairs := pairsGen().Draw(t, "stored"), pairsGen().Draw(t, "pairs")
		deletesEmpty := rapid.Bool().Draw(t, "deletesEmpty")
		before := maps.Clone(stored)
		merged := merge(stored, pairs, deletesEmpty)
		if !maps.Equal(before, stored) {
			t.Fatal("what was stored has changed")
		}
		for k, v := range merged {
			if want, patched := pairs[k]; patched && v != want || !patched && v != stored[k] {
				t.Fatalf("key %q is %q", k, v)
			}
		}
		for k := range stored {
			_, kept := merged[k]
			v, patched := pairs[k]
			if deleted := deletesEmpty && patched && v == ""; kept == deleted {
				t.Fatalf("key %q: kept %t", k, kept)
			}
		}
		if !survived(merged, pairs, deletesEmpty) {
			t.Fatal("a merge does not survive itself")
		}
		if again := merge(merged, pairs, deletesEmpty); !maps.Equal(again, merged) {
			t.Fatal("merging twice is not merging once")
		}
	})
}

func TestMergesOfDifferentKeysCommute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stored, one, two := pairsGen().Draw(t, "stored"), pairsGen().Draw(t, "one"), pairsGen().Draw(t, "two")
		maps.DeleteFunc(two, func(k, _ string) bool { _, both := one[k]; return both })
		a, b := merge(merge(stored, one, true), two, true), merge(merge(stored, two, true), one, true)
		if !maps.Equal(a, b) {
			t.Fatalf("%v and %v", a, b)
		}
		if !survived(a, one, true) || !survived(a, two, true) {
			t.Fatal("a writer's keys did not survive another's")
		}
	})
}

func TestStoredTextReadsBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := pairsGen().Draw(t, "pairs")
		text, err := encodePairs(pairs)
		if err != nil {
			t.Fatal(err)
		}
		wire, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, stored := range []string{string(wire), text} { // As a string, and as an object.
			got, err := platform.DecodeMap(json.RawMessage(stored))
			if err != nil || !maps.Equal(got, pairs) {
				t.Fatalf("%s reads back as %v, %v", stored, got, err)
			}
		}
	})
}

func TestLabelRules(t *testing.T) {
	tests := []struct {
		name   string
		labels map[string]string
		want   toolerr.Code
		names  string
	}{
		{"a plain label", map[string]string{"env": "prod", "a/b.c-d_e": "x y=z"}, "", ""},
		{"no labels", nil, "", ""},
		{"an empty key", map[string]string{"": "x"}, toolerr.InvalidLabelKey, "empty"},
		{"an equals sign in a key", map[string]string{"a=b": "x"}, toolerr.InvalidLabelKey, "a=b"},
		{"a blank in a key", map[string]string{"a b": "x"}, toolerr.InvalidLabelKey, "a b"},
		{"a tab in a key", map[string]string{"a\tb": "x"}, toolerr.InvalidLabelKey, `a\tb`},
		{"a no-break space in a key", map[string]string{"a\u00a0b": "x"}, toolerr.InvalidLabelKey, "label key"},
		{"an ideographic space in a key", map[string]string{"\u3000": "x"}, toolerr.InvalidLabelKey, "label key"},
		{"an empty value", map[string]string{"env": ""}, toolerr.InvalidLabelValue, "env"},
		{"a bad key goes before an empty value", map[string]string{"a": "", "b=": "x"}, toolerr.InvalidLabelKey, "b="},
		{"a blank value", map[string]string{"env": " "}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expectCode(t, checkLabels(tt.labels), tt.want, tt.names) })
	}
}

func TestAnnotationValuesAreBoundedInBytes(t *testing.T) {
	tests := []struct {
		name  string
		value string
		want  toolerr.Code
	}{
		{"4096 bytes", strings.Repeat("x", 4096), ""},
		{"4097 bytes", strings.Repeat("x", 4097), toolerr.AnnotationValueTooLarge},
		{"1024 characters of four bytes", strings.Repeat("🎉", 1024), ""},
		{"1025 characters of four bytes", strings.Repeat("🎉", 1025), toolerr.AnnotationValueTooLarge},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			expectCode(t, checkAnnotations(map[string]string{"ok": "1", "myapp.io/key": tt.value}), tt.want, "myapp.io/key")
		})
	}
}

func expectCode(t *testing.T, err error, want toolerr.Code, names string) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Errorf("err is %v", err)
		}
		return
	}
	if err == nil {
		t.Fatalf("no error, want %s", want)
	}
	e := toolerr.From(err)
	if e.Code != want || !strings.Contains(e.Reason, names) {
		t.Errorf("err is %v, want %s that names %q", e, want, names)
	}
}
