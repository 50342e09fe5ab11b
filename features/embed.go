// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package features embeds the contract: the scenarios and the catalogue of requirements that they prove.
package features

import "embed"

// FS holds every .feature file and catalog.yaml.
//
//go:embed *.feature catalog.yaml
var FS embed.FS
