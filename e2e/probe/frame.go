// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// maxFrame bounds a request and an answer: an environment and arguments fit, a
// stream that carries something else is noticed.
const maxFrame = 1 << 20

// The operations of a request, one for each stream that a client opens.
const (
	opHello  = "hello"
	opStart  = "start"
	opAttach = "attach"
	opSignal = "signal"
	opDial   = "dial"
	opLook   = "look"
)

// The streams of a process.
const (
	streamStdin  = "stdin"
	streamStdout = "stdout"
	streamStderr = "stderr"
)

// Command is a process to start inside the container.
type Command struct {
	// Path is a file, or a name that is looked for in the PATH of the mux.
	Path string   `json:"path"`
	Args []string `json:"args,omitempty"`
	// Env is the whole environment, but for PATH, which is that of the mux unless it is named here.
	Env map[string]string `json:"env,omitempty"`
	// Dir is the working directory; that of the mux when empty.
	Dir string `json:"dir,omitempty"`
	// InheritEnv puts Env over the environment of the container instead of over nothing.
	InheritEnv bool `json:"inherit_env,omitempty"`
}

// request is the first frame of a stream.
type request struct {
	Op      string   `json:"op"`
	Command *Command `json:"command,omitempty"`
	// Process is the mux's number of a process, for attach and signal.
	Process uint64 `json:"process,omitempty"`
	Stream  string `json:"stream,omitempty"`
	Signal  string `json:"signal,omitempty"`
	Addr    string `json:"addr,omitempty"`
	// Within bounds dialling; 0 leaves the bound to the mux.
	Within time.Duration `json:"within,omitempty"`
	Look   *LookOptions  `json:"look,omitempty"`
}

// answer is what the mux sends back: one to each request, and for start a second one at the end of the process.
type answer struct {
	Error string `json:"error,omitempty"`
	// Gone: the process that was asked for has ended.
	Gone      bool              `json:"gone,omitempty"`
	Process   uint64            `json:"process,omitempty"`
	PID       int               `json:"pid,omitempty"`
	Exit      *int              `json:"exit,omitempty"`
	Container *target.Container `json:"container,omitempty"`
}

// decodeRequest reads a request and refuses what no client of ours sends.
func decodeRequest(b []byte) (request, error) {
	var r request
	if err := decode(b, &r); err != nil {
		return request{}, err
	}
	return r, r.check()
}

func (r request) check() error {
	switch r.Op {
	case opHello:
	case opStart:
		if r.Command == nil {
			return errors.New("start names no command")
		}
		return r.Command.check()
	case opAttach:
		switch r.Stream {
		case streamStdin, streamStdout, streamStderr:
		default:
			return fmt.Errorf("unknown stream %q", r.Stream)
		}
	case opSignal:
		if _, ok := signals[r.Signal]; !ok {
			return fmt.Errorf("unknown signal %q; valid are TERM, INT, KILL, HUP", r.Signal)
		}
	case opDial:
		if _, port, err := net.SplitHostPort(r.Addr); err != nil || port == "" {
			return fmt.Errorf("%q is not an address; valid is host:port", r.Addr)
		}
		if r.Within < 0 {
			return errors.New("dial is given no time")
		}
	case opLook:
		if r.Look == nil {
			return errors.New("look has no options")
		}
		return r.Look.check()
	default:
		return fmt.Errorf("unknown operation %q", r.Op)
	}
	return nil
}

func (c *Command) check() error {
	const nul = "\x00"
	if c.Path == "" {
		return errors.New("the command has no path")
	}
	if strings.Contains(c.Path+c.Dir+strings.Join(c.Args, ""), nul) {
		return errors.New("the command holds a NUL byte")
	}
	for name, value := range c.Env {
		if name == "" || strings.ContainsAny(name, "="+nul) || strings.Contains(value, nul) {
			return fmt.Errorf("the environment variable %q cannot be set", name) // Its value is never told.
		}
	}
	return nil
}

func decode(b []byte, into any) error {
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("read a frame: %w", err)
	}
	if d.More() {
		return errors.New("read a frame: something follows the JSON")
	}
	return nil
}

// writeFrame writes v as JSON behind its length.
func writeFrame(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	if len(b) > maxFrame {
		return fmt.Errorf("write a frame: %d bytes are more than the %d that are allowed", len(b), maxFrame)
	}
	if _, err := w.Write(append(binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(b)), uint32(len(b))), b...)); err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	return nil
}

// readFrame reads what writeFrame wrote. io.EOF is the end of the stream between two frames.
func readFrame(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		return nil, fmt.Errorf("read a frame: %w", err)
	}
	size := binary.BigEndian.Uint32(head[:])
	if size > maxFrame {
		return nil, fmt.Errorf("read a frame: %d bytes are more than the %d that are allowed", size, maxFrame)
	}
	b := make([]byte, size)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, fmt.Errorf("read a frame: %w", noEOF(err))
	}
	return b, nil
}

// noEOF makes the end of a stream where none may be an error that is not taken for an end in order.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
