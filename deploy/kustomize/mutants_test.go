// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package kustomize_test

import (
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// mutant is a copy of the manifests with one fault, and what a rule says of it.
type mutant struct {
	fault  string
	mutate func(m manifests) manifests
	says   string
}

// in makes a mutant of a change to one typed object.
func in[T interface {
	runtime.Object
	metav1.Object
}](name string, change func(o T)) func(m manifests) manifests {
	return func(m manifests) manifests {
		change(named[T](m, name))
		return m
	}
}

// inServer changes the container of the server behind the Service.
func inServer(change func(c *corev1.Container)) func(m manifests) manifests {
	return in("ambient-mcp", func(d *appsv1.Deployment) { change(&d.Spec.Template.Spec.Containers[0]) })
}

// inSpec changes the pods of the server behind the Service.
func inSpec(change func(s *corev1.PodSpec)) func(m manifests) manifests {
	return in("ambient-mcp", func(d *appsv1.Deployment) { change(&d.Spec.Template.Spec) })
}

// inSidecar changes the container of the server in the session's pod.
func inSidecar(change func(c *corev1.Container)) func(m manifests) manifests {
	return in("session-example", func(p *corev1.Pod) { change(&p.Spec.Containers[1]) })
}

// plus adds an object.
func plus(o runtime.Object) func(m manifests) manifests {
	return func(m manifests) manifests { return append(m, o) }
}

// bound is a RoleBinding of the contract's Role to one subject.
func bound(kind, name string) *rbacv1.RoleBinding {
	return &rbacv1.RoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "extra"}, RoleRef: rbacv1.RoleRef{Kind: "Role", Name: "contract"},
		Subjects: []rbacv1.Subject{{Kind: kind, Name: name}},
	}
}

// may is a Role.
func may(verb, resource string) *rbacv1.Role {
	return &rbacv1.Role{ObjectMeta: metav1.ObjectMeta{Name: "extra"}, Rules: []rbacv1.PolicyRule{{Verbs: []string{verb}, Resources: []string{resource}}}}
}

func to[T any](v T) *T { return &v }

