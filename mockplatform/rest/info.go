// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import "net/http"

// apiInfo is what the platform says about itself.
type apiInfo struct {
	ID        string `json:"id"`
	Href      string `json:"href"`
	Kind      string `json:"kind"`
	Version   string `json:"version"`
	BuildTime string `json:"build_time"`
}

func info(*call) (int, any, error) {
	return http.StatusOK, apiInfo{
		ID: "ambient-api-server", Href: "/api/ambient", Kind: "API", Version: "unknown", BuildTime: "unknown",
	}, nil
}

func health(*call) (int, any, error) { return http.StatusOK, struct{}{}, nil }
