// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package openapi_test

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/ambient-code/platform/components/ambient-mcp/api/openapi"
)

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestSpecIsAValidDocument(t *testing.T) {
	doc := load(t)
	if err := doc.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Fatal(err)
	}
}

func TestEveryOperationIsToldInFull(t *testing.T) {
	seen := map[string]string{}
	for path, item := range load(t).Paths.Map() {
		for method, op := range item.Operations() {
			at := method + " " + path
			if op.OperationID == "" || op.Summary == "" || op.Description == "" || len(op.Tags) != 1 {
				t.Errorf("%s lacks an operationId, a summary, a description or its one tag", at)
			}
			if other, twice := seen[op.OperationID]; twice {
				t.Errorf("%s and %s share the operationId %s", at, other, op.OperationID)
			}
			seen[op.OperationID] = at
			if !strings.HasPrefix(path, "/api/ambient/v1/") {
				continue
			}
			if op.Extensions["x-permission"] == nil {
				t.Errorf("%s does not say which permission it needs", at)
			}
			for _, status := range []int{401, 403} {
				if op.Responses.Status(status) == nil {
					t.Errorf("%s does not document %d", at, status)
				}
			}
			if op.RequestBody != nil && op.Responses.Status(413) == nil {
				t.Errorf("%s takes a body and does not document 413", at)
			}
		}
	}
}

// TestObjectsAreClosed: a field the document does not know is an error, in requests and in responses.
func TestObjectsAreClosed(t *testing.T) {
	for name, ref := range load(t).Components.Schemas {
		s := ref.Value
		if !s.Type.Is("object") {
			continue
		}
		if s.AdditionalProperties.Has == nil || *s.AdditionalProperties.Has {
			t.Errorf("schema %s takes additional properties", name)
		}
		for field := range s.Properties {
			if strings.HasPrefix(name, "Agent") && field == "prompt" && !strings.HasSuffix(name, "Create") && !strings.HasSuffix(name, "Patch") {
				t.Errorf("schema %s answers the prompt, which is write-only", name)
			}
			if strings.HasSuffix(name, "Create") || strings.HasSuffix(name, "Patch") {
				for _, readOnly := range []string{"id", "kind", "href", "created_at", "updated_at", "version", "created_by_user_id", "owner_user_id", "kube_cr_name", "project_agent_id"} {
					if field == readOnly {
						t.Errorf("schema %s accepts the read-only field %s", name, field)
					}
				}
			}
		}
	}
}
