// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"encoding/json"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// head is what every resource begins with.
type head struct {
	Kind string `json:"kind"`
	Href string `json:"href"`
}

type sessionBody struct {
	head
	store.Session
}

type agentBody struct {
	head
	store.Agent
}

type projectBody struct {
	head
	store.Project
}

// list is the envelope of a page.
type list[T any] struct {
	Kind  string `json:"kind"`
	Page  int    `json:"page"`
	Size  int    `json:"size"`
	Total int    `json:"total"`
	Items []T    `json:"items"`
}

func showSession(s store.Session) sessionBody {
	return sessionBody{head{store.KindSession, Base + "/sessions/" + s.ID}, s}
}

func showAgent(a store.Agent) agentBody {
	return agentBody{head{store.KindAgent, Base + "/agents/" + a.ID}, a}
}

func showProject(p store.Project) projectBody {
	return projectBody{head{store.KindProject, Base + "/projects/" + p.ID}, p}
}

func showList[T, B any](kind string, q store.Query, page store.Page[T], show func(T) B) list[B] {
	items := make([]B, 0, len(page.Items))
	for _, item := range page.Items {
		items = append(items, show(item))
	}
	return list[B]{Kind: kind + "List", Page: q.Page, Size: q.Size, Total: page.Total, Items: items}
}

// Session is the JSON that the API answers for a session.
func Session(s store.Session) json.RawMessage { return text(showSession(s)) }

// Agent is the JSON that the API answers for an agent.
func Agent(a store.Agent) json.RawMessage { return text(showAgent(a)) }

// Project is the JSON that the API answers for a project.
func Project(p store.Project) json.RawMessage { return text(showProject(p)) }

func text(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil { // plain structs of strings, numbers and times
		panic(err)
	}
	return b
}
