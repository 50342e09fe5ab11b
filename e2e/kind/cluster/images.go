// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"sigs.k8s.io/kind/pkg/cluster/nodes"
	"sigs.k8s.io/kind/pkg/cluster/nodeutils"
)

// local begins the names of images that no registry has.
const local = "localhost/"

// Load brings images from this machine's engine to the nodes, if they are on
// this machine, too. What a node has already is not brought again. An image that
// the engine lacks is left to the cluster, which may have it or pull it, unless
// no cluster could.
func (c *Cluster) Load(ctx context.Context, images ...string) error {
	if c.Name == "" {
		return nil
	}
	start := time.Now()
	list, err := c.engine.ListInternalNodes(c.Name)
	if err != nil {
		return fmt.Errorf("list the nodes of cluster %s: %w", c.Name, plain(err))
	}
	brought := 0
	for _, node := range list {
		var missing []string
		for _, image := range images {
			needed, err := needs(ctx, node, image)
			if err != nil {
				return err
			}
			if needed {
				missing = append(missing, image)
			}
		}
		if len(missing) == 0 {
			continue
		}
		if err := bring(ctx, node, missing); err != nil {
			return fmt.Errorf("load %s: %w", strings.Join(missing, ", "), err)
		}
		brought += len(missing)
	}
	c.log(fmt.Sprintf("load images, %d of %d … %s", brought, len(images)*len(list), since(start)))
	return nil
}

// needs tells whether an image must be brought to a node.
func needs(ctx context.Context, node nodes.Node, image string) (bool, error) {
	here, err := imageID(ctx, image)
	if err != nil {
		return false, err
	}
	there, err := nodeutils.ImageID(node, image)
	if err != nil {
		there = "" // crictl fails for an image that is not there
	}
	switch {
	case here != "":
		return here != there, nil
	case there == "" && strings.HasPrefix(image, local):
		return false, missing(image)
	}
	return false, nil
}

func missing(image string) error {
	return fmt.Errorf("image %s is not on this machine; run \"make images\", or name another by its flag", image)
}

// imageID is the id that the engine gives to an image; empty when it has none of that name.
func imageID(ctx context.Context, image string) (string, error) {
	cmd := exec.CommandContext(ctx, program(), "image", "inspect", "--format", "{{.Id}}", image)
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err == nil {
		id := strings.TrimSpace(string(out))
		if !strings.HasPrefix(id, "sha256:") { // podman's way
			id = "sha256:" + id
		}
		return id, nil
	}
	said := strings.ToLower(errOut.String())
	if ended := (*exec.ExitError)(nil); ctx.Err() == nil && errors.As(err, &ended) && (strings.Contains(said, "no such image") || strings.Contains(said, "not known")) {
		return "", nil
	}
	return "", fmt.Errorf("look for image %s: %w: %s", image, err, oneLine(errOut.String()))
}

// bring pipes images from the engine into a node's container runtime.
func bring(ctx context.Context, node nodes.Node, images []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	save := exec.CommandContext(ctx, program(), append([]string{"save"}, images...)...)
	var errOut bytes.Buffer
	save.Stderr = &errOut
	archive, err := save.StdoutPipe()
	if err != nil {
		return err
	}
	if err := save.Start(); err != nil {
		return err
	}
	loaded := nodeutils.LoadImageArchive(node, archive)
	if loaded == nil {
		_, _ = io.Copy(io.Discard, archive) // the end of the archive is of no use, but unread it would hold up the engine
	} else {
		cancel()
	}
	saved := save.Wait()
	if saved != nil && errOut.Len() > 0 {
		saved = fmt.Errorf("%w: %s", saved, oneLine(errOut.String()))
	}
	return errors.Join(plain(loaded), saved)
}

// program is the engine's, as kind chooses it.
func program() string {
	if name := os.Getenv("KIND_EXPERIMENTAL_PROVIDER"); name != "" {
		return name
	}
	for _, name := range []string{"docker", "nerdctl", "podman"} {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return "docker"
}
