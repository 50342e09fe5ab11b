// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

// Package target says what a scenario runs against: a platform that can be
// arranged and observed, and MCP clients of the server under test.
package target

import (
	"context"
	"io"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// Transport is the MCP transport that a run of the contract uses.
type Transport string

// The transports.
const (
	Stdio Transport = "stdio"
	SSE   Transport = "sse"
)

// Capability is something a scenario may need and a target may lack. A
// scenario asks for one with the tag @needs:<capability>; where it lacks, the
// scenario is skipped with the target's reason, never passed.
type Capability string

// The capabilities.
const (
	// Stdio and SSE transports: @needs:stdio and @needs:sse.
	NeedsStdio Capability = "stdio"
	NeedsSSE   Capability = "sse"
	// ServerClock: the server's clock can be moved by the scenario.
	ServerClock Capability = "server-clock"
	// ServerEnv: the server can be started with environment variables of the scenario's choice.
	ServerEnv Capability = "server-env"
	// Programs: the released programs can be run to their end where the server runs, and their exit status seen.
	Programs Capability = "programs"
	// Address: server and platform have addresses that the scenario can reach with any HTTP client.
	Address Capability = "address"
	// Signals: a signal can be sent to the server's process, and its exit status seen.
	Signals Capability = "signals"
	// Loopback: what connects to the server arrives over the server's loopback interface.
	Loopback Capability = "loopback"
	// Beside: the server reaches what the scenario itself listens on, and shares its ports.
	Beside Capability = "beside"
	// Image: the server runs from an image whose container can be looked into: see [Contained].
	Image Capability = "image"
	// Kubernetes: the server runs in a cluster whose objects can be read: see [Clustered].
	Kubernetes Capability = "kubernetes"
)

// Capabilities are all there are.
var Capabilities = []Capability{
	NeedsStdio, NeedsSSE, ServerClock, ServerEnv, Programs, Address, Signals, Loopback, Beside, Image, Kubernetes,
}

// LacksTransport returns why a target with transport has lacks the capability
// [NeedsStdio] or [NeedsSSE], or "" when it does not.
func LacksTransport(has Transport, c Capability) string {
	if (c == NeedsStdio || c == NeedsSSE) && string(c) != string(has) {
		return "needs the transport " + string(c)
	}
	return ""
}

// Target is a way to run scenarios.
type Target interface {
	// Name is "inprocess", "process", ….
	Name() string
	Transport() Transport
	// Lacks returns why the capability is missing, or "" when it is there.
	Lacks(Capability) string
	// Start prepares what all scenarios share. An error means "could not judge",
	// or, when it wraps [ErrServer], that the server under test is at fault.
	Start(ctx context.Context) error
	// Open makes the surroundings of one scenario: a tenant of its own.
	Open(ctx context.Context) (Env, error)
	// Stop releases everything.
	Stop(ctx context.Context) error
}

// Env is the surroundings of one scenario.
type Env interface {
	// Platform arranges and observes the scenario's own tenant.
	Platform() *control.TenantClient
	// PlatformURL is the base URL of the platform as the server under test sees it.
	PlatformURL() string
	// Connect starts (or reaches) a server and returns a client of it that has not yet sent anything.
	Connect(ctx context.Context, o ClientOptions) (Client, error)
	// Run runs a released program to its end (capability Programs).
	Run(ctx context.Context, c Command) (Result, error)
	// ServerURL is the base URL of a server that speaks SSE, as the scenario reaches it (capability Address).
	ServerURL(ctx context.Context) (string, error)
	// ProgramURL is the base URL of that server as a program that [Env.Run] starts reaches it (capability Programs).
	ProgramURL(ctx context.Context) (string, error)
	// Close releases the scenario's clients, servers and tenant.
	Close(ctx context.Context) error
}

// ClientOptions says which client a scenario wants.
type ClientOptions struct {
	// Token is the bearer: in the environment of a server on stdio, in the
	// Authorization header over SSE. Empty means none.
	Token string
	// Env are further variables of the server (capability ServerEnv). A server with Env, or with
	// ControlledClock, is this client's own.
	Env map[string]string
	// ControlledClock gives the server a clock that only Client.Advance moves (capability ServerClock).
	ControlledClock bool
	// Origin and Host override the header of that name over SSE.
	Origin, Host string
}

// Client is one MCP client.
type Client interface {
	// Conn exchanges JSON-RPC messages and keeps the log of both directions.
	Conn() *wire.Conn
	// Advance moves the server's clock once something waits on it.
	Advance(ctx context.Context, d time.Duration) error
	// Disconnect drops the connection the hard way, as a client that crashes does.
	Disconnect() error
	// CloseInput ends the input of a server on stdio and waits for its end.
	CloseInput(ctx context.Context) (Result, error)
	// Signal sends SIGTERM or SIGINT ("TERM", "INT") to the server's process and waits for its end (capability Signals).
	Signal(ctx context.Context, name string) (Result, error)
	// Stderr is what the server has logged so far.
	Stderr() string
}

// Command is a released program to run.
type Command struct {
	// Program is "ambient-mcp", "mockplatform", "acpctl" or "contract".
	Program string
	Args    []string
	Env     map[string]string
	Stdin   io.Reader
}

// Result is how a program ended.
type Result struct {
	// ExitCode is 0 for an in-process server that ended without an error.
	ExitCode       int
	Stdout, Stderr string
}
