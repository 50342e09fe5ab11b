// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestFramesThatAreRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		bytes, want string
	}{
		"nothing":           {"", "EOF"},
		"half a length":     {"\x00\x00", "unexpected EOF"},
		"half a frame":      {"\x00\x00\x00\x05abc", "unexpected EOF"},
		"a frame too large": {"\x7f\xff\xff\xffabc", "more than the 1048576 that are allowed"},
	} {
		if _, err := readFrame(strings.NewReader(tt.bytes)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for text, want := range map[string]string{
		``:                                       "EOF",
		`{"op":"hello"} {}`:                      "something follows",
		`{"op":"hello","x":1}`:                   "unknown field",
		`{}`:                                     `unknown operation ""`,
		`{"op":"start"}`:                         "no command",
		`{"op":"attach","stream":"fd3"}`:         `unknown stream "fd3"`,
		`{"op":"signal","signal":"USR1"}`:        "TERM, INT, KILL, HUP",
		`{"op":"dial","addr":"x:1","within":-1}`: "no time",
		`{"op":"look"}`:                          "no options",
		`{"op":"look","look":{"pid":-1}}`:        "no process",
		`{"op":"look","look":{"files":["x"]}}`:   "absolute",
		`{"op":"look","look":{"health":[""]}}`:   "no program",
	} {
		if _, err := decodeRequest([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestChunksSayHowTheyEnd(t *testing.T) {
	write := func(end bool, cause error) []byte {
		var b bytes.Buffer
		w := &chunkWriter{w: &b}
		if _, err := w.Write([]byte("some")); err != nil {
			t.Fatal(err)
		}
		if end {
			if err := errors.Join(w.end(cause), w.end(nil)); err != nil {
				t.Fatal(err)
			}
		}
		return b.Bytes()
	}
	for name, tt := range map[string]struct {
		bytes []byte
		want  error
	}{
		"in order":        {write(true, nil), nil},
		"with an error":   {write(true, errors.New("reset")), remoteError("reset")},
		"a long error":    {write(true, errors.New(strings.Repeat("x", 2*maxError))), remoteError(strings.Repeat("x", maxError))},
		"not at all":      {write(false, nil), io.ErrUnexpectedEOF},
		"within a length": {append(write(false, nil), 0, 0), io.ErrUnexpectedEOF},
		"within a chunk":  {append(write(false, nil), 0, 0, 0, 9, 'x'), io.ErrUnexpectedEOF},
	} {
		r := &chunkReader{r: iotest.OneByteReader(bytes.NewReader(tt.bytes))}
		got, err := io.ReadAll(r)
		if !strings.HasPrefix(string(got), "some") || !errors.Is(err, tt.want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if _, again := r.Read(make([]byte, 1)); !errors.Is(again, r.err) || again == nil {
			t.Errorf("%s: then %v", name, again)
		}
	}
	for _, word := range []string{"\x00\x00\x00\x00", "\x00\x01\x00\x00", "\x80\x00\x20\x00", "\xff\xff\xff\xff"} {
		if _, err := io.ReadAll(&chunkReader{r: strings.NewReader(word + "xxxx")}); err == nil || !strings.Contains(err.Error(), "is no length") {
			t.Errorf("%x: %v", word, err)
		}
	}
}

func FuzzDecodeRequest(f *testing.F) {
	for _, seed := range []string{
		`{"op":"hello"}`, `{"op":"start","command":{"path":"/bin/x","args":["a"],"env":{"A":"b"},"dir":"/","inherit_env":true}}`,
		`{"op":"attach","process":3,"stream":"stdin"}`, `{"op":"signal","process":3,"signal":"HUP"}`,
		`{"op":"dial","addr":"[::1]:80","within":5}`, `{"op":"look","look":{"pid":1,"health":["x"],"directories":["/"],"files":["/a"]}}`, `{`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeRequest(b)
		if err != nil {
			return
		}
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		same, err := decodeRequest(again)
		if err != nil || cmp.Diff(marshal(t, r), marshal(t, same)) != "" {
			t.Errorf("%s becomes %s: %v", b, again, err)
		}
	})
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// FuzzChunks: whatever comes, reading it ends, and never with more than came.
func FuzzChunks(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x01x\x80\x00\x00\x00"), []byte("y"))
	f.Add([]byte("\x80\x00\x00\x02no"), []byte(""))
	f.Fuzz(func(t *testing.T, wire, text []byte) {
		got, err := io.ReadAll(&chunkReader{r: bytes.NewReader(wire)})
		if len(got) > len(wire) || (err == nil && !bytes.Contains(wire, []byte("\x80\x00\x00\x00"))) {
			t.Errorf("%x gives %x, %v", wire, got, err)
		}
		var b bytes.Buffer
		w := &chunkWriter{w: &b}
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := w.end(nil); err != nil {
			t.Fatal(err)
		}
		if back, err := io.ReadAll(&chunkReader{r: &b}); err != nil || !bytes.Equal(back, text) {
			t.Errorf("%x comes back as %x, %v", text, back, err)
		}
	})
}
