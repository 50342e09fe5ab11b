// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package search is the platform's search language: the `search` parameter of
// every list. It knows `= != <> < <= > >= like ilike in between is [not] null
// and or not ()`, single-quoted strings with doubled quotes, and unquoted
// numbers; keywords may be in any case. Everything else is a [*ParseError].
//
// An expression is used in three steps: [Parse] reads it, [Expr.Bind] holds it
// against the columns of a table, and [Expr.Match] asks it about a row.
package search
