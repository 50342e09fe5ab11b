// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package target

import (
	"context"
	"errors"
)

// ErrServer is in the chain of an error of [Target.Start] that is the fault of
// the server under test: it is refused by the cluster, or does not get ready
// although everything around it did. The verdict is then "contract broken".
var ErrServer = errors.New("the server under test does not start")

// Closer is a target that keeps something from one pass to the next, which Close releases at the end of a run.
type Closer interface {
	Close(ctx context.Context) error
}

// Auditor is a target that sees what no scenario alone can see, such as the
// whole log of a server that all of them share. Audit is called once after the
// last scenario; its error breaks the contract.
type Auditor interface {
	Audit(ctx context.Context) error
}

// Diagnoser is a target that can tell what surrounds a failure: events,
// descriptions, logs. Diagnose is called before Stop when a pass did not pass.
type Diagnoser interface {
	Diagnose(ctx context.Context) []Attachment
}

// Attachment is a text that belongs to a failure. It holds no bearer.
type Attachment struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Contained is an [Env] whose server runs in a container (capability [Image]).
type Contained interface {
	// Container looks into the container of a server that all scenarios share.
	Container(ctx context.Context) (Container, error)
}

// Container is what a look into a server's container found.
type Container struct {
	// UID and GID are those of the server's process, as the kernel has them.
	UID int `json:"uid"`
	GID int `json:"gid"`
	// NoNewPrivileges: the process cannot gain privileges. Seccomp is the kernel's mode; 2 is a filter.
	NoNewPrivileges bool `json:"no_new_privileges"`
	Seccomp         int  `json:"seccomp"`
	// EffectiveCapabilities is the kernel's bit set in hexadecimal; zeroes are none.
	EffectiveCapabilities string `json:"effective_capabilities"`
	// Writable are the directories, of those that were tried, in which the server's user could make a file.
	Writable []string `json:"writable"`
	// Present are the files, of those that were looked for, that are there: shells and the Kubernetes token.
	Present []string `json:"present"`
	// Environment are the names of the variables of the server's process, sorted.
	Environment []string `json:"environment"`
	// Health is what the image's own health check says when it is run: its exit code.
	Health int `json:"health"`
}

// Clustered is an [Env] whose server runs in a Kubernetes cluster (capability [Kubernetes]).
type Clustered interface {
	// Objects returns the live objects of a kind ("Pod", "Deployment", "Service", "ServiceAccount",
	// "NetworkPolicy", "RoleBinding", …) of the deployment's namespace, as their JSON.
	Objects(ctx context.Context, kind string) ([]map[string]any, error)
	// May tells whether the service account of the namespace may do verb with resource
	// ("pods", "apps/deployments", "pods/exec") there.
	May(ctx context.Context, account, verb, resource string) (bool, error)
}
