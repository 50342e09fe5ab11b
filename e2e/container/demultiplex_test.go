// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// frame is a piece of an output as engines send it: 1 is standard output, 2 standard error.
func frame(stream byte, text string) []byte {
	head := []byte{stream, 0, 0, 0, 0, 0, 0, 0}
	binary.BigEndian.PutUint32(head[4:], uint32(len(text)))
	return append(head, text...)
}

func TestDemultiplex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sent bytes.Buffer
		var want [3]string
		for range rapid.IntRange(0, 20).Draw(t, "frames") {
			stream := rapid.SampledFrom([]byte{1, 2}).Draw(t, "stream")
			text := strings.Repeat(rapid.StringN(0, 50, -1).Draw(t, "text"), rapid.IntRange(1, 2000).Draw(t, "times"))
			want[stream] += text
			sent.Write(frame(stream, text))
		}
		var out, errOut bytes.Buffer
		if err := demultiplex(&sent, &out, &errOut); err != nil || out.String() != want[1] || errOut.String() != want[2] {
			t.Errorf("got %q, %q, %v", out.String(), errOut.String(), err)
		}
	})
}

func FuzzDemultiplex(f *testing.F) {
	f.Add(append(frame(1, "out\n"), frame(2, "err\n")...))
	f.Add(frame(3, "the engine's own trouble"))
	f.Add([]byte("OCI runtime exec failed"))
	f.Add(frame(1, "cut")[:9])
	f.Fuzz(func(t *testing.T, b []byte) {
		var out, errOut bytes.Buffer
		err := demultiplex(bytes.NewReader(b), &out, &errOut)
		if got := out.Len() + errOut.Len(); got > len(b) || (err == nil && (len(b)-got)%8 != 0) {
			t.Errorf("%d bytes became %d and %d, %v", len(b), out.Len(), errOut.Len(), err)
		}
	})
}

func TestWhatIsNoOutput(t *testing.T) {
	for name, c := range map[string]struct {
		sent, says, out string
	}{
		"plain text":            {"OCI runtime exec failed: no such file", `the engine says "OCI runtime exec failed: no such file"`, ""},
		"short plain text":      {"no", `it is cut, or no output: "no"`, ""},
		"the engine's trouble":  {string(frame(1, "out")) + string(frame(3, "lost the log")), `the engine says "lost the log"`, "out"},
		"a frame that is cut":   {string(frame(1, "out")[:10]), "unexpected EOF", "ou"},
		"a frame without text":  {string(frame(2, "text")[:8]), "unexpected EOF", ""},
		"a length out of reach": {"\x01\x00\x00\x00\xff\xff\xff\xffshort", "unexpected EOF", "short"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errOut bytes.Buffer
			err := demultiplex(strings.NewReader(c.sent), &out, &errOut)
			if err == nil || !strings.Contains(err.Error(), c.says) || out.String() != c.out {
				t.Errorf("got %v, %q", err, out.String())
			}
		})
	}
}
