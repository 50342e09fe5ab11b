// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package platform_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"pgregory.net/rapid"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
)

// serveAgents answers lists from these agents, ignoring the search as a platform may.
func serveAgents(mock *httpmock.MockTransport, names []string) *int {
	requests := 0
	mock.RegisterNoResponder(func(r *http.Request) (*http.Response, error) {
		requests++
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		size, _ := strconv.Atoi(r.URL.Query().Get("size"))
		var items []string
		for i := (page - 1) * size; i < page*size && i < len(names); i++ {
			items = append(items, fmt.Sprintf(`{"id":"id-%d","name":%q}`, i, names[i]))
		}
		return httpmock.NewStringResponse(200, fmt.Sprintf(`{"page":%d,"size":%d,"total":%d,"items":[%s]}`, page, size, len(names), strings.Join(items, ","))), nil
	})
	return &requests
}

func TestFindByNameComparesOnEveryPage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		names := rapid.SliceOfN(rapid.SampledFrom([]string{"x", "X", "xx", "y"}), 0, 350).Draw(rt, "names")
		c, mock := client(t)
		requests := serveAgents(mock, names)
		got, err := c.FindAgentsByName(t.Context(), "x")
		if err != nil {
			rt.Fatal(err)
		}
		want := 0
		for _, n := range names {
			if n == "x" {
				want++
			}
		}
		if len(got) != want || *requests != max(1, (len(names)+99)/100) {
			rt.Fatalf("found %d of %d in %d requests", len(got), want, *requests)
		}
	})
}

func TestFindByNameEndsWhenThePagesDoNot(t *testing.T) {
	c, mock := client(t)
	answer(mock, 200, `{"total":1000000,"items":[{"id":"same","name":"x"}]}`)
	if got, err := c.FindAgentsByName(t.Context(), "x"); err == nil {
		t.Errorf("found %d", len(got))
	}
	got := answer(mock, 200, `{"total":1000000,"items":[]}`)
	if agents, err := c.FindAgentsByName(t.Context(), "x"); err != nil || len(agents) != 0 || len(*got) != 1 {
		t.Errorf("%v after %d requests", err, len(*got))
	}
}

func TestByIDOrName(t *testing.T) {
	const uuid, ksuid = "0190b6a0-5d5c-7cc8-9d0c-2f5d3a1b2c3d", "3BEaN6kqawvTNUIXoSMcgOQvUDj"
	tests := map[string]struct {
		ref, name string
		byID      int
		want      string
	}{
		"a name is only searched":         {"planner", "planner", 500, "GET /agents"},
		"a uuid is read":                  {uuid, "other", 200, "GET /agents/" + uuid},
		"an unknown uuid may be a name":   {uuid, uuid, 404, "GET /agents/" + uuid + " GET /agents"},
		"a ksuid is read":                 {ksuid, "other", 200, "GET /agents/" + ksuid},
		"27 characters may be a name too": {ksuid, ksuid, 404, "GET /agents/" + ksuid + " GET /agents"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c, mock := client(t)
			var made []string
			mock.RegisterNoResponder(func(r *http.Request) (*http.Response, error) {
				path := strings.TrimPrefix(r.URL.Path, platform.BasePath)
				made = append(made, r.Method+" "+path)
				if path != "/agents" {
					return httpmock.NewStringResponse(tt.byID, `{"id":"a"}`), nil
				}
				return httpmock.NewStringResponse(200, fmt.Sprintf(`{"total":1,"items":[{"id":"a","name":%q}]}`, tt.name)), nil
			})
			got, err := c.AgentsByIDOrName(t.Context(), tt.ref)
			if err != nil || len(got) != 1 || strings.Join(made, " ") != tt.want {
				t.Errorf("%d agents, %v, after %v", len(got), err, made)
			}
		})
	}
	c, mock := client(t)
	answer(mock, 403, ``)
	if _, err := c.AgentsByIDOrName(t.Context(), uuid); err == nil || platform.IsNotFound(err) {
		t.Errorf("a forbidden id: %v", err)
	}
}
