// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package container

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/log"

	"github.com/ambient-code/platform/components/ambient-mcp/e2e/programs"
)

// reaperSwitch is the variable that switches the library's reaper off. It is read once.
const reaperSwitch = "TESTCONTAINERS_RYUK_DISABLED"

// reaperImage is the image of the reaper.
var reaperImage = testcontainers.ReaperDefaultImage //nolint:staticcheck // the library tells it nowhere else

// quiet takes the library's own chatter off standard error, once for the process.
var quiet = sync.OnceFunc(func() { log.SetDefault(log.NewNoopLogger()) })

// connect finds the container engine.
func connect(ctx context.Context) (*testcontainers.DockerProvider, error) {
	quiet()
	if err := prepare(ctx); err != nil {
		return nil, err
	}
	found, err := testcontainers.ProviderDefault.GetProvider()
	if err != nil {
		return nil, noEngine(err)
	}
	provider, ok := found.(*testcontainers.DockerProvider)
	if !ok {
		return nil, noEngine(fmt.Errorf("provider %T is of another kind", found))
	}
	if _, err := provider.Client().Ping(ctx, client.PingOptions{}); err != nil {
		return nil, noEngine(err)
	}
	return provider, onThisMachine(provider.Client().DaemonHost())
}

// onThisMachine refuses an engine on another machine: neither would its ports be
// published on this one, nor would it find the programs that are mounted.
func onThisMachine(engine string) error {
	u, err := url.Parse(engine)
	if err != nil {
		return noEngine(err)
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() == "" || u.Hostname() == "localhost" || (ip != nil && ip.IsLoopback()) {
		return nil
	}
	return fmt.Errorf("the container engine %s is on another machine, use one on this: %s", u.Redacted(), client.EnvOverrideHost)
}

// prepare does what must be done before the library is used for the first
// time: an engine that the user names must answer, or the library would look for
// another one; and the reaper is switched off when its image is not there.
//
// The reaper is a container that removes what a killed run has left. Its image
// would come from a public registry, which nobody asked for; the lease of the run does
// the same at the start of the next. Whoever wants it fetched sets its switch to false.
func prepare(ctx context.Context) error {
	direct, err := client.New(client.FromEnv)
	if err == nil {
		defer direct.Close()
		_, err = direct.Ping(ctx, client.PingOptions{})
	}
	if err != nil && os.Getenv(client.EnvOverrideHost) != "" {
		return noEngine(err)
	}
	if os.Getenv(reaperSwitch) != "" {
		return nil
	}
	if err == nil {
		_, err = direct.ImageInspect(ctx, reaperImage)
	}
	if err != nil {
		err = os.Setenv(reaperSwitch, "true")
	}
	return err
}

func noEngine(err error) error {
	return fmt.Errorf("no container engine answers, start one or set %s: %w", client.EnvOverrideHost, err)
}

// images are the images of a run.
type images struct{ server, platform image }

// image is what must be known of an image to start its program in a container that runs.
type image struct {
	name       string
	entrypoint []string
	// path is where its programs are looked for.
	path string
	// health is the command of its own health check; the one that every image of the server has when it names none.
	health []string
}

// inspect finds both images.
func inspect(ctx context.Context, engine client.ImageAPIClient, o Options) (images, error) {
	server, err := inspectImage(ctx, engine, o.ServerImage)
	if err != nil {
		return images{}, err
	}
	platform, err := inspectImage(ctx, engine, o.PlatformImage)
	return images{server: server, platform: platform}, err
}

func inspectImage(ctx context.Context, engine client.ImageAPIClient, name string) (image, error) {
	found, err := engine.ImageInspect(ctx, name)
	if errdefs.IsNotFound(err) {
		return image{}, fmt.Errorf("there is no image %s: make images", name)
	}
	if err != nil {
		return image{}, fmt.Errorf("inspect image %s: %w", name, err)
	}
	out := image{name: name, path: "/usr/local/bin", health: []string{programs.Server, "healthcheck"}}
	if found.Config == nil || len(found.Config.Entrypoint) == 0 {
		return image{}, fmt.Errorf("image %s has no entrypoint: make images", name)
	}
	out.entrypoint = found.Config.Entrypoint
	for _, pair := range found.Config.Env {
		if path, ok := strings.CutPrefix(pair, "PATH="); ok {
			out.path = path
		}
	}
	if check := found.Config.Healthcheck; check != nil && len(check.Test) > 1 && check.Test[0] == "CMD" {
		out.health = check.Test[1:]
	}
	return out, nil
}
