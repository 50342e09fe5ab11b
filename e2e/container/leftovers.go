// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/lease"
)

// removePatience bounds how long the removal of one container may take.
const removePatience = 20 * time.Second

// sweep clears away what runs have left whose process was killed. What cannot
// be removed now is no reason not to run: the next run tries again.
func sweep(ctx context.Context, engine client.APIClient) {
	ids := map[string]bool{}
	all := client.Filters{}.Add("label", lease.Label)
	if found, err := engine.ContainerList(ctx, client.ContainerListOptions{All: true, Filters: all}); err == nil {
		for _, c := range found.Items {
			ids[c.Labels[lease.Label]] = true
		}
	}
	if found, err := engine.NetworkList(ctx, client.NetworkListOptions{Filters: all}); err == nil {
		for _, n := range found.Items {
			ids[n.Labels[lease.Label]] = true
		}
	}
	for id := range ids {
		if dead, err := lease.Dead(id); dead && err == nil && clearAway(ctx, engine, id) == nil {
			_ = lease.Forget(id) // or it is found dead again, with nothing to clear away
		}
	}
}

// clearAway removes every container of a run, and then its networks. The error
// wraps [errStuck] when no container is left.
func clearAway(ctx context.Context, engine client.APIClient, id string) error {
	of := client.Filters{}.Add("label", lease.Label+"="+id)
	containers, err := engine.ContainerList(ctx, client.ContainerListOptions{All: true, Filters: of})
	if err != nil {
		return fmt.Errorf("list the containers of run %s: %w", id, err)
	}
	errs := make([]error, len(containers.Items))
	var all sync.WaitGroup
	for i, c := range containers.Items {
		all.Go(func() {
			if err := remove(ctx, engine, c.ID); err != nil {
				errs[i] = fmt.Errorf("remove container %s: %w", c.ID, err)
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	networks, err := engine.NetworkList(ctx, client.NetworkListOptions{Filters: of})
	if err != nil {
		return fmt.Errorf("list the networks of run %s: %w", id, err)
	}
	for _, n := range networks.Items {
		_, err := engine.NetworkRemove(ctx, n.ID, client.NetworkRemoveOptions{})
		switch {
		case err == nil, errdefs.IsNotFound(err):
		case errdefs.IsPermissionDenied(err):
			return fmt.Errorf("%w: remove network %s: %w", errStuck, n.Name, err)
		default:
			return fmt.Errorf("remove network %s: %w", n.Name, err)
		}
	}
	return nil
}

// errStuck is in the chain of an error about a network to which the engine believes something
// attached although its containers are gone. Engines that were under load are known to
// miscount; they let it go once they have been restarted.
var errStuck = errors.New("nothing is left but an empty network")

// remove removes a container, or waits until whoever removes it already has done so.
func remove(ctx context.Context, engine client.APIClient, id string) error {
	_, err := engine.ContainerRemove(ctx, id, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
	if errdefs.IsConflict(err) {
		end := engine.ContainerWait(ctx, id, client.ContainerWaitOptions{Condition: container.WaitConditionRemoved})
		select {
		case <-end.Result:
			err = nil
		case err = <-end.Error:
		}
	}
	if errdefs.IsNotFound(err) {
		err = nil
	}
	return err
}
