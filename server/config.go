// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
	"github.com/ambient-code/platform/components/ambient-mcp/server/tools"
	"github.com/ambient-code/platform/components/ambient-mcp/server/watch"
)

// Config is what an operator may set, by environment.
type Config struct {
	// APIURL is the platform's base URL. Required.
	APIURL string
	// Token is the process's own bearer; callers over SSE may bring theirs.
	Token string
	// Transport is [tools.TransportStdio] (also when empty) or [tools.TransportSSE].
	Transport string
	// BindAddr is where SSE listens; ":8090" when empty.
	BindAddr string
	// WatchPollInterval is how often a watched session's phase is read; 5 s when 0.
	WatchPollInterval time.Duration
	// WatchNotifications is the shape of watch notifications: "spec" (also when empty), "strict" or "log".
	WatchNotifications string
	// Profile is the REST profile of the platform: "auto" (also when empty) or "spec".
	Profile string
	// ProjectID is the project of agents where the platform scopes them to projects; unused in profile spec.
	ProjectID string
	// AllowHTTP lets the platform's URL be plain http to any host.
	AllowHTTP bool
	// AllowRemoteCallers lets callers without a bearer of their own, from other hosts too, use the process's.
	AllowRemoteCallers bool
	// AllowedOrigins are further browser origins that may connect, beside those of this host.
	AllowedOrigins []string
	// LogLevel is "debug", "info" (also when empty), "warn" or "error".
	LogLevel string
}

// Bounds of MCP_WATCH_POLL_INTERVAL.
const (
	minPollInterval = 10 * time.Millisecond
	maxPollInterval = 10 * time.Minute
)

// ConfigFromEnv reads the configuration, usually through os.LookupEnv. A variable that
// is set to the empty string counts as not set. The error is one line that names the
// variable and never holds a token.
func ConfigFromEnv(lookup func(string) (string, bool)) (Config, error) {
	r := reader{lookup: lookup}
	// The transport comes first: a wrong one is told before anything else is looked at.
	c := Config{Transport: r.choice("MCP_TRANSPORT")}
	if r.err == nil && c.Transport == "http" {
		r.fail("MCP_TRANSPORT", `"http" is not available yet; valid are stdio, sse`)
	}
	c.APIURL = r.text("AMBIENT_API_URL")
	c.Profile = r.choice("AMBIENT_API_PROFILE")
	c.ProjectID = r.text("AMBIENT_PROJECT_ID")
	c.AllowHTTP = r.choice("AMBIENT_ALLOW_HTTP") == "true"
	c.BindAddr = r.text("MCP_BIND_ADDR")
	c.WatchPollInterval = r.duration("MCP_WATCH_POLL_INTERVAL")
	c.WatchNotifications = r.choice("MCP_WATCH_NOTIFICATIONS")
	c.AllowRemoteCallers = r.choice("MCP_ALLOW_REMOTE_CALLERS") == "true"
	c.AllowedOrigins = r.list("MCP_ALLOWED_ORIGINS")
	c.LogLevel = r.choice("MCP_LOG_LEVEL")
	c.Token = r.text("AMBIENT_TOKEN")
	if r.err != nil {
		return Config{}, r.err
	}
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return Config{}, err
	}
	if c.Token == "" && c.Transport == tools.TransportStdio {
		return Config{}, errors.New("AMBIENT_TOKEN is required with MCP_TRANSPORT=stdio: a bearer token of the platform")
	}
	return c, nil
}

func (c Config) withDefaults() Config {
	set := func(field *string, name string) {
		if *field == "" {
			*field = variable(name).Default
		}
	}
	set(&c.Transport, "MCP_TRANSPORT")
	set(&c.BindAddr, "MCP_BIND_ADDR")
	set(&c.WatchNotifications, "MCP_WATCH_NOTIFICATIONS")
	set(&c.Profile, "AMBIENT_API_PROFILE")
	set(&c.LogLevel, "MCP_LOG_LEVEL")
	if c.WatchPollInterval == 0 {
		c.WatchPollInterval = watch.DefaultPollInterval
	}
	return c
}

// check holds every rule but that of the required token, so that a library user has them too.
func (c Config) check() error {
	choices := []struct{ name, value string }{
		{"MCP_TRANSPORT", c.Transport}, {"AMBIENT_API_PROFILE", c.Profile},
		{"MCP_WATCH_NOTIFICATIONS", c.WatchNotifications}, {"MCP_LOG_LEVEL", c.LogLevel},
	}
	for _, x := range choices {
		if valid := variable(x.name).Values; !slices.Contains(valid, x.value) {
			return fmt.Errorf("%s: unknown value %q; valid are %s", x.name, x.value, strings.Join(valid, ", "))
		}
	}
	if err := checkURL(c.APIURL, c.AllowHTTP); err != nil {
		return fmt.Errorf("AMBIENT_API_URL %w", err)
	}
	if err := checkAddr(c.BindAddr); err != nil {
		return fmt.Errorf("MCP_BIND_ADDR: %q %w", c.BindAddr, err)
	}
	if c.WatchPollInterval < minPollInterval || c.WatchPollInterval > maxPollInterval {
		return fmt.Errorf("MCP_WATCH_POLL_INTERVAL: %s is out of range; valid are %s to %s", c.WatchPollInterval, minPollInterval, maxPollInterval)
	}
	for _, origin := range c.AllowedOrigins {
		if !validOrigin(origin) {
			return fmt.Errorf("MCP_ALLOWED_ORIGINS: %q is not an origin; valid are scheme://host[:port], separated by commas", origin)
		}
	}
	if c.Token != "" {
		if err := credential.Check(c.Token); err != nil {
			return fmt.Errorf("AMBIENT_TOKEN: %w", err)
		}
	}
	return nil
}

// checkURL checks the platform's URL. The error does not repeat it: it may hold a password.
func checkURL(text string, allowHTTP bool) error {
	if text == "" {
		return errors.New("is required: the platform's base URL, e.g. https://ambient.example.com")
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Opaque != "":
		return errors.New("is not a URL; valid is http(s)://host[:port][/path]")
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("has the scheme %q; valid are http, https", u.Scheme)
	case u.Hostname() == "":
		return errors.New("has no host; valid is http(s)://host[:port][/path]")
	case u.User != nil:
		return errors.New("must not hold a user or password; the bearer token goes into AMBIENT_TOKEN")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.Contains(text, "#"):
		return errors.New("must not have a query or fragment")
	case u.Port() == "" && strings.HasSuffix(u.Host, ":"), !validPort(u.Port()):
		return errors.New("has no valid port")
	case u.Scheme == "http" && !allowHTTP && !plainHost(u.Hostname()):
		return fmt.Errorf("is plain http to %q, which would show the token to the network; use https, or set AMBIENT_ALLOW_HTTP=true", u.Hostname())
	}
	return nil
}

// plainHost tells the hosts to which plain http is fine: this one and services of the cluster.
func plainHost(host string) bool {
	if isLoopbackName(host) {
		return true
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return false
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".svc") || strings.HasSuffix(host, ".svc.cluster.local")
}

func checkAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil || port == "" || !validPort(port) {
		return errors.New("is not an address; valid is [host]:port")
	}
	return nil
}

// validPort accepts the empty port, too.
func validPort(port string) bool {
	if port == "" {
		return true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n <= 65535
}
