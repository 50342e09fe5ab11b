// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package store

import "time"

// Project is a project as stored: what REST answers, less kind and href. What
// its pointers point to is shared and must not be changed.
type Project struct {
	ID          string    `json:"id"`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"updated_at"`
	Name        string    `json:"name"`
	Description *string   `json:"description,omitempty"`
	Labels      *string   `json:"labels,omitempty"`
	Annotations *string   `json:"annotations,omitempty"`
	Status      *string   `json:"status,omitempty"`
}

// ProjectSpec is a project to make.
type ProjectSpec struct {
	Name        string  `json:"name"`
	Description *string `json:"description"`
	Labels      *string `json:"labels"`
	Annotations *string `json:"annotations"`
	Status      *string `json:"status"`

	// CreatedAt is the store's present when zero.
	CreatedAt time.Time `json:"-"`
}

// ProjectPatch is a change of a project; nil fields stay as they are.
type ProjectPatch struct {
	Name        *string `json:"name"`
	Description *string `json:"description"`
	Labels      *string `json:"labels"`
	Annotations *string `json:"annotations"`
	Status      *string `json:"status"`
}
