// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package openapi embeds the OpenAPI documents of the platform's REST API.
package openapi

import _ "embed"

// Spec is the document of profile spec: OpenAPI 3.0.3 in YAML.
//
//go:embed ambient-api-server.spec.yaml
var Spec []byte
