// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/kind/pkg/cluster/nodes"
	kindexec "sigs.k8s.io/kind/pkg/exec"
)

// node is one whose programs are functions.
type node struct {
	nodes.Node
	ids      map[string]string // of the images that it has
	imported []string          // archives
	full     bool
}

func (n *node) Command(name string, args ...string) kindexec.Cmd {
	return &command{node: n, line: name + " " + strings.Join(args, " ")}
}

type command struct {
	node *node
	line string
	in   io.Reader
	out  io.Writer
}

func (c *command) SetEnv(...string) kindexec.Cmd      { return c }
func (c *command) SetStdin(r io.Reader) kindexec.Cmd  { c.in = r; return c }
func (c *command) SetStdout(w io.Writer) kindexec.Cmd { c.out = w; return c }
func (c *command) SetStderr(io.Writer) kindexec.Cmd   { return c }
func (c *command) image() string                      { return c.line[strings.LastIndexByte(c.line, ' ')+1:] }
func (c *command) Run() error {
	switch {
	case strings.HasPrefix(c.line, "crictl inspecti "):
		id := c.node.ids[c.image()]
		if id == "" {
			return errors.New("no such image")
		}
		_, err := fmt.Fprintf(c.out, `{"status": {"id": %q}}`, id)
		return err
	case strings.HasPrefix(c.line, "containerd config dump"):
		_, err := io.WriteString(c.out, "version = 2\n[plugins.\"io.containerd.grpc.v1.cri\".containerd]\nsnapshotter = \"overlayfs\"\n")
		return err
	case strings.HasPrefix(c.line, "ctr "):
		if c.node.full {
			return errors.New("no space left on device")
		}
		archive, err := io.ReadAll(c.in)
		c.node.imported = append(c.node.imported, string(archive))
		return err
	}
	return errors.New("unexpected: " + c.line)
}

// engineOf puts a program "docker" in front that knows these images by id.
func engineOf(t *testing.T, images map[string]string) {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in\n"
	for name, id := range images {
		script += fmt.Sprintf("\"image inspect --format {{.Id}} %s\") echo %s ;;\n", name, id)
	}
	script += "save*) echo \"$*\" ;;\n*) echo \"Error: No such image\" >&2; exit 1 ;;\nesac\n"
	if err := os.WriteFile(filepath.Join(dir, "docker"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("KIND_EXPERIMENTAL_PROVIDER", "docker")
}

// noded is an engine whose clusters have these nodes.
type noded struct {
	fake
	nodes []nodes.Node
}

func (n *noded) ListInternalNodes(string) ([]nodes.Node, error) { return n.nodes, nil }

func TestLoad(t *testing.T) {
	engineOf(t, map[string]string{"localhost/a:latest": "sha256:1", "localhost/b:latest": "sha256:2", "example.com/c": "sha256:3"})
	tests := map[string]struct {
		images   []string
		there    map[string]string
		full     bool
		imported []string
		err      string
	}{
		"what is missing or another": {
			images: []string{"localhost/a:latest", "localhost/b:latest", "example.com/c"}, there: map[string]string{"localhost/b:latest": "sha256:2", "example.com/c": "sha256:0"},
			imported: []string{"save localhost/a:latest example.com/c\n"},
		},
		"nothing that is there": {images: []string{"localhost/a:latest"}, there: map[string]string{"localhost/a:latest": "sha256:1"}},
		"nothing that the engine lacks and the node has": {
			images: []string{"localhost/x:latest"}, there: map[string]string{"localhost/x:latest": "sha256:9"},
		},
		"nothing that may be pulled": {images: []string{"example.com/x"}},
		"what nobody has":            {images: []string{"localhost/x:latest"}, err: `image localhost/x:latest is not on this machine; run "make images", or name another by its flag`},
		"a node that is full":        {images: []string{"localhost/a:latest"}, full: true, err: "load localhost/a:latest: failed to load image: no space left on device"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			n := &node{ids: tt.there, full: tt.full}
			c := &Cluster{Name: "x", engine: &noded{nodes: []nodes.Node{n}}, log: func(string) {}}
			err := c.Load(t.Context(), tt.images...)
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("got %v, want %s", err, tt.err)
			}
			if !slices.Equal(n.imported, tt.imported) {
				t.Errorf("imported %q, want %q", n.imported, tt.imported)
			}
		})
	}
}

func TestNoClusterIsMadeForImagesThatNobodyHas(t *testing.T) {
	home(t)
	engineOf(t, map[string]string{"localhost/a:latest": "sha256:1"})
	f := &fake{}
	_, err := create(t.Context(), Options{Images: []string{"localhost/a:latest", "example.com/x", "localhost/x:latest"}, Log: func(string) {}}, f, at)
	if err == nil || !strings.HasPrefix(err.Error(), "image localhost/x:latest is not on this machine") || len(f.deleted)+len(f.names) > 0 {
		t.Errorf("got %v, made %q, deleted %q", err, f.names, f.deleted)
	}
}

func TestLoadWithoutAnEngine(t *testing.T) {
	t.Setenv("KIND_EXPERIMENTAL_PROVIDER", "an-engine-that-nobody-has")
	c := &Cluster{Name: "x", engine: &noded{nodes: []nodes.Node{&node{}}}, log: func(string) {}}
	if err := c.Load(t.Context(), "localhost/a"); err == nil || !strings.Contains(err.Error(), "look for image localhost/a") {
		t.Errorf("got %v", err)
	}
}
