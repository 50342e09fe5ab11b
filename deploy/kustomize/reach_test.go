// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// connection is who connects to whom: "session → mockplatform:8000". A port of
// names is over UDP.
type connection struct {
	from, to string
	becomes  verdict
	// only are the deployments that it is about; none are all.
	only []string
}

var (
	judging = []string{"kind", "shards"}
	inside  = []string{"shards"} // where the Job is
)

var connections = []connection{
	// Who needs it, gets it.
	{"session", "mockplatform:8000", allowed, nil},
	{"session", "ambient-mcp:8090", allowed, nil},
	{"ambient-mcp", "mockplatform:8000", allowed, nil},
	{"gateway", "ambient-mcp:8090", allowed, nil},
	{"session", "names:53", allowed, nil},
	{"ambient-mcp", "names:53", allowed, nil},
	{"ambient-mcp", "names of openshift:5353", allowed, nil},
	{"session", "names of openshift:5353", allowed, nil},
	{"node", "ambient-mcp:8090", allowed, []string{"dev", "kind", "shards"}},
	{"node", "mockplatform:8000", allowed, []string{"dev"}},
	{"contract", "mockplatform:8000", allowed, inside},
	{"contract", "ambient-mcp:8090", allowed, inside},
	{"contract", "session:9000", allowed, inside},
	{"contract", "kubernetes:6443", allowed, inside},
	{"contract", "names:53", allowed, inside},
	{"contract", "names of openshift:5353", allowed, inside},

	// Nobody reaches a session, nor the token of its server.
	{"session", "another session:8090", both, nil},
	{"session", "another session:9000", both, nil},
	{"gateway", "session:8090", receiver, nil},
	{"gateway", "session:9000", receiver, nil},
	{"ambient-mcp", "session:9000", both, nil},
	{"mockplatform", "session:9000", both, nil},
	{"stranger", "session:9000", both, nil},
	{"node", "session:9000", receiver, nil},
	{"contract", "session:8090", both, nil},
	{"contract", "session:9000", both, []string{"base", "dev"}},
	{"contract elsewhere", "session:9000", receiver, nil},

	// The platform answers the server only, and asks nobody.
	{"gateway", "mockplatform:8000", receiver, []string{"base", "kind", "shards"}},
	{"node", "mockplatform:8000", receiver, []string{"base", "kind", "shards"}},
	{"stranger", "mockplatform:8000", both, []string{"base", "kind", "shards"}},
	{"ambient-mcp elsewhere", "mockplatform:8000", receiver, []string{"base", "kind", "shards"}},
	{"session elsewhere", "mockplatform:8000", receiver, []string{"base", "kind", "shards"}},
	{"contract elsewhere", "mockplatform:8000", receiver, judging},
	{"mockplatform", "ambient-mcp:8090", sender, nil},
	{"mockplatform", "names:53", sender, nil},
	{"mockplatform", "internet:443", sender, nil},

	// The server reaches the platform and names, and neither Kubernetes nor the world.
	{"ambient-mcp", "kubernetes:443", sender, nil},
	{"ambient-mcp", "kubernetes:6443", sender, nil},
	{"session", "kubernetes:6443", sender, nil},
	{"ambient-mcp", "internet:443", sender, nil},
	{"session", "internet:443", sender, nil},
	{"ambient-mcp", "metadata:80", sender, nil},
	{"ambient-mcp", "stranger:53", both, nil},
	{"ambient-mcp", "internet:8000", sender, nil},
	{"session", "internet:8000", sender, nil},
	{"ambient-mcp", "internet:53", sender, nil},
	{"session", "internet:53", sender, nil},
	{"ambient-mcp", "names:9153", sender, nil},
	{"session", "names:9153", sender, nil},
	{"session", "mockplatform:9000", both, nil},
	{"ambient-mcp", "mockplatform:9000", both, nil},
	{"ambient-mcp", "neighbour of names:53", sender, nil},
	{"session", "ambient-mcp elsewhere:8090", sender, nil},
	{"session", "ambient-mcp:8000", both, nil},
	{"node", "ambient-mcp:8090", receiver, []string{"base"}},

	// A pod that nobody thought of reaches nothing.
	{"stranger", "internet:443", sender, nil},
	{"stranger", "names:53", sender, nil},
	{"stranger", "ambient-mcp:8090", sender, nil},
	{"contract", "internet:80", sender, inside},
	{"contract", "internet:53", sender, inside},
	{"contract", "internet:8000", sender, inside},
	{"contract", "internet:9000", sender, inside},
	{"contract", "names:9153", sender, inside},
	{"contract", "mockplatform:9000", both, inside},
	{"contract", "ambient-mcp:8000", both, inside},
	{"gateway", "contract:8090", receiver, inside},
}

