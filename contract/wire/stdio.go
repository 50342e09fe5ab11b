// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// MaxFrame is the longest message, in bytes, that a stream receives.
const MaxFrame = 64 << 20

// Stdio is a [Stream] of lines, as MCP frames messages on standard input and output.
type Stdio struct {
	in  *bufio.Reader
	src io.Closer
	out io.WriteCloser

	mu sync.Mutex // one message is written at a time
}

// NewStdio returns a stream that receives lines from in and sends lines to out.
// Closing it closes both, which must unblock a pending read and write.
func NewStdio(in io.ReadCloser, out io.WriteCloser) *Stdio {
	return &Stdio{in: bufio.NewReaderSize(in, 64<<10), src: in, out: out}
}

// Send writes raw and a newline. When the context ends in the middle of that,
// the framing is lost and out is closed.
func (s *Stdio) Send(ctx context.Context, raw []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("write line: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { s.out.Close() })
	_, err := s.out.Write(append(bytes.Clone(raw), '\n'))
	if !stop() && err != nil {
		err = errors.Join(ctx.Err(), err)
	}
	if err != nil {
		return fmt.Errorf("write line: %w", err)
	}
	return nil
}

// Receive returns the next line that is not blank, without its end; a last line
// without an end counts. Only Close, not the context, ends a pending read.
func (s *Stdio) Receive(context.Context) ([]byte, error) {
	for {
		line, err := s.line()
		if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 && !errors.Is(err, ErrProtocol) {
			return line, nil
		}
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		default:
			return nil, fmt.Errorf("read line: %w", err)
		}
	}
}

func (s *Stdio) line() ([]byte, error) {
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > MaxFrame {
			return nil, fmt.Errorf("line longer than %d bytes: %w", MaxFrame, ErrProtocol)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// CloseSend ends the server's input and leaves its output readable.
func (s *Stdio) CloseSend() error { return s.out.Close() }

// Close closes both directions.
func (s *Stdio) Close() error { return errors.Join(s.out.Close(), s.src.Close()) }
