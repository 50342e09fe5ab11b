// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package store keeps what one tenant of the platform stores: projects, agents
// with their immutable versions, sessions and messages. It is in memory, safe
// for concurrent use, indexed for the lists that clients ask for, and copied in
// constant time by [Store.Snapshot].
//
// The store keeps the platform's rules on data (existence, uniqueness,
// charsets, phases). Who may do what, and how an answer looks, is not its
// business.
package store
