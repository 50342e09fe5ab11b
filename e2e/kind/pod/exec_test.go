// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package pod

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/httpstream"
	"k8s.io/apimachinery/pkg/util/httpstream/spdy"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

// api executes programs over the older protocol only. "cat" copies, "fail" says why and ends with 3.
func api(t *testing.T) Cluster {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/namespaces/n/pods/p/exec" || r.URL.Query().Get("container") != "c" || r.Method != http.MethodPost {
			http.Error(w, "no WebSocket here", http.StatusBadRequest)
			return
		}
		execute(t, w, r)
	}))
	t.Cleanup(server.Close)
	config := &rest.Config{Host: server.URL}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return Cluster{Config: config, Client: client}
}

func execute(t *testing.T, w http.ResponseWriter, r *http.Request) {
	if _, err := httpstream.Handshake(r, w, []string{"v4.channel.k8s.io"}); err != nil {
		t.Error(err)
		return
	}
	opened := make(chan httpstream.Stream, 4)
	conn := spdy.NewResponseUpgrader().UpgradeResponse(w, r, func(s httpstream.Stream, _ <-chan struct{}) error {
		opened <- s
		return nil
	})
	if conn == nil {
		t.Error("no upgrade")
		return
	}
	defer conn.Close()
	streams := map[string]httpstream.Stream{}
	wanted := 1
	for _, name := range []string{"stdin", "stdout", "stderr"} {
		if r.URL.Query().Get(name) == "true" {
			wanted++
		}
	}
	for len(streams) < wanted {
		s := <-opened
		streams[s.Headers().Get(corev1.StreamType)] = s
	}
	code := 0
	if r.URL.Query().Get("command") == "cat" {
		_, _ = io.Copy(streams["stdout"], streams["stdin"])
	} else {
		_, _ = io.WriteString(streams["stderr"], "there is\nno such thing\n")
		code = 3
	}
	status := metav1.Status{Status: metav1.StatusSuccess}
	if code > 0 {
		status = metav1.Status{Status: metav1.StatusFailure, Reason: "NonZeroExitCode", Details: &metav1.StatusDetails{
			Causes: []metav1.StatusCause{{Type: "ExitCode", Message: fmt.Sprint(code)}},
		}}
	}
	_ = json.NewEncoder(streams["error"]).Encode(status)
	for _, s := range streams {
		s.Close()
	}
	select { // the client hangs up
	case <-conn.CloseChan():
	case <-time.After(10 * time.Second):
	}
}

func TestExec(t *testing.T) {
	k := api(t)
	var out, errOut bytes.Buffer
	code, err := k.Exec(t.Context(), Container{"n", "p", "c"}, strings.NewReader("hello"), &out, &errOut, "cat")
	if code != 0 || err != nil || out.String() != "hello" {
		t.Errorf("cat: %d, %v, %q", code, err, out.String())
	}
	code, err = k.Exec(t.Context(), Container{"n", "p", "c"}, nil, &out, &errOut, "fail")
	if code != 3 || err != nil || errOut.String() != "there is\nno such thing\n" {
		t.Errorf("fail: %d, %v, %q", code, err, errOut.String())
	}
	_, err = k.Exec(t.Context(), Container{"n", "p", "other"}, nil, &out, &errOut, "cat")
	if err == nil || !strings.HasPrefix(err.Error(), "execute cat in container other of pod p: ") {
		t.Errorf("elsewhere: %v", err)
	}
}

func TestOpener(t *testing.T) {
	k := api(t)
	find := func(context.Context) (Container, error) { return Container{"n", "p", "c"}, nil }
	s, err := k.Opener(find, "cat")(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 5)
	if _, err := io.ReadFull(s, b); string(b) != "hello" || err != nil {
		t.Errorf("read %q, %v", b, err)
	}
	s.Close()
	s, err = k.Opener(find, "fail")(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.ReadAll(s)
	if err == nil || err.Error() != "fail in container c of pod p ended with exit code 3: there is no such thing" {
		t.Errorf("got %v", err)
	}
	if _, err := s.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write after the end: %v", err)
	}
	s.Close()
	lost := errors.New("lost")
	if _, err := k.Opener(func(context.Context) (Container, error) { return Container{}, lost }, "cat")(t.Context()); !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
}
