// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// healthBound bounds the health check that a look runs.
const healthBound = 10 * time.Second

// LookOptions say what a look into a container is interested in.
type LookOptions struct {
	// PID is the server's process; 1 when 0.
	PID int `json:"pid,omitempty"`
	// Health is the health check of the image: a program and its arguments. Without one, the look tells -1.
	Health []string `json:"health,omitempty"`
	// Directories are tried for writing, and Files looked for; both have defaults when nil.
	Directories []string `json:"directories,omitempty"`
	Files       []string `json:"files,omitempty"`
}

var (
	lookDirectories = []string{"/", "/usr/local/bin", "/etc", "/var", "/tmp"}
	lookFiles       = []string{"/bin/sh", "/bin/bash", "/usr/bin/env", "/var/run/secrets/kubernetes.io/serviceaccount/token"}
)

func (o LookOptions) check() error {
	if o.PID < 0 {
		return fmt.Errorf("%d is no process", o.PID)
	}
	if len(o.Health) > 0 && o.Health[0] == "" {
		return errors.New("the health check has no program")
	}
	for _, path := range slices.Concat(o.Directories, o.Files) {
		if !filepath.IsAbs(path) {
			return fmt.Errorf("%q is not an absolute path", path)
		}
	}
	return nil
}

// Look looks into the container that it runs in, as the user that runs it: the
// process as the kernel sees it, the directories in which that user can make a
// file, the files that are there, and the result of the health check.
func Look(ctx context.Context, o LookOptions) (target.Container, error) {
	if err := o.check(); err != nil {
		return target.Container{}, err
	}
	proc := filepath.Join("/proc", strconv.Itoa(max(o.PID, 1)))
	status, err := os.ReadFile(filepath.Join(proc, "status"))
	if err != nil {
		return target.Container{}, fmt.Errorf("read the state of the server's process: %w", err)
	}
	c := target.Container{Writable: []string{}, Present: []string{}, Health: -1}
	if err := readStatus(status, &c); err != nil {
		return target.Container{}, fmt.Errorf("read %s/status: %w", proc, err)
	}
	environment, err := os.ReadFile(filepath.Join(proc, "environ"))
	if err != nil {
		return target.Container{}, fmt.Errorf("read the names of the server's environment: %w", err)
	}
	c.Environment = names(environment)
	for _, dir := range either(o.Directories, lookDirectories) {
		if writable(dir) {
			c.Writable = append(c.Writable, dir)
		}
	}
	for _, path := range either(o.Files, lookFiles) {
		if _, err := os.Lstat(path); err == nil || errors.Is(err, os.ErrPermission) {
			c.Present = append(c.Present, path) // It is also there for whom it may not be looked at.
		}
	}
	if len(o.Health) > 0 {
		c.Health, err = health(ctx, o.Health)
	}
	return c, err
}

func either(given, standard []string) []string {
	if given != nil {
		return given
	}
	return standard
}

// readStatus reads what /proc/PID/status tells into c. Of the four ids in a line the second is the effective one.
func readStatus(text []byte, c *target.Container) error {
	missing := map[string]bool{"Uid": true, "Gid": true, "CapEff": true, "NoNewPrivs": true, "Seccomp": true}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		fields := strings.Fields(value)
		if !missing[name] || len(fields) == 0 {
			continue
		}
		var err error
		switch name {
		case "Uid":
			c.UID, err = strconv.Atoi(fields[min(1, len(fields)-1)])
		case "Gid":
			c.GID, err = strconv.Atoi(fields[min(1, len(fields)-1)])
		case "CapEff":
			_, err = strconv.ParseUint(fields[0], 16, 64)
			c.EffectiveCapabilities = fields[0]
		case "NoNewPrivs":
			c.NoNewPrivileges = fields[0] == "1"
		case "Seccomp":
			c.Seccomp, err = strconv.Atoi(fields[0])
		}
		if err != nil {
			return fmt.Errorf("the line %s: %w", name, err)
		}
		delete(missing, name)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	for _, name := range []string{"Uid", "Gid", "CapEff", "NoNewPrivs", "Seccomp"} {
		if missing[name] {
			return fmt.Errorf("no line %s", name)
		}
	}
	return nil
}

// names are those of the variables in /proc/PID/environ. Values go no further than here.
func names(environment []byte) []string {
	all := []string{}
	for pair := range bytes.SplitSeq(environment, []byte{0}) {
		if name, _, ok := bytes.Cut(pair, []byte{'='}); ok && len(name) > 0 {
			all = append(all, string(name))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// writable tells whether a file can be made in the directory, and removes it again.
func writable(dir string) bool {
	f, err := os.CreateTemp(dir, ".session-probe-*")
	if err != nil {
		return false
	}
	f.Close()
	_ = os.Remove(f.Name())
	return true
}

// health runs the health check and returns its exit code, -1 when a signal ended it.
func health(ctx context.Context, command []string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, healthBound)
	defer cancel()
	err := exec.CommandContext(ctx, command[0], command[1:]...).Run()
	if ctx.Err() != nil {
		return -1, fmt.Errorf("run the health check %s: %w", command[0], ctx.Err())
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return -1, fmt.Errorf("run the health check: %w", err)
	}
	return 0, nil
}
