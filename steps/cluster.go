// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// addCluster registers what the objects of the deployment say.
func addCluster(sc *godog.ScenarioContext) {
	sc.Step(`^the service account "([^"]*)" may not ([a-z]+) ([a-z/]+)$`, func(ctx context.Context, account, verb, resource string) error {
		return From(ctx).mayNot(ctx, account, verb, resource)
	})
	sc.Step(`^no "RoleBinding" names the service account "([^"]*)"$`, func(ctx context.Context, account string) error {
		return From(ctx).unbound(ctx, account)
	})
	sc.Step(`^every pod with a container "([^"]*)" has the service account "([^"]*)"$`, func(ctx context.Context, container, account string) error {
		return From(ctx).everyPod(ctx, container, func(p map[string]any) error {
			if got := text(p, "spec", "serviceAccountName"); got != account {
				return fmt.Errorf("expected the service account %q, got %q", account, got)
			}
			return nil
		})
	})
	sc.Step(`^no pod with a container "([^"]*)" is given a token$`, func(ctx context.Context, container string) error {
		return From(ctx).everyPod(ctx, container, noToken)
	})
	sc.Step(`^a running pod has the containers ("[^"]*"(?:, "[^"]*")*), all ready$`, func(ctx context.Context, list string) error {
		return From(ctx).runs(ctx, quoted(list))
	})
	sc.Step(`^the service "([^"]*)" selects exactly the pods of the deployment "([^"]*)"$`, func(ctx context.Context, service, deployment string) error {
		return From(ctx).leadsTo(ctx, service, deployment)
	})
	sc.Step(`^a network policy selects every pod and allows nothing$`, func(ctx context.Context) error {
		return From(ctx).deniesByDefault(ctx)
	})
	sc.Step(`^a network policy selects every pod with a container "([^"]*)"$`, func(ctx context.Context, container string) error {
		return From(ctx).hasPolicy(ctx, container)
	})
	addPodRules(sc)
}

func (w *World) cluster() (target.Clustered, error) {
	if c, ok := w.env.(target.Clustered); ok {
		return c, nil
	}
	return nil, errors.New("the target says that it has a cluster and does not show it")
}

// objects returns the live objects of a kind; there must be one.
func (w *World) objects(ctx context.Context, kind string) ([]map[string]any, error) {
	c, err := w.cluster()
	if err != nil {
		return nil, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	all, err := c.Objects(ctx, kind)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("the deployment has no %s", kind)
	}
	return all, err
}

func (w *World) mayNot(ctx context.Context, account, verb, resource string) error {
	c, err := w.cluster()
	if err != nil {
		return err
	}
	// An account that is not there may do nothing either.
	if _, err := w.object(ctx, "ServiceAccount", account); err != nil {
		return err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	may, err := c.May(ctx, account, verb, resource)
	if err == nil && may {
		err = fmt.Errorf("the service account %q may %s %s", account, verb, resource)
	}
	return err
}

// object returns one live object.
func (w *World) object(ctx context.Context, kind, name string) (map[string]any, error) {
	all, err := w.objects(ctx, kind)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(o map[string]any) bool { return text(o, "metadata", "name") == name })
	if i < 0 {
		return nil, fmt.Errorf("the deployment has no %s %q", kind, name)
	}
	return all[i], nil
}

func (w *World) unbound(ctx context.Context, account string) error {
	if _, err := w.object(ctx, "ServiceAccount", account); err != nil {
		return err
	}
	c, err := w.cluster()
	if err != nil {
		return err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	bindings, err := c.Objects(ctx, "RoleBinding") // that there is none is as good
	if err != nil {
		return err
	}
	for _, b := range bindings {
		for _, s := range list(b, "subjects") {
			if text(s, "kind") == "ServiceAccount" && text(s, "name") == account {
				return fmt.Errorf("the role binding %q names it", text(b, "metadata", "name"))
			}
		}
	}
	return nil
}

// leadsTo checks that a Service's selector matches the pods of a Deployment, all of them and no other.
func (w *World) leadsTo(ctx context.Context, service, deployment string) error {
	s, err := w.object(ctx, "Service", service)
	if err != nil {
		return err
	}
	d, err := w.object(ctx, "Deployment", deployment)
	if err != nil {
		return err
	}
	pods, err := w.objects(ctx, "Pod")
	if err != nil {
		return err
	}
	selector, own := branch(s, "spec", "selector"), branch(d, "spec", "selector", "matchLabels")
	if len(selector) == 0 || len(own) == 0 {
		return errors.New("a selector is empty")
	}
	any := false
	for _, p := range pods {
		labels := branch(p, "metadata", "labels")
		reached, belongs := matches(selector, labels), matches(own, labels)
		if reached != belongs {
			return fmt.Errorf("pod %q: selected by the service: %t, of the deployment: %t", text(p, "metadata", "name"), reached, belongs)
		}
		any = any || belongs
	}
	if !any {
		return fmt.Errorf("the deployment %q has no pod", deployment)
	}
	return nil
}

func (w *World) deniesByDefault(ctx context.Context) error {
	policies, err := w.objects(ctx, "NetworkPolicy")
	if err != nil {
		return err
	}
	for _, p := range policies {
		types := texts(p, "spec", "policyTypes")
		if len(branch(p, "spec", "podSelector")) == 0 && len(list(branch(p, "spec"), "ingress")) == 0 && len(list(branch(p, "spec"), "egress")) == 0 &&
			slices.Contains(types, "Ingress") && slices.Contains(types, "Egress") {
			return nil
		}
	}
	return fmt.Errorf("none of %d network policies selects every pod and allows nothing", len(policies))
}

func (w *World) hasPolicy(ctx context.Context, container string) error {
	policies, err := w.objects(ctx, "NetworkPolicy")
	if err != nil {
		return err
	}
	return w.everyPod(ctx, container, func(p map[string]any) error {
		for _, n := range policies {
			selector := branch(n, "spec", "podSelector", "matchLabels")
			if len(selector) > 0 && matches(selector, branch(p, "metadata", "labels")) {
				return nil
			}
		}
		return errors.New("no network policy of its own")
	})
}
