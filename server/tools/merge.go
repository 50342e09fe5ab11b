// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

// maxAnnotationBytes bounds the value of an annotation, in bytes (decision D18).
const maxAnnotationBytes = 4096

// merge returns what is stored with the given pairs over it. With
// deletesEmpty, an empty value takes its key away instead.
func merge(stored, pairs map[string]string, deletesEmpty bool) map[string]string {
	merged := make(map[string]string, len(stored)+len(pairs))
	maps.Copy(merged, stored)
	for k, v := range pairs {
		if v == "" && deletesEmpty {
			delete(merged, k)
			continue
		}
		merged[k] = v
	}
	return merged
}

// survived tells whether the pairs are in what was read back; other keys are
// other writers' business.
func survived(stored, pairs map[string]string, deletesEmpty bool) bool {
	for k, v := range pairs {
		got, present := stored[k]
		if v == "" && deletesEmpty {
			if present {
				return false
			}
			continue
		}
		if !present || got != v {
			return false
		}
	}
	return true
}

// encodePairs is the text that the platform stores: one JSON object, its keys sorted.
func encodePairs(pairs map[string]string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(pairs); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// checkLabels applies the rules for labels, keys first, in the order of the keys.
func checkLabels(labels map[string]string) error {
	keys := slices.Sorted(maps.Keys(labels))
	for _, k := range keys {
		switch {
		case k == "":
			return toolerr.New(toolerr.InvalidLabelKey, "a label key is empty")
		case strings.ContainsRune(k, '='):
			return toolerr.New(toolerr.InvalidLabelKey, "label key %q contains '='", k)
		case strings.ContainsFunc(k, unicode.IsSpace):
			return toolerr.New(toolerr.InvalidLabelKey, "label key %q contains white space", k)
		}
	}
	for _, k := range keys {
		if labels[k] == "" {
			return toolerr.New(toolerr.InvalidLabelValue, "the value of label %q is empty", k)
		}
	}
	return nil
}

// checkAnnotations applies the bound on values, in the order of the keys.
func checkAnnotations(annotations map[string]string) error {
	for _, k := range slices.Sorted(maps.Keys(annotations)) {
		if n := len(annotations[k]); n > maxAnnotationBytes {
			return toolerr.New(toolerr.AnnotationValueTooLarge,
				"the value of annotation %q has %d bytes; %d are allowed", k, n, maxAnnotationBytes)
		}
	}
	return nil
}
