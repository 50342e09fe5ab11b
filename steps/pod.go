// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cucumber/godog"
)

// addPodRules registers what holds for every container of the deployment.
func addPodRules(sc *godog.ScenarioContext) {
	sc.Step(`^every container requests ("[^"]*"(?:, "[^"]*")*)$`, func(ctx context.Context, names string) error {
		return From(ctx).everyContainer(ctx, "", hasAmounts("requests", quoted(names)))
	})
	sc.Step(`^every container is limited in ("[^"]*"(?:, "[^"]*")*)$`, func(ctx context.Context, names string) error {
		return From(ctx).everyContainer(ctx, "", hasAmounts("limits", quoted(names)))
	})
	sc.Step(`^every container "([^"]*)" has a "([^"]*)", a "([^"]*)" and a "([^"]*)"$`, func(ctx context.Context, name, a, b, c string) error {
		return From(ctx).everyContainer(ctx, name, func(_, container map[string]any) error {
			for _, probe := range []string{a, b, c} {
				if len(branch(container, probe)) == 0 {
					return fmt.Errorf("it has no %s", probe)
				}
			}
			return nil
		})
	})
	for sentence, rule := range restrictions {
		sc.Step("^every container "+sentence+"$", func(ctx context.Context) error {
			return From(ctx).everyContainer(ctx, "", rule)
		})
	}
}

// restrictions are what the restricted profile of the pod security standards
// asks of a container, and a root file system that cannot be written.
var restrictions = map[string]func(pod, container map[string]any) error{
	"must not run as root": func(pod, container map[string]any) error {
		return is(either(container, pod, "runAsNonRoot"), true)
	},
	"cannot gain privileges": func(_, container map[string]any) error {
		return is(value(container, "securityContext", "allowPrivilegeEscalation"), false)
	},
	"drops all capabilities": func(_, container map[string]any) error {
		if dropped := texts(container, "securityContext", "capabilities", "drop"); !slices.Contains(dropped, "ALL") {
			return fmt.Errorf("it drops %q", dropped)
		}
		if added := texts(container, "securityContext", "capabilities", "add"); len(added) > 0 {
			return fmt.Errorf("it adds %q", added)
		}
		return nil
	},
	"has a file system that cannot be written": func(_, container map[string]any) error {
		return is(value(container, "securityContext", "readOnlyRootFilesystem"), true)
	},
	"has the seccomp profile of the runtime": func(pod, container map[string]any) error {
		profile, _ := either(container, pod, "seccompProfile").(map[string]any)
		return is(value(profile, "type"), "RuntimeDefault")
	},
}

// either is a setting of the container's security context, or that of its pod.
func either(container, pod map[string]any, name string) any {
	if v := value(container, "securityContext", name); v != nil {
		return v
	}
	return value(pod, "spec", "securityContext", name)
}

func is(got, expected any) error {
	if got != expected {
		return fmt.Errorf("expected %v, got %v", expected, got)
	}
	return nil
}

func hasAmounts(kind string, names []string) func(_, container map[string]any) error {
	return func(_, container map[string]any) error {
		for _, name := range names {
			if v := text(container, "resources", kind, name); v == "" || v == "0" {
				return fmt.Errorf("its %s name no %s", kind, name)
			}
		}
		return nil
	}
}

// everyPod judges every pod that has that container; there must be one.
func (w *World) everyPod(ctx context.Context, container string, judge func(pod map[string]any) error) error {
	return w.everyContainer(ctx, container, func(pod, _ map[string]any) error { return judge(pod) })
}

// everyContainer judges every container of that name, or every one and those
// that run before when the name is empty; there must be one.
func (w *World) everyContainer(ctx context.Context, name string, judge func(pod, container map[string]any) error) error {
	pods, err := w.objects(ctx, "Pod")
	if err != nil {
		return err
	}
	var errs []error
	judged := 0
	for _, p := range pods {
		containers := list(branch(p, "spec"), "containers")
		if name == "" {
			containers = append(containers, list(branch(p, "spec"), "initContainers")...)
		}
		for _, c := range containers {
			if name != "" && text(c, "name") != name {
				continue
			}
			judged++
			if err := judge(p, c); err != nil {
				errs = append(errs, fmt.Errorf("pod %s, container %s: %w", text(p, "metadata", "name"), text(c, "name"), err))
			}
		}
	}
	if judged == 0 {
		return fmt.Errorf("no pod has a container %q", name)
	}
	return errors.Join(errs...)
}

// noToken checks that Kubernetes mounts no token of its own into the pod.
func noToken(pod map[string]any) error {
	if v := value(pod, "spec", "automountServiceAccountToken"); v != false {
		return fmt.Errorf("automountServiceAccountToken is %v", v)
	}
	for _, v := range list(branch(pod, "spec"), "volumes") {
		for _, source := range list(branch(v, "projected"), "sources") {
			if source["serviceAccountToken"] != nil {
				return fmt.Errorf("the volume %q holds a token", text(v, "name"))
			}
		}
	}
	return nil
}

// runs checks that a running pod has exactly these containers, all of them ready and none restarted.
func (w *World) runs(ctx context.Context, names []string) error {
	pods, err := w.objects(ctx, "Pod")
	if err != nil {
		return err
	}
	var seen []string
	for _, p := range pods {
		var ready, all []string
		for _, s := range list(branch(p, "status"), "containerStatuses") {
			all = append(all, text(s, "name"))
			if s["ready"] == true && fmt.Sprint(value(s, "restartCount")) == "0" {
				ready = append(ready, text(s, "name"))
			}
		}
		slices.Sort(ready)
		if text(p, "status", "phase") == "Running" && slices.Equal(ready, slices.Sorted(slices.Values(names))) && len(all) == len(names) {
			return nil
		}
		seen = append(seen, fmt.Sprintf("%s: %s of %s ready", text(p, "metadata", "name"), strings.Join(ready, ", "), strings.Join(all, ", ")))
	}
	return fmt.Errorf("expected a pod with %s; there are %s", strings.Join(names, ", "), strings.Join(seen, "; "))
}