// surroundings are the ends of connections: the pods of the manifests with the
// labels that they have there, and others.
func surroundings(m manifests, n network) map[string]endpoint {
	home := of[*corev1.Namespace](m)[0].Name
	ends := map[string]endpoint{
		"stranger":           {namespace: home, labels: map[string]string{"app": "stranger"}},
		"contract":           {namespace: home, labels: map[string]string{"app.kubernetes.io/name": "contract"}},
		"gateway":            {namespace: "gateways", labels: map[string]string{"app": "gateway"}},
		"names":              {namespace: "kube-system", labels: map[string]string{"k8s-app": "kube-dns"}},
		"neighbour of names": {namespace: "kube-system", labels: map[string]string{"k8s-app": "kube-proxy"}},
		"names of openshift": {namespace: "openshift-dns", labels: map[string]string{"dns.operator.openshift.io/daemonset-dns": "default"}},
		"node":               {addr: netip.MustParseAddr("172.18.0.2")},
		"kubernetes":         {addr: netip.MustParseAddr("172.18.0.3")},
		"metadata":           {addr: netip.MustParseAddr("169.254.169.254")},
		"internet":           {addr: netip.MustParseAddr("203.0.113.9")},
		"contract elsewhere": {namespace: "gateways", labels: map[string]string{"app.kubernetes.io/name": "contract"}},
	}
	for _, q := range m.pods() {
		name := strings.TrimSuffix(q.owner[strings.IndexByte(q.owner, ' ')+1:], "-example")
		ends[name] = endpoint{namespace: q.namespace, labels: q.meta.Labels}
		ends[name+" elsewhere"] = endpoint{namespace: "gateways", labels: q.meta.Labels}
	}
	another := maps.Clone(ends["session"].labels)
	another["app.kubernetes.io/instance"], another["ambient-code.io/session"] = "session-other", "session-other"
	ends["another session"] = endpoint{namespace: home, labels: another}
	for _, e := range ends {
		if e.namespace != "" {
			n.namespace(e.namespace)
		}
	}
	return ends
}

// misjudged are the connections whose allowance differs from the table.
func misjudged(t *testing.T, deployment string, m manifests) []string {
	t.Helper()
	n := networkOf(m)
	ends := surroundings(m, n)
	var out []string
	for _, c := range connections {
		if len(c.only) > 0 && !slices.Contains(c.only, deployment) {
			continue
		}
		name, text, _ := strings.Cut(c.to, ":")
		from, known := ends[c.from]
		to, too := ends[name]
		if !known || !too {
			t.Fatalf("%s → %s: there is no such end in %s", c.from, c.to, deployment)
		}
		protocol := corev1.ProtocolTCP
		if strings.HasPrefix(name, "names") {
			protocol = corev1.ProtocolUDP
		}
		port, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := n.judge(from, to, protocol, port)
		if err != nil {
			t.Fatalf("%s → %s: %v", c.from, c.to, err)
		}
		if got != c.becomes {
			out = append(out, fmt.Sprintf("%s → %s is %s, expected: %s", c.from, c.to, got, c.becomes))
		}
	}
	return out
}

func TestWhoReachesWhom(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(deployments)) {
		t.Run(name, func(t *testing.T) {
			for _, problem := range misjudged(t, name, render(t, deployments[name])) {
				t.Error(problem)
			}
		})
	}
}
