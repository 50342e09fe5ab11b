// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store_test

import (
	"context"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

func ExampleNew() {
	s := store.New(store.Options{})
	_, _ = s.CreateProject(store.ProjectSpec{Name: "demo"})
	prompt := "fix the build"
	session, _ := s.CreateSession(store.SessionSpec{Name: "ci", ProjectID: "demo", Prompt: &prompt})
	_, _ = s.StartSession(session.ID)

	pending, _ := search.Parse("phase = 'Pending'")
	page, _ := s.ListSessions(store.Query{Where: pending, ProjectID: "demo"})
	fmt.Println(page.Total, page.Items[0].Name)

	cursor, _ := s.Subscribe(session.ID, 0)
	first, _ := cursor.Next(context.Background())
	fmt.Println(first.Seq, first.EventType, first.Payload)
	// Output:
	// 1 ci
	// 1 user fix the build
}
