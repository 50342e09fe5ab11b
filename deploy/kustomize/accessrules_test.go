// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
)

const (
	server   = "ambient-mcp"
	contract = "contract"
)

func deploymentsOf(m manifests) []*appsv1.Deployment { return of[*appsv1.Deployment](m) }

func tokens(m manifests) []string {
	var p problems
	for _, a := range of[*corev1.ServiceAccount](m) {
		if v := a.AutomountServiceAccountToken; v == nil || *v {
			p.text("ServiceAccount %s: its token is mounted unless a pod says otherwise", a.Name)
		}
	}
	for _, q := range m.pods() {
		v := q.spec.AutomountServiceAccountToken
		if v == nil || *v && q.spec.ServiceAccountName != contract {
			p.text("%s: it is given a token", q.owner)
		}
		for _, volume := range q.spec.Volumes {
			if volume.Projected != nil && slices.ContainsFunc(volume.Projected.Sources, func(s corev1.VolumeProjection) bool { return s.ServiceAccountToken != nil }) {
				p.text("%s: its volume %s holds a token", q.owner, volume.Name)
			}
		}
	}
	return p
}

func accounts(m manifests) []string {
	var p problems
	var there []string
	for _, a := range of[*corev1.ServiceAccount](m) {
		there = append(there, a.Name)
	}
	for _, q := range m.pods() {
		if !slices.Contains(there, q.spec.ServiceAccountName) {
			p.text("%s: there is no service account %q", q.owner, q.spec.ServiceAccountName)
		}
		serves := slices.ContainsFunc(q.spec.Containers, func(c corev1.Container) bool { return c.Name == server })
		if serves != (q.spec.ServiceAccountName == server) {
			p.text("%s: it has the service account %q", q.owner, q.spec.ServiceAccountName)
		}
	}
	return p
}

func roles(m manifests) []string {
	var p problems
	for _, r := range of[*rbacv1.ClusterRole](m) {
		p.text("ClusterRole %s: none is needed", r.Name)
	}
	for _, b := range of[*rbacv1.ClusterRoleBinding](m) {
		p.text("ClusterRoleBinding %s: none is needed", b.Name)
	}
	for _, b := range of[*rbacv1.RoleBinding](m) {
		for _, s := range b.Subjects {
			if s.Kind != rbacv1.ServiceAccountKind || s.Name != contract {
				p.text("RoleBinding %s: it names the %s %s", b.Name, s.Kind, s.Name)
			}
		}
		if b.RoleRef.Kind != "Role" || b.RoleRef.Name != contract {
			p.text("RoleBinding %s: it gives the %s %s", b.Name, b.RoleRef.Kind, b.RoleRef.Name)
		}
	}
	reads := []string{"get", "list", "watch"}
	made := []string{"pods/exec", "localsubjectaccessreviews"}
	for _, r := range of[*rbacv1.Role](m) {
		for _, rule := range r.Rules {
			for _, resource := range rule.Resources {
				if strings.ContainsAny(resource, "*") || slices.Contains([]string{"secrets", "configmaps"}, resource) {
					p.text("Role %s: it reaches %s", r.Name, resource)
				}
				for _, verb := range rule.Verbs {
					if !slices.Contains(reads, verb) && (verb != "create" || !slices.Contains(made, resource)) {
						p.text("Role %s: it may %s %s", r.Name, verb, resource)
					}
				}
			}
		}
	}
	return p
}

// bearers: whoever connects over loopback may use the token of the server, so a
// server that has one listens there only, and one that others reach has none.
func bearers(m manifests) []string {
	var p problems
	for _, c := range m.containers() {
		token, has := c.env("AMBIENT_TOKEN")
		if !has {
			continue
		}
		if token.ValueFrom == nil || token.ValueFrom.SecretKeyRef == nil {
			p.add(c, "its AMBIENT_TOKEN is written here")
		}
		if addr, _ := c.env("MCP_BIND_ADDR"); !strings.HasPrefix(addr.Value, "127.0.0.1:") {
			p.add(c, "it has AMBIENT_TOKEN and listens on %q", addr.Value)
		}
		if _, lent := c.env("MCP_ALLOW_REMOTE_CALLERS"); lent {
			p.add(c, "it lends its AMBIENT_TOKEN")
		}
	}
	return p
}

// arrangements: the control API of the platform, and the relay past a session's bearer.
func arrangements(m manifests) []string {
	var p problems
	for _, c := range m.containers() {
		for _, flag := range []string{"--control", "--relay"} {
			if slices.Contains(c.Args, flag) {
				p.add(c, "it has the flag %s", flag)
			}
		}
		if c.initial {
			p.add(c, "it puts programs beside those of the image")
		}
	}
	return p
}
