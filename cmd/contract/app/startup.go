// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"
)

// startup holds back what programs write to standard error until they run, so
// that one that does not start is told in one line and not in as many as each has.
type startup struct {
	to io.Writer

	mu   sync.Mutex
	held bytes.Buffer
	open bool
}

// Write holds the text back or, when everything runs, passes it on.
func (s *startup) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open {
		return s.to.Write(p)
	}
	return s.held.Write(p)
}

// release passes on what was held back and all that follows.
func (s *startup) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		_, _ = s.held.WriteTo(s.to) // nobody is left to tell that standard error is full
		s.open = true
	}
}

// reason is the last line of those held back that says what is wrong; "" when none does.
func (s *startup) reason() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var reason string
	for _, line := range strings.Split(strings.TrimSpace(s.held.String()), "\n") {
		var log struct{ Level, Msg, Error string }
		switch err := json.Unmarshal([]byte(line), &log); {
		case err != nil && line != "":
			reason = line
		case log.Level == "ERROR":
			reason = strings.TrimPrefix(log.Msg+": ", "ended: ") + log.Error
		}
	}
	return reason
}

// announced is standard output, on which the first word says that everything runs.
type announced struct {
	io.Writer
	startup *startup
}

func (a announced) Write(p []byte) (int, error) {
	a.startup.release()
	return a.Writer.Write(p)
}
