# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

@needs:kubernetes
Feature: The deployment
  In a cluster the server lives twice: beside the runner in a session's pod, and
  behind a Service for callers who bring their own bearer. Neither has any access
  to Kubernetes.

  Rule: No access to Kubernetes

    @req:deploy.no-kubernetes-access
    Scenario Outline: The server's service account may not <verb> <resource>
      Then the service account "ambient-mcp" may not <verb> <resource>

      Examples:
        | verb   | resource               |
        | get    | pods                   |
        | list   | pods                   |
        | watch  | pods                   |
        | create | pods                   |
        | delete | pods                   |
        | create | pods/exec              |
        | get    | pods/log               |
        | get    | secrets                |
        | list   | secrets                |
        | get    | configmaps             |
        | create | configmaps             |
        | create | serviceaccounts/token  |
        | patch  | apps/deployments       |
        | create | batch/jobs             |
        | get    | namespaces             |
        | list   | nodes                  |

    @req:deploy.no-kubernetes-access
    Scenario: No role is bound to the server's service account
      Then no "RoleBinding" names the service account "ambient-mcp"

    @req:deploy.no-token
    Scenario: No pod of the server is given a token
      Then every pod with a container "ambient-mcp" has the service account "ambient-mcp"
      And no pod with a container "ambient-mcp" is given a token

    @req:deploy.no-token
    Scenario: No token of Kubernetes is in the server's container
      When the container of the server is looked into
      Then it holds no file "/var/run/secrets/kubernetes.io/serviceaccount/token"

  Rule: The pods

    @req:deploy.sidecar
    Scenario: The server lives beside the runner
      Then a running pod has the containers "runner", "ambient-mcp", all ready

    @req:deploy.service
    Scenario: The Service leads to the server and to nothing else
      Then the service "ambient-mcp" selects exactly the pods of the deployment "ambient-mcp"

    @req:deploy.resources
    Scenario: Nobody takes more than was asked for
      Then every container requests "cpu", "memory"
      And every container is limited in "memory"

    @req:deploy.probes
    Scenario: Nobody is sent to a server that is not ready
      Then every container "ambient-mcp" has a "readinessProbe", a "livenessProbe" and a "startupProbe"

    @req:deploy.restricted
    Scenario: Every container is restricted
      Then every container must not run as root
      And every container cannot gain privileges
      And every container drops all capabilities
      And every container has a file system that cannot be written
      And every container has the seccomp profile of the runtime

    @req:deploy.restricted
    Scenario: The restriction is what the process has
      When the container of the server is looked into
      Then its process is behind a seccomp filter

    @req:deploy.network-policy
    Scenario: Nothing may be reached that is not named
      Then a network policy selects every pod and allows nothing
      And a network policy selects every pod with a container "ambient-mcp"
