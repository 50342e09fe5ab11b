// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package pod

import (
	"context"
	"fmt"
	"io"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// resume is the pause before a log that broke off is followed again.
const resume = 200 * time.Millisecond

// LogOptions says which part of a container's log is wanted.
type LogOptions struct {
	// Since leaves out what was logged before it; nothing when zero.
	Since time.Time
	// Lines is how many of the last lines are wanted; all when 0.
	Lines int64
	// Previous: the log of the container before it was restarted.
	Previous bool
}

func (o LogOptions) api(container string) *corev1.PodLogOptions {
	out := &corev1.PodLogOptions{Container: container, Previous: o.Previous}
	if o.Lines > 0 {
		out.TailLines = &o.Lines
	}
	if !o.Since.IsZero() {
		since := metav1.NewTime(o.Since)
		out.SinceTime = &since
	}
	return out
}

// Log returns what a container has logged.
func (k Cluster) Log(ctx context.Context, c Container, o LogOptions) (string, error) {
	text, err := k.Client.CoreV1().Pods(c.Namespace).GetLogs(c.Pod, o.api(c.Name)).DoRaw(ctx)
	if err != nil {
		return "", fmt.Errorf("read the log of %s: %w", c, err)
	}
	return string(text), nil
}

// Follow copies what the container that find finds logs from since on to w,
// until the context ends. A log that breaks off, also because another container
// takes the place, is followed again, in which case some lines may come twice.
func (k Cluster) Follow(ctx context.Context, find func(ctx context.Context) (Container, error), since time.Time, w io.Writer) {
	for ctx.Err() == nil {
		if c, err := find(ctx); err == nil {
			since = k.follow(ctx, c, since, w)
		}
		again := time.NewTimer(resume)
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
		}
	}
}

// follow returns from when on the log is to be followed next.
func (k Cluster) follow(ctx context.Context, c Container, since time.Time, w io.Writer) time.Time {
	o := LogOptions{Since: since}.api(c.Name)
	o.Follow = true
	r, err := k.Client.CoreV1().Pods(c.Namespace).GetLogs(c.Pod, o).Stream(ctx)
	if err != nil {
		return since
	}
	defer r.Close()
	noted := &noting{w: w, last: since}
	_, _ = io.Copy(noted, r) // it is followed again, whatever ended it
	return noted.last
}

// noting notes when something was written last.
type noting struct {
	w    io.Writer
	last time.Time
}

func (n *noting) Write(b []byte) (int, error) {
	n.last = time.Now()
	return n.w.Write(b)
}
