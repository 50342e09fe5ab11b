// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// The zero Platform serves; a test arranges what is on it.
func Example() {
	var p mockplatform.Platform
	defer p.Close()
	server := httptest.NewServer(&p)
	defer server.Close()

	bearer, err := p.Default().AddToken(control.TokenSpec{Label: "ada", Permissions: []string{"sessions:list"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	req, _ := http.NewRequest("GET", server.URL+"/api/ambient/v1/sessions", nil)
	req.Header.Set("Authorization", "Bearer "+bearer)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	resp.Body.Close()

	seen := p.Default().Journal(0).Requests[0]
	fmt.Println(seen.Method, seen.Path, seen.Header.Get("Authorization"), seen.Status)
	// Output: GET /api/ambient/v1/sessions Bearer ada 200
}

// A fault breaks a route as often as it should.
func ExampleTenant_AddFault() {
	p := mockplatform.Platform{Auth: mockplatform.AuthOff}
	_, err := p.Default().AddFault(control.Fault{
		Method: "GET", Path: "/sessions/{id}", Kind: control.FaultStatus, Status: http.StatusServiceUnavailable, Times: 1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequest("GET", "/api/ambient/v1/sessions/x", nil))
		fmt.Println(w.Code, w.Header().Get("X-Mockplatform-Fault"))
	}
	// Output:
	// 503 status
	// 404
}
