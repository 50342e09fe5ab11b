// Package anchor keeps modules in go.mod until they are used.
package anchor

import (
	_ "github.com/hashicorp/yamux"
	_ "github.com/moby/moby/client"
	_ "github.com/testcontainers/testcontainers-go"
	_ "k8s.io/api/core/v1"
	_ "k8s.io/client-go/dynamic"
	_ "k8s.io/client-go/kubernetes"
	_ "k8s.io/client-go/tools/portforward"
	_ "k8s.io/client-go/tools/remotecommand"
	_ "sigs.k8s.io/kind/pkg/cluster"
	_ "sigs.k8s.io/kustomize/api/krusty"
)