// mutants are the faults by the rule that must find them. They are made of the
// deployment "shards", or of "dev" where that need not obey the rule.
var mutants = map[string][]mutant{
	"containers request and limit what they take": {
		{"no requests", inServer(func(c *corev1.Container) { c.Resources.Requests = nil }), "requests no cpu"},
		{"no limit of memory", inSidecar(func(c *corev1.Container) { c.Resources.Limits = nil }), "not limited in memory"},
		{"an init container without", inSpec(func(s *corev1.PodSpec) { s.InitContainers[0].Resources.Limits = nil }), "container contract: it is not limited"},
		{"more than it may have", inServer(func(c *corev1.Container) { c.Resources.Requests[corev1.ResourceMemory] = resource.MustParse("2Gi") }), "more memory"},
	},
	"containers are limited in processor time": {
		{"no limit", inServer(func(c *corev1.Container) { delete(c.Resources.Limits, corev1.ResourceCPU) }), "not limited in processor time"},
	},
	"containers that serve are probed": {
		{"no startup probe", inServer(func(c *corev1.Container) { c.StartupProbe = nil }), "no startup probe"},
		{"no readiness probe", inSidecar(func(c *corev1.Container) { c.ReadinessProbe = nil }), "no readiness probe"},
		{"no liveness probe", in("session-example", func(p *corev1.Pod) { p.Spec.Containers[0].LivenessProbe = nil }), "container runner: it has no liveness probe"},
		{"loopback asked from outside", inSidecar(func(c *corev1.Container) {
			c.ReadinessProbe.ProbeHandler = corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Port: intstr.FromInt32(8090)}}
		}), "the kubelet does not reach loopback"},
		{"no question", inServer(func(c *corev1.Container) {
			c.LivenessProbe.ProbeHandler = corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(8090)}}
		}), "does not ask over HTTP"},
		{"no patience", inServer(func(c *corev1.Container) { c.LivenessProbe.TimeoutSeconds = 1 }), "waits 1 s"},
		{"killed at once", inServer(func(c *corev1.Container) { c.LivenessProbe.PeriodSeconds, c.LivenessProbe.FailureThreshold = 1, 1 }), "less time"},
	},
	"containers are restricted": {
		{"root", inSpec(func(s *corev1.PodSpec) { s.SecurityContext.RunAsNonRoot = nil }), "may run as root"},
		{"a user", inSpec(func(s *corev1.PodSpec) { s.SecurityContext.RunAsUser = to[int64](1001) }), "names a user"},
		{"no seccomp", inSpec(func(s *corev1.PodSpec) { s.SecurityContext.SeccompProfile.Type = corev1.SeccompProfileTypeUnconfined }), "seccomp"},
		{"the host's network", inSpec(func(s *corev1.PodSpec) { s.HostNetwork = true }), "shares namespaces"},
		{"a volume of the host", inSpec(func(s *corev1.PodSpec) {
			s.Volumes[0].VolumeSource = corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/"}}
		}), "not an emptyDir"},
		{"a volume without end", inSpec(func(s *corev1.PodSpec) { s.Volumes[0].EmptyDir.SizeLimit = nil }), "no size limit"},
		{"no context", inServer(func(c *corev1.Container) { c.SecurityContext = nil }), "no security context"},
		{"privileges", inServer(func(c *corev1.Container) { c.SecurityContext.AllowPrivilegeEscalation = nil }), "may gain privileges"},
		{"a root that can be written", inSidecar(func(c *corev1.Container) { c.SecurityContext.ReadOnlyRootFilesystem = to(false) }), "write to its root"},
		{"a capability", inServer(func(c *corev1.Container) {
			c.SecurityContext.Capabilities.Add = []corev1.Capability{"NET_BIND_SERVICE"}
		}), "has capabilities"},
		{"all capabilities", inServer(func(c *corev1.Container) { c.SecurityContext.Capabilities = nil }), "has capabilities"},
		{"an init container", inSpec(func(s *corev1.PodSpec) { s.InitContainers[0].SecurityContext.AllowPrivilegeEscalation = to(true) }), "container contract: it may gain"},
		{"an exception", inServer(func(c *corev1.Container) { c.SecurityContext.RunAsNonRoot = to(false) }), "overrides"},
		{"programs that can be replaced", inServer(func(c *corev1.Container) { c.VolumeMounts[0].ReadOnly = false }), "may write to /contract"},
	},
	ownImages: {
		{"another's", inServer(func(c *corev1.Container) { c.Image = "example.com/other:latest" }), "none of ours"},
		{"pulled", inServer(func(c *corev1.Container) { c.ImagePullPolicy = corev1.PullAlways }), `pulled "Always"`},
	},
	"pods end in time and see no other's address": {
		{"no time", inSpec(func(s *corev1.PodSpec) { s.TerminationGracePeriodSeconds = to[int64](1) }), "10 to 30 s"},
		{"addresses", inSpec(func(s *corev1.PodSpec) { s.EnableServiceLinks = nil }), "addresses of Services"},
	},
	"nobody but the contract is given a token": {
		{"of the account", in("ambient-mcp", func(a *corev1.ServiceAccount) { a.AutomountServiceAccountToken = nil }), "unless a pod says otherwise"},
		{"of the pod", inSpec(func(s *corev1.PodSpec) { s.AutomountServiceAccountToken = to(true) }), "is given a token"},
		{"of the session", in("session-example", func(p *corev1.Pod) { p.Spec.AutomountServiceAccountToken = nil }), "is given a token"},
		{"by a volume", inSpec(func(s *corev1.PodSpec) {
			s.Volumes = append(s.Volumes, corev1.Volume{Name: "x", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
				Sources: []corev1.VolumeProjection{{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: "token"}}},
			}}})
		}), "holds a token"},
	},
	"the server has an account of its own, wherever it lives": {
		{"the default one", inSpec(func(s *corev1.PodSpec) { s.ServiceAccountName = "" }), `no service account ""`},
		{"the contract's", in("session-example", func(p *corev1.Pod) { p.Spec.ServiceAccountName = "contract" }), `service account "contract"`},
		{"the server's for another", in("mockplatform", func(d *appsv1.Deployment) { d.Spec.Template.Spec.ServiceAccountName = "ambient-mcp" }), "mockplatform: it has"},
	},
	"no role but the contract's": {
		{"bound to the server", plus(bound("ServiceAccount", "ambient-mcp")), "names the ServiceAccount ambient-mcp"},
		{"bound to everybody", plus(bound("Group", "system:serviceaccounts")), "names the Group"},
		{"another role", in("contract", func(b *rbacv1.RoleBinding) { b.RoleRef = rbacv1.RoleRef{Kind: "ClusterRole", Name: "edit"} }), "gives the ClusterRole edit"},
		{"for the cluster", plus(&rbacv1.ClusterRoleBinding{}), "none is needed"},
		{"of the cluster", plus(&rbacv1.ClusterRole{}), "none is needed"},
		{"secrets", plus(may("get", "secrets")), "reaches secrets"},
		{"everything", plus(may("get", "*")), "reaches *"},
		{"every verb", plus(may("*", "pods")), "may * pods"},
		{"to delete", plus(may("delete", "pods")), "may delete pods"},
		{"to make", plus(may("create", "pods")), "may create pods"},
	},
	"a bearer comes from a Secret and stays on loopback": {
		{"written", inSidecar(func(c *corev1.Container) {
			for i := range c.Env {
				if c.Env[i].Name == "AMBIENT_TOKEN" {
					c.Env[i] = corev1.EnvVar{Name: "AMBIENT_TOKEN", Value: "demo-editor"}
				}
			}
		}), "written here"},
		{"for everybody", inServer(func(c *corev1.Container) {
			c.Env = append(c.Env, corev1.EnvVar{Name: "AMBIENT_TOKEN", ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{}}})
		}), `listens on ":8090"`},
		{"lent", inSidecar(func(c *corev1.Container) {
			c.Env = append(c.Env, corev1.EnvVar{Name: "MCP_ALLOW_REMOTE_CALLERS", Value: "true"})
		}), "lends"},
	},
	"one process keeps the sessions": {
		{"two", in("ambient-mcp", func(d *appsv1.Deployment) { d.Spec.Replicas = to[int32](2) }), "not one replica"},
	},
	"a rollout loses no caller": {
		{"the old one first", in("ambient-mcp", func(d *appsv1.Deployment) { d.Spec.Strategy = appsv1.DeploymentStrategy{} }), "goes before"},
		{"at once", inServer(func(c *corev1.Container) { c.Lifecycle = nil }), "ends while"},
		{"killed", inSpec(func(s *corev1.PodSpec) { s.TerminationGracePeriodSeconds = to[int64](12) }), "is killed"},
	},
	"Services lead to the pods of their Deployment": {
		{"to all", in("ambient-mcp", func(s *corev1.Service) {
			s.Spec.Selector = map[string]string{"app.kubernetes.io/part-of": "ambient-mcp"}
		}), "selects Pod session-example: true"},
		{"to none", in("ambient-mcp", func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "x"} }), "selects Deployment ambient-mcp: false"},
		{"to another port", in("ambient-mcp", func(s *corev1.Service) { s.Spec.Ports[0].TargetPort = intstr.FromString("http") }), "no container has its port"},
		{"by a label that changes", in("ambient-mcp", func(d *appsv1.Deployment) { d.Spec.Selector.MatchLabels["app.kubernetes.io/version"] = "1" }), "cannot be changed later"},
	},
	"the namespace refuses what is not restricted": {
		{"baseline", in("ambient-contract", func(n *corev1.Namespace) { n.Labels["pod-security.kubernetes.io/enforce"] = "baseline" }), "does not enforce"},
		{"another one", plus(&corev1.Namespace{}), "2 namespaces"},
	},
	"objects have the recommended labels and one namespace": {
		{"no name", in("contract", func(r *rbacv1.Role) { delete(r.Labels, "app.kubernetes.io/name") }), "no label app.kubernetes.io/name"},
		{"no part of a pod", in("mockplatform", func(d *appsv1.Deployment) { delete(d.Spec.Template.Labels, "app.kubernetes.io/part-of") }), "template: it has no label"},
		{"elsewhere", in("session-example", func(s *corev1.Secret) { s.Namespace = "default" }), `namespace is "default"`},
	},
	"network policies name every pod": {
		{"open by default", in("default-deny", func(n *networkingv1.NetworkPolicy) { n.Spec.Egress = []networkingv1.NetworkPolicyEgressRule{{}} }), "allows nothing"},
		{"no default", in("default-deny", func(n *networkingv1.NetworkPolicy) { n.Spec.PolicyTypes = n.Spec.PolicyTypes[:1] }), "allows nothing"},
		{"a pod without", in("ambient-mcp", func(n *networkingv1.NetworkPolicy) { n.Spec.PolicyTypes = n.Spec.PolicyTypes[:1] }), "Deployment ambient-mcp: no policy"},
		{"about nobody", in("session", func(n *networkingv1.NetworkPolicy) { n.Spec.PodSelector.MatchLabels["x"] = "y" }), "selects no pod"},
		{"about what it likes", in("session", func(n *networkingv1.NetworkPolicy) { n.Spec.PolicyTypes = nil }), "leaves to Kubernetes"},
	},
	"only the contract arranges the platform and passes by bearers": {
		{"control", in("mockplatform", func(d *appsv1.Deployment) {
			c := &d.Spec.Template.Spec.Containers[0]
			c.Args = append(c.Args, "--control")
		}), "the flag --control"},
		{"relay", in("session-example", func(p *corev1.Pod) { p.Spec.Containers[0].Args = append(p.Spec.Containers[0].Args, "--relay") }), "the flag --relay"},
		{"programs", inSpec(func(s *corev1.PodSpec) { s.InitContainers = make([]corev1.Container, 1) }), "puts programs"},
	},
}

func TestEveryRuleFindsItsFaults(t *testing.T) {
	original := map[string]manifests{"shards": render(t, deployments["shards"]), "dev": render(t, deployments["dev"])}
	known := map[string]bool{}
	for _, r := range rules {
		known[r.name] = true
		if len(mutants[r.name]) == 0 {
			t.Errorf("nothing shows that %q can fail", r.name)
		}
		deployment := "shards"
		if r.but[deployment] != "" {
			deployment = "dev"
		}
		for _, x := range mutants[r.name] {
			t.Run(r.name+"/"+x.fault, func(t *testing.T) {
				found := r.judge(x.mutate(original[deployment].copy()))
				if !strings.Contains(strings.Join(found, "\n"), x.says) {
					t.Errorf("expected %q, got %q", x.says, found)
				}
			})
		}
	}
	for name := range mutants {
		if !known[name] {
			t.Errorf("there is no rule %q", name)
		}
	}
}
