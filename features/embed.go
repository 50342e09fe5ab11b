// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package features embeds the contract: the scenarios, the catalogue of requirements that they prove, and what is
// known of targets: how many scenarios each skips, and in which answers they may differ.
package features

import "embed"

// FS holds every .feature file, catalog.yaml, parity.yaml and skips.yaml.
//
//go:embed *.feature catalog.yaml parity.yaml skips.yaml
var FS embed.FS
