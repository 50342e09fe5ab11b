// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package kustomize holds the manifests of the deployment, for programs that
// render them without the source tree.
package kustomize

import "embed"

// FS holds the kustomizations: overlays/dev to try things, overlays/kind for the
// contract, shards for the contract as a Job beside overlays/kind, and their bases.
//
//go:embed base overlays shards
var FS embed.FS
