// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Bytes travel in chunks, each behind a word of 32 bits: its length, or the
// final mark with the length of an error's text. So an end in order differs
// from a connection that was lost, and writing can end while reading goes on.
const (
	maxChunk  = 32 << 10
	maxError  = 4 << 10
	finalMark = 1 << 31
)

// chunkWriter writes one direction.
type chunkWriter struct {
	mu  sync.Mutex
	w   io.Writer
	buf []byte
	err error // sticky: after part of a chunk nothing can follow
}

func (c *chunkWriter) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	written := 0
	for len(p) > 0 {
		n := min(len(p), maxChunk)
		if err := c.put(uint32(n), p[:n]); err != nil {
			return written, err
		}
		p, written = p[n:], written+n
	}
	return written, c.err
}

// end ends the direction, with the text of an error or in order. Nothing can be written behind it.
func (c *chunkWriter) end(cause error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var text string
	if cause != nil {
		text = cause.Error()
		text = text[:min(len(text), maxError)]
	}
	err := c.put(finalMark|uint32(len(text)), []byte(text))
	if errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	if c.err == nil {
		c.err = io.ErrClosedPipe
	}
	return err
}

func (c *chunkWriter) put(word uint32, p []byte) error {
	if c.err != nil {
		return c.err
	}
	c.buf = append(binary.BigEndian.AppendUint32(c.buf[:0], word), p...)
	_, err := c.w.Write(c.buf)
	c.err = timely(err)
	return c.err
}

// chunkReader reads one direction: io.EOF after an end in order,
// [remoteError] after one with an error, io.ErrUnexpectedEOF when it just stops.
// A deadline that passes loses nothing.
type chunkReader struct {
	r    io.Reader
	head [4]byte
	got  int // bytes of head
	left int // bytes of the chunk that are still to come
	err  error
}

// remoteError is the text of an error on the other side.
type remoteError string

func (e remoteError) Error() string { return string(e) }

func (c *chunkReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for c.err == nil && c.left == 0 {
		if err := c.next(); err != nil {
			return 0, c.keep(err)
		}
	}
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.r.Read(p[:min(len(p), c.left)])
	c.left -= n
	if n > 0 {
		return n, nil // What is wrong will be wrong again.
	}
	return 0, c.keep(noEOF(err))
}

// next reads the word before a chunk.
func (c *chunkReader) next() error {
	for c.got < len(c.head) {
		n, err := c.r.Read(c.head[c.got:])
		c.got += n
		if n == 0 && err != nil {
			return noEOF(err)
		}
	}
	c.got = 0
	word := binary.BigEndian.Uint32(c.head[:])
	size := word &^ finalMark
	switch {
	case word == finalMark:
		return io.EOF
	case word&finalMark != 0 && size <= maxError:
		text := make([]byte, size)
		if _, err := io.ReadFull(c.r, text); err != nil {
			return fmt.Errorf("read why the stream ended: %w", noEOF(err))
		}
		return remoteError(text)
	case word&finalMark == 0 && size > 0 && size <= maxChunk:
		c.left = int(size)
		return nil
	default:
		return fmt.Errorf("read a chunk: %#x is no length", word)
	}
}

// keep makes every error but that of a deadline the last one.
func (c *chunkReader) keep(err error) error {
	if err = timely(err); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		c.err = err
	}
	return err
}

// timely gives the error of a deadline the name that package net gives it.
func timely(err error) error {
	if t := (interface{ Timeout() bool })(nil); errors.As(err, &t) && t.Timeout() {
		return os.ErrDeadlineExceeded
	}
	return err
}
