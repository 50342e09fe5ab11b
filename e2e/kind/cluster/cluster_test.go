// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
	"k8s.io/client-go/rest"
	kind "sigs.k8s.io/kind/pkg/cluster"
	"sigs.k8s.io/kind/pkg/cluster/nodes"
	kindexec "sigs.k8s.io/kind/pkg/exec"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const kubeconfigText = `apiVersion: v1
kind: Config
current-context: kind-%[1]s
clusters: [{name: kind-%[1]s, cluster: {server: "https://127.0.0.1:%[2]d"}}]
contexts: [{name: kind-%[1]s, context: {cluster: kind-%[1]s, user: u}}]
users: [{name: u, user: {}}]
`

// fake is an engine that keeps the names of its clusters.
type fake struct {
	mu      sync.Mutex
	names   []string
	fails   []error       // what the next Creates answer
	block   chan struct{} // Create waits until the cluster is deleted
	begun   chan struct{}
	once    sync.Once
	deleted []string
	paths   []string // kubeconfig files that were named
	broken  error    // what List answers
}

func (f *fake) Create(name string, _ ...kind.CreateOption) error {
	f.mu.Lock()
	f.names = append(f.names, name)
	var err error
	if len(f.fails) > 0 {
		err, f.fails = f.fails[0], f.fails[1:]
	}
	f.mu.Unlock()
	if f.block != nil {
		close(f.begun)
		<-f.block
		return errors.New("its node is gone")
	}
	return err
}

func (f *fake) Delete(name, kubeconfig string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.names = slices.DeleteFunc(f.names, func(n string) bool { return n == name })
	f.deleted, f.paths = append(f.deleted, name), append(f.paths, kubeconfig)
	if f.block != nil {
		f.once.Do(func() { close(f.block) })
	}
	return nil
}

func (f *fake) List() ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.names), f.broken
}

func (f *fake) KubeConfig(name string, _ bool) (string, error) {
	return fmt.Sprintf(kubeconfigText, name, 6443), nil
}

func (f *fake) ListInternalNodes(string) ([]nodes.Node, error) { return nil, nil }

// home gives the test a cache directory and a home of its own.
func home(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("TMPDIR", t.TempDir())
	return dir
}

func at(context.Context, *rest.Config) error { return nil }

// notes keeps log lines.
type notes struct{ lines []string }

func (n *notes) log(line string) { n.lines = append(n.lines, line) }

func TestCreate(t *testing.T) {
	home(t)
	f, n := &fake{}, &notes{}
	c, err := create(t.Context(), Options{Log: n.log}, f, at)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(c.Name, prefix) || len(c.Name) != len(prefix)+6 || !slices.Equal(f.names, []string{c.Name}) {
		t.Errorf("name %q, clusters %q", c.Name, f.names)
	}
	if c.NodePort == 0 || c.Config.Host != "https://127.0.0.1:6443" || c.Config.QPS != -1 || !c.Made {
		t.Errorf("made %+v, %+v", c, c.Config)
	}
	if dead, err := lease.Dead(c.Name); dead || err != nil {
		t.Errorf("while it runs: dead %t, %v", dead, err)
	}
	if err := c.Close(false); err != nil || len(f.names) > 0 {
		t.Errorf("close: %v, left %q", err, f.names)
	}
	if len(n.lines) != 2 || !strings.HasPrefix(n.lines[0], "create cluster "+c.Name+" … ") || !strings.HasSuffix(n.lines[1], " s") {
		t.Errorf("told %q", n.lines)
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	if _, err := os.Stat(filepath.Join(os.Getenv("HOME"), ".kube")); err == nil {
		t.Error("the user's own kubeconfig was touched")
	}
}

func TestCreateTriesABootThatFailsOnceMore(t *testing.T) {
	home(t)
	f, n := &fake{fails: []error{errors.New("failed to init node")}}, &notes{}
	c, err := create(t.Context(), Options{Log: n.log}, f, at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(false)
	if !slices.Equal(f.deleted, []string{c.Name}) || !strings.Contains(n.lines[0], "failed to init node … failed after") {
		t.Errorf("deleted %q, told %q", f.deleted, n.lines)
	}
}

func TestCreateGivesUp(t *testing.T) {
	home(t)
	node := errors.New("await the nodes: context deadline exceeded; not ready: x: KubeletNotReady: no network")
	tests := map[string]struct {
		f     *fake
		ready await
		want  string
	}{
		"a node that does not boot twice": {&fake{fails: []error{
			errors.New("one"),
			&kindexec.RunError{Command: []string{"docker", "run"}, Output: []byte("pulling\nno space left on device\n"), Inner: errors.New("exit status 125")},
		}}, at, `command "docker run" failed with error: exit status 125: no space left on device`},
		"nodes that do not get ready": {&fake{}, func(context.Context, *rest.Config) error { return node }, node.Error()},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			n := &notes{}
			_, err := create(t.Context(), Options{Log: n.log}, tt.f, tt.ready)
			if err == nil || !strings.HasPrefix(err.Error(), "create cluster ambient-contract-") || !strings.HasSuffix(err.Error(), ": "+tt.want) {
				t.Errorf("got %v", err)
			}
			if len(tt.f.names) > 0 || len(tt.f.deleted) != 2 {
				t.Errorf("left %q, deleted %q", tt.f.names, tt.f.deleted)
			}
		})
	}
}

