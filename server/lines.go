// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
)

// maxLine bounds one message on stdio, in bytes.
const maxLine = 16 << 20

// line is one line of the input without its end, or why there is none.
type line struct {
	text    []byte
	tooLong bool
	err     error
}

// lines reads in until its end, an error, or the end of ctx.
func lines(ctx context.Context, in io.Reader) <-chan line {
	out := make(chan line)
	go func() {
		defer close(out)
		r := bufio.NewReaderSize(in, 64<<10)
		for {
			l := readLine(r)
			select {
			case out <- l:
			case <-ctx.Done():
				return
			}
			if l.err != nil {
				return
			}
		}
	}()
	return out
}

// readLine reads up to the end of a line; a last line without one counts.
func readLine(r *bufio.Reader) line {
	var l line
	for {
		part, err := r.ReadSlice('\n')
		if len(l.text)+len(part) > maxLine {
			l.tooLong, l.text = true, nil
		}
		if !l.tooLong {
			l.text = append(l.text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		l.text, l.err = bytes.TrimSpace(l.text), err
		return l
	}
}
