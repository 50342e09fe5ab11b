// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/openapicheck"
)

// A platform whose answers the document does not know fails the scenario when it ends.
func TestDriftFromTheOpenAPIDocumentFailsTheScenario(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	e := newEnv("stdio")
	drifting := openapicheck.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "hello")
	}), e.drift)
	e.backend = serve(drifting, platformAddr)
	resp, err := e.backend.client().Get(e.PlatformURL() + "/api/ambient/v1/sessions")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if err := e.Close(ctx); err == nil || !strings.Contains(err.Error(), "the OpenAPI document: GET /api/ambient/v1/sessions") {
		t.Errorf("got %v", err)
	}
}

func TestClosingWaitsForRequestsThatAreBeingServed(t *testing.T) {
	begun, end := make(chan struct{}), make(chan struct{})
	s := serve(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(begun); <-end }), serverAddr)
	go func() { _, _ = s.client().Get(s.url()) }() //nolint:bodyclose // the connection is cut
	<-begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(end)
	<-s.drained
}
