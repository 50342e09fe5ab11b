// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/moby/moby/client"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// Container looks into the container of the shared server, by a program that
// runs there as the server's user does.
func (e *env) Container(ctx context.Context) (target.Container, error) {
	t := e.target
	var out bytes.Buffer
	s, err := t.exec(ctx, t.shared.id, []string{
		path.Join(mountedAt, programs.Probe), "look", "--pid", "1", "--health", strings.Join(t.images.server.health, " "),
	}, nil, &out)
	if err != nil {
		return target.Container{}, err
	}
	defer s.close()
	s.feed(nil)
	code, err := s.wait(ctx)
	if err != nil {
		return target.Container{}, err
	}
	var found target.Container
	if code != 0 {
		return found, fmt.Errorf("%s ended with exit code %d; %s", s.name, code, s.stderr.Excerpt())
	}
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		return found, fmt.Errorf("read what %s found: %w", s.name, err)
	}
	return found, nil
}

// Audit looks for the bearers of the pass in the whole log of the shared server,
// and tells what was found in those of the others.
func (t *Target) Audit(ctx context.Context) error {
	log, err := t.log(ctx, t.shared.id, "all")
	if err != nil {
		return err
	}
	t.accuse("the log of the shared server", log)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.leaks) > 0 {
		return errors.New(strings.Join(t.leaks, "; "))
	}
	return nil
}

// accuse notes a bearer in a log, if there is one, for the audit.
func (t *Target) accuse(log, text string) {
	if leak := t.bearers.Leak(text); leak != nil {
		t.mu.Lock()
		t.leaks = append(t.leaks, log+": "+leak.Error())
		t.mu.Unlock()
	}
}

// Diagnose tells the state of every container of the run and how its log ends.
func (t *Target) Diagnose(ctx context.Context) []target.Attachment {
	if t.lease == nil {
		return nil
	}
	found, err := t.engine.ContainerList(ctx, client.ContainerListOptions{
		All: true, Filters: client.Filters{}.Add("label", lease.Label+"="+t.lease.ID()),
	})
	if err != nil {
		return []target.Attachment{{Name: "containers", Text: "list the containers: " + err.Error()}}
	}
	var out []target.Attachment
	for _, c := range found.Items {
		text := "image " + c.Image + ", " + c.Status + "\n"
		if r, err := t.engine.ContainerInspect(ctx, c.ID, client.ContainerInspectOptions{}); err == nil && r.Container.State != nil {
			s := r.Container.State
			text += fmt.Sprintf("state %s, exit code %d, out of memory %t %s\n", s.Status, s.ExitCode, s.OOMKilled, s.Error)
		}
		log, err := t.log(ctx, c.ID, "200")
		if err != nil {
			log = err.Error()
		}
		log = t.bearers.Scrub(log)
		name := strings.TrimPrefix(strings.Join(c.Names, ","), "/")
		out = append(out, target.Attachment{Name: "container " + name, Text: text + log})
	}
	return out
}

// log returns the last lines of what a container wrote to both outputs.
func (t *Target) log(ctx context.Context, id, lines string) (string, error) {
	r, err := t.engine.ContainerLogs(ctx, id, client.ContainerLogsOptions{ShowStdout: true, ShowStderr: true, Tail: lines})
	if err != nil {
		return "", fmt.Errorf("read the log of container %s: %w", id, err)
	}
	defer r.Close()
	var out bytes.Buffer
	if err := demultiplex(r, &out, &out); err != nil {
		return "", fmt.Errorf("read the log of container %s: %w", id, err)
	}
	return out.String(), nil
}