func TestCreateIsInterrupted(t *testing.T) {
	home(t)
	f := &fake{block: make(chan struct{}), begun: make(chan struct{})}
	ctx, cancel := context.WithCancelCause(t.Context())
	interrupt := errors.New("interrupt")
	go func() {
		<-f.begun
		cancel(interrupt)
	}()
	_, err := create(ctx, Options{Log: func(string) {}}, f, at)
	if !errors.Is(err, interrupt) || len(f.names) > 0 {
		t.Errorf("got %v, left %q", err, f.names)
	}
}

func TestKeep(t *testing.T) {
	home(t)
	f, n := &fake{}, &notes{}
	c, err := create(t.Context(), Options{Log: n.log}, f, at)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(true); err != nil {
		t.Fatal(err)
	}
	if kept, err := lease.Kept(c.Name); !kept || err != nil {
		t.Errorf("kept %t, %v", kept, err)
	}
	if want := "kind delete cluster --name " + c.Name; !strings.Contains(n.lines[1], want) {
		t.Errorf("told %q, which does not say %q", n.lines, want)
	}
}

func TestSweep(t *testing.T) {
	cache := filepath.Join(home(t), "ambient-contract")
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	// A lease file that nobody locks is one of a process that has ended.
	for _, name := range []string{"ambient-contract-dead00", "ambient-contract-kept00", "ambient-contract-kept00.kept"} {
		if err := os.WriteFile(filepath.Join(cache, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kubeconfig := filepath.Join(os.Getenv("TMPDIR"), "ambient-contract-dead00-1", "kubeconfig")
	if err := errors.Join(os.Mkdir(filepath.Dir(kubeconfig), 0o700), os.WriteFile(kubeconfig, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	held, err := lease.Hold("ambient-contract-lives0")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	f := &fake{names: []string{"kind", "ambient-contract-dead00", "ambient-contract-kept00", "ambient-contract-lives0", "ambient-contract-others"}}
	n := &notes{}
	if err := sweep(f, n.log); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.deleted, []string{"ambient-contract-dead00"}) || len(n.lines) != 1 {
		t.Errorf("deleted %q, told %q", f.deleted, n.lines)
	}
	if _, err := os.Stat(kubeconfig); err == nil {
		t.Error("its kubeconfig is left")
	}
	for _, path := range f.paths {
		if strings.HasPrefix(path, os.Getenv("HOME")) {
			t.Errorf("kind was given %s", path)
		}
	}
	f.deleted = nil
	if err := sweep(f, n.log); err != nil || len(f.deleted) > 0 {
		t.Errorf("again: %v, deleted %q", err, f.deleted)
	}
}

func TestWithoutAnEngine(t *testing.T) {
	home(t)
	_, err := create(t.Context(), Options{Log: func(string) {}}, &fake{broken: errors.New("cannot connect")}, at)
	if err == nil || !strings.Contains(err.Error(), "a container engine must run, or name a cluster by --kubeconfig") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}
