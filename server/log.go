// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"io"
	"log/slog"

	"github.com/ambient-code/platform/components/ambient-mcp/server/guard"
)

// NewLogger returns a logger of JSON lines that shows neither the given secrets
// nor anything that looks like a bearer.
func NewLogger(w io.Writer, level string, secrets ...string) *slog.Logger {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "warn": slog.LevelWarn, "error": slog.LevelError}
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{
		Level: levels[level], // The zero value is info.
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			switch v := a.Value.Any().(type) {
			case string:
				a.Value = slog.StringValue(guard.Redact(v, secrets...))
			case error:
				a.Value = slog.StringValue(guard.Redact(v.Error(), secrets...))
			}
			return a
		},
	}))
}
