// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The streams in what an engine sends of a program without a terminal.
const (
	streamIn  = 0 // sent by very old engines for standard output
	streamOut = 1
	streamErr = 2
	// streamEngine is the engine's own trouble.
	streamEngine = 3
)

// mostTrouble bounds what is told of the engine's trouble, in bytes.
const mostTrouble = 2000

// demultiplex reads an engine's stream of both outputs to its end. The client's own
// function makes room for a frame before it has come, whatever length the frame claims,
// and takes a stream that was cut for one that has ended.
func demultiplex(r io.Reader, out, errOut io.Writer) error {
	out, errOut = lasting{out}, lasting{errOut}
	var head [8]byte // the stream, three zeroes, the length
	for {
		switch n, err := io.ReadFull(r, head[:]); {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("read output: it is cut, or no output: %q", head[:n])
		case err != nil:
			return fmt.Errorf("read output: %w", err)
		}
		to := out
		switch head[0] {
		case streamIn, streamOut:
		case streamErr:
			to = errOut
		case streamEngine:
			return trouble(nil, r)
		default: // an engine that fails once it has promised the stream says so in plain text
			return trouble(head[:], r)
		}
		if _, err := io.CopyN(to, r, int64(binary.BigEndian.Uint32(head[4:]))); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("read output: %w", err)
		}
	}
}

// trouble is what the engine says instead of the program's output.
func trouble(begun []byte, r io.Reader) error {
	text, _ := io.ReadAll(io.LimitReader(r, mostTrouble))
	return fmt.Errorf("read output: the engine says %q", append(begun, text...))
}

// lasting is a writer that goes on when nobody reads any more: the other output must not stop.
type lasting struct{ io.Writer }

func (l lasting) Write(p []byte) (int, error) {
	_, _ = l.Writer.Write(p)
	return len(p), nil
}
