// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"bytes"
	"fmt"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/ledger"
	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// streams groups what came over a connection without being asked for by the
// subscription that it is of: between two of them there is no order.
func (w *World) streams(b *booked, messages []wire.Message) []ledger.Stream {
	var out []ledger.Stream
	at := map[string]int{} // subscription id → stream
	for _, s := range w.watching.subs {
		if s.client.Conn() == b.conn {
			at[s.id] = len(out)
			out = append(out, ledger.Stream{Of: fmt.Sprintf("%s, watch %d: %s", b.of, len(out)+1, s.name)})
		}
	}
	rest := ledger.Stream{Of: b.of}
	for _, m := range messages {
		stream := &rest
		for id, i := range at {
			if bytes.Contains(m.Raw, []byte(id)) {
				stream = &out[i]
			}
		}
		stream.Messages = append(stream.Messages, ledger.Answer{Text: string(m.Raw)})
	}
	if len(rest.Messages) > 0 {
		out = append(out, rest)
	}
	return out
}
