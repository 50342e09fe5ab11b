# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

@needs:programs
Feature: Configuration
  The server is configured by its environment. What is wrong is told in one line
  before anything is served, with exit code 2.

  @req:config.AMBIENT_API_URL.required
  Scenario: Without AMBIENT_API_URL
    Given the environment variable AMBIENT_API_URL is not set
    When this is run: ambient-mcp
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "AMBIENT_API_URL"

  @req:config.AMBIENT_TOKEN.required @req:D22.missing
  Scenario: Without AMBIENT_TOKEN on stdio
    Given the environment variable AMBIENT_TOKEN is not set
    When this is run: ambient-mcp
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "AMBIENT_TOKEN"

  @req:config.AMBIENT_TOKEN.required @req:D22.missing
  Scenario: With an empty AMBIENT_TOKEN on stdio
    Given the environment variable AMBIENT_TOKEN is ""
    When this is run: ambient-mcp
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "AMBIENT_TOKEN"

  @req:config.AMBIENT_API_URL.invalid @req:config.MCP_TRANSPORT.invalid @req:config.MCP_BIND_ADDR.invalid
  @req:config.MCP_WATCH_POLL_INTERVAL.invalid @req:config.MCP_WATCH_NOTIFICATIONS.invalid @req:config.AMBIENT_API_PROFILE.invalid
  @req:config.AMBIENT_ALLOW_HTTP.invalid @req:config.MCP_ALLOW_REMOTE_CALLERS.invalid @req:config.MCP_LOG_LEVEL.invalid
  Scenario Outline: A value that cannot be: <variable>=<value>
    Given the environment variable <variable> is "<value>"
    When this is run: ambient-mcp
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names <names>
    And the platform received no request

    Examples:
      | variable                 | value                | names                                                          |
      | AMBIENT_API_URL          | localhost:8000       | "AMBIENT_API_URL"                                              |
      | AMBIENT_API_URL          | ftp://api.example    | "AMBIENT_API_URL", "ftp"                                       |
      | AMBIENT_API_URL          | http://              | "AMBIENT_API_URL"                                              |
      | AMBIENT_API_URL          | ::                   | "AMBIENT_API_URL"                                              |
      | MCP_TRANSPORT            | carrier-pigeon       | "MCP_TRANSPORT", "carrier-pigeon", "stdio", "sse"              |
      | MCP_TRANSPORT            | STDIO                | "MCP_TRANSPORT", "STDIO", "stdio", "sse"                       |
      | MCP_BIND_ADDR            | 8090                 | "MCP_BIND_ADDR", "8090"                                        |
      | MCP_BIND_ADDR            | :99999               | "MCP_BIND_ADDR", "99999"                                       |
      | MCP_WATCH_POLL_INTERVAL  | soon                 | "MCP_WATCH_POLL_INTERVAL", "soon"                              |
      | MCP_WATCH_POLL_INTERVAL  | -5s                  | "MCP_WATCH_POLL_INTERVAL", "-5s"                               |
      | MCP_WATCH_POLL_INTERVAL  | 0s                   | "MCP_WATCH_POLL_INTERVAL", "0s"                                |
      | MCP_WATCH_NOTIFICATIONS  | loud                 | "MCP_WATCH_NOTIFICATIONS", "loud", "spec", "strict", "log"     |
      | AMBIENT_API_PROFILE      | downstream           | "AMBIENT_API_PROFILE", "downstream", "auto", "spec"            |
      | AMBIENT_ALLOW_HTTP       | maybe                | "AMBIENT_ALLOW_HTTP", "maybe", "true", "false"                 |
      | MCP_ALLOW_REMOTE_CALLERS | maybe                | "MCP_ALLOW_REMOTE_CALLERS", "maybe", "true", "false"           |
      | MCP_ALLOWED_ORIGINS      | *                    | "MCP_ALLOWED_ORIGINS", "*"                                     |
      | MCP_LOG_LEVEL            | loud                 | "MCP_LOG_LEVEL", "loud", "debug", "info", "warn", "error"      |

  @req:config.MCP_TRANSPORT.invalid @req:D3.unknown-value
  Scenario: An unknown transport is told before a missing token and a missing URL
    Given the environment variable AMBIENT_TOKEN is not set
    And the environment variable AMBIENT_API_URL is not set
    And the environment variable MCP_TRANSPORT is "carrier-pigeon"
    When this is run: ambient-mcp
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "MCP_TRANSPORT", "carrier-pigeon", "stdio", "sse"

  @req:config.MCP_TRANSPORT.http
  Scenario: http is told to be not available yet
    Given the environment variable MCP_TRANSPORT is "http"
    When this is run: ambient-mcp
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "MCP_TRANSPORT", "http", "not available yet"

  @req:config.MCP_TRANSPORT.default @req:D3.stdio-default
  Scenario: Without MCP_TRANSPORT the server is on stdio: it ends with its input
    When this is run: ambient-mcp
    Then the exit code is 0
    And nothing is printed

  @needs:sse @needs:server-env @req:config.MCP_TRANSPORT.sse @req:config.MCP_BIND_ADDR.used @req:D3.sse
  Scenario: MCP_TRANSPORT=sse serves SSE at MCP_BIND_ADDR
    Given a project "demo"
    And the server is started with MCP_TRANSPORT=sse
    When the caller calls "get_project" with {"project_id": "demo"}
    Then the answer is the stored project "demo"

  @req:config.MCP_BIND_ADDR.used
  Scenario: An address that cannot be had is told by name
    Given the environment variable MCP_TRANSPORT is "sse"
    And the environment variable MCP_BIND_ADDR is "192.0.2.1:8090"
    When this is run: ambient-mcp
    Then the exit code is 1
    And nothing is printed
    And standard error names "192.0.2.1:8090"

  @needs:beside @req:config.MCP_BIND_ADDR.default
  Scenario: The address is :8090 unless said otherwise
    Given the address ":8090" is taken
    And the environment variable MCP_TRANSPORT is "sse"
    When this is run: ambient-mcp
    Then the exit code is 1
    And nothing is printed
    And standard error names ":8090"

  @req:D24.plain-http
  Scenario Outline: Plain http is refused where others could read the bearer: <url>
    Given the environment variable AMBIENT_API_URL is "<url>"
    When this is run: ambient-mcp
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "AMBIENT_API_URL", "AMBIENT_ALLOW_HTTP"

    Examples:
      | url                               |
      | http://api.example.com            |
      | http://10.1.2.3:8000              |
      | http://api.svc.evil.example       |
      | http://localhost.evil.example     |

  @req:D24.plain-http @req:D8.auto
  Scenario Outline: The platform may be at <url> with AMBIENT_ALLOW_HTTP=<allow>, AMBIENT_API_PROFILE=<profile>
    Given the environment variable AMBIENT_API_URL is "<url>"
    And the environment variable AMBIENT_ALLOW_HTTP is "<allow>"
    And the environment variable AMBIENT_API_PROFILE is "<profile>"
    When this is run: ambient-mcp
    Then the exit code is 0
    And nothing is printed

    Examples:
      | url                                                   | allow | profile |
      | http://api.example.com                                | true  | auto    |
      | https://api.example.com                               | false | spec    |
      | http://localhost:8000                                 | false |         |
      | http://127.0.0.1:8000                                 | false | auto    |
      | http://[::1]:8000                                     | false | auto    |
      | http://ambient-api-server:8000                        | false | auto    |
      | http://ambient-api-server.ambient-code.svc:8000       | false | auto    |
      | http://api.ambient-code.svc.cluster.local:8000        | false | auto    |

  @req:D22.never-a-flag
  Scenario Outline: A token is not taken from the command line: <flag>
    Given the environment variable AMBIENT_TOKEN is not set
    When this is run: ambient-mcp <flag>
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "environment"

    Examples:
      | flag            |
      | --token=abc     |
      | --token abc     |
      | -t abc          |
      | extra           |

  @needs:server-env @req:D8.auto
  Scenario Outline: Profile <profile> serves the specification's API
    Given a project "demo"
    And an agent "planner"
    And the server is started with AMBIENT_API_PROFILE=<profile>
    When the caller calls "get_agent" with {"agent_id": "planner"}
    Then the answer is the stored agent "planner"

    Examples:
      | profile |
      | auto    |
      | spec    |
