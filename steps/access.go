// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// fullRights are all permissions by name. They are not "*", which also lifts
// ownership: the caller of a scenario owns what it owns and no more.
var fullRights = func() []string {
	var out []string
	for _, resource := range []string{"sessions", "agents", "projects"} {
		for _, verb := range []string{"list", "get", "create", "patch", "delete"} {
			out = append(out, resource+":"+verb)
		}
	}
	return out
}()

// access is the bearers of the scenario.
type access struct {
	// specs are what the scenario said about tokens, by label.
	specs map[string]control.TokenSpec
	// tokens are the bearers, by label.
	tokens map[string]string
}

func newAccess() access {
	return access{specs: map[string]control.TokenSpec{}, tokens: map[string]string{}}
}

func addAccess(sc *godog.ScenarioContext) {
	sc.Given(`^the caller may only "([^"]*)"(?: in project "([^"]*)")?$`, func(ctx context.Context, list, project string) error {
		return From(ctx).limit(defaultClient, permissions(list), project)
	})
	sc.Given(`^the caller may do everything(?: in project "([^"]*)")?$`, func(ctx context.Context, project string) error {
		return From(ctx).limit(defaultClient, fullRights, project)
	})
	sc.Given(`^the caller may do everything but "([^"]*)"$`, func(ctx context.Context, list string) error {
		return From(ctx).limit(defaultClient, without(fullRights, permissions(list)), "")
	})
	sc.Given(`^"([^"]*)" may only "([^"]*)"$`, func(ctx context.Context, label, list string) error {
		return From(ctx).limit(label, permissions(list), "")
	})
	sc.Given(`^"([^"]*)" is the platform's administrator$`, func(ctx context.Context, label string) error {
		return From(ctx).limit(label, []string{"*"}, "")
	})
	sc.Given(`^the caller's token has expired$`, func(ctx context.Context) error {
		then := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		From(ctx).access.specs[defaultClient] = control.TokenSpec{Permissions: fullRights, ExpiresAt: &then}
		return nil
	})
	sc.Given(`^the caller's token is one that the platform never gave out$`, func(ctx context.Context) error {
		From(ctx).access.tokens[defaultClient] = "never-given-out-4711"
		return nil
	})
	sc.When(`^the caller's token is revoked$`, func(ctx context.Context) error {
		w := From(ctx)
		if _, err := w.client(ctx, w.current); err != nil {
			return err
		}
		return w.env.Platform().RevokeToken(ctx, defaultClient)
	})
	sc.When(`^"([^"]*)" is the caller$`, func(ctx context.Context, name string) error {
		From(ctx).current = name
		return nil
	})
}

// limit says what the token with that label may do.
func (w *World) limit(label string, granted []string, project string) error {
	if _, made := w.access.tokens[label]; made {
		return fmt.Errorf("the token %q is in use already", label)
	}
	spec := control.TokenSpec{Permissions: granted}
	if project != "" {
		spec.Projects = strings.Split(project, ", ")
	}
	w.access.specs[label] = spec
	return nil
}

// token returns the bearer with that label, made when it is first asked for;
// one that the scenario said nothing about has full rights.
func (w *World) token(ctx context.Context, label string) (string, error) {
	if t, ok := w.access.tokens[label]; ok {
		return t, nil
	}
	spec, ok := w.access.specs[label]
	if !ok {
		spec = control.TokenSpec{Permissions: fullRights}
	}
	spec.Label, spec.User = label, label
	t, err := w.env.Platform().AddToken(ctx, spec)
	if err != nil {
		return "", err
	}
	w.access.tokens[label] = t
	return t, nil
}

// scrub replaces every bearer by its label.
func (a access) scrub(s string) string {
	for label, token := range a.tokens {
		s = strings.ReplaceAll(s, token, "["+label+"]")
	}
	return s
}

// leakedIn returns the label of a bearer that s holds, or "".
func (a access) leakedIn(s string) string {
	for label, token := range a.tokens {
		if strings.Contains(s, token) {
			return label
		}
	}
	return ""
}

var commas = regexp.MustCompile(`\s*,\s*`)

// permissions reads a list of permissions; the empty one has none.
func permissions(list string) []string {
	if list == "" || list == "nothing" {
		return []string{}
	}
	return commas.Split(list, -1)
}

func without(all, out []string) []string {
	kept := []string{}
next:
	for _, p := range all {
		for _, q := range out {
			if p == q {
				continue next
			}
		}
		kept = append(kept, p)
	}
	return kept
}
