# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

@needs:programs
Feature: acpctl mcp
  `acpctl mcp tools` lists the tools of an MCP server, `acpctl mcp call` calls one:
  of a server on stdio that it starts itself, or of one at a URL.

  Rule: acpctl mcp tools

    @req:cli.tools.lists @req:cli.tools.stdio @req:cli.tools.exit.success
    Scenario: The example of the specification
      When this is run: acpctl mcp tools
      Then the exit code is 0
      And there is no explanation
      And this is printed:
        """
        TOOL                       DESCRIPTION
        list_sessions              List sessions with optional filters
        get_session                Get full detail for a session by ID
        create_session             Create and start a new agentic session
        push_message               Send a user message to a running session
        patch_session_labels       Merge labels into a session
        watch_session_messages     Subscribe to a session's message stream
        unwatch_session_messages   Cancel a message stream subscription
        list_agents                List agents visible to the caller
        get_agent                  Get agent detail by ID or name
        create_agent               Create a new agent
        update_agent               Update an agent's prompt (creates new version)
        patch_session_annotations  Merge annotations into a session (programmable state)
        patch_agent_annotations    Merge annotations into an agent (durable state)
        patch_project_annotations  Merge annotations into a project (shared state)
        list_projects              List projects visible to the caller
        get_project                Get project detail by ID or name
        """
      And the platform received no request

    @req:cli.tools.lists @req:cli.tools.exit.success
    Scenario: The tools of a server at a URL
      When this is run: acpctl mcp tools --url {url}
      Then the exit code is 0
      And what is printed names "TOOL", "DESCRIPTION", "list_sessions", "unwatch_session_messages"

    @req:cli.tools.json
    Scenario: The tools as JSON
      When this is run: acpctl mcp tools -o json
      Then the exit code is 0
      And JSON is printed whose "0.name" is "list_sessions"
      And JSON is printed whose "15.name" is "get_project"
      And JSON is printed whose "1.inputSchema.required" is ["session_id"]

    @req:cli.tools.exit.connection
    Scenario Outline: Exit code 1 when there is no server: <url>
      When this is run: acpctl mcp tools --url <url>
      Then the exit code is 1
      And nothing is printed
      And there is one line of explanation, which names <names>

      Examples:
        | url                  | names                |
        | http://127.0.0.1:1   | "http://127.0.0.1:1" |
        | not-a-url            | "--url", "not-a-url" |
        | ftp://127.0.0.1      | "--url"              |
        | ''                   | "--url", "empty"     |

    @req:cli.tools.exit.auth @req:cli.token
    Scenario: Exit code 2 when the server at the URL does not let the caller in
      Given the environment variable AMBIENT_TOKEN is not set
      When this is run: acpctl mcp tools --url {url}
      Then the exit code is 2
      And nothing is printed
      And there is one line of explanation, which names "AMBIENT_TOKEN"

    @req:cli.tools.exit.auth @req:cli.token
    Scenario Outline: Exit code 2 for a token that cannot be one: <line>
      Given the environment variable AMBIENT_TOKEN is "two words"
      When this is run: <line>
      Then the exit code is 2
      And nothing is printed
      And there is one line of explanation, which names "AMBIENT_TOKEN", "white space"
      And the platform received no request

      Examples:
        | line                                                      |
        | acpctl mcp tools                                          |
        | acpctl mcp tools --url {url}                              |
        | acpctl mcp call list_sessions --input '{}'                |
        | acpctl mcp call list_sessions --input '{}' --url {url}    |

    @req:cli.tools.exit.auth @req:cli.token
    Scenario: Exit code 2 without a token
      Given the environment variable AMBIENT_TOKEN is not set
      When this is run: acpctl mcp tools
      Then the exit code is 2
      And nothing is printed
      And there is one line of explanation, which names "AMBIENT_TOKEN"

    @req:cli.tools.no-arguments
    Scenario Outline: What it does not take is refused before anything starts: <line>
      Given the environment variable AMBIENT_TOKEN is not set
      When this is run: <line>
      Then the exit code is 1
      And nothing is printed
      And there is one line of explanation, which names "<what>"

      Examples:
        | line                       | what      |
        | acpctl mcp tools extra     | extra     |
        | acpctl mcp tools --all     | --all     |
        | acpctl mcp tools -o yaml   | yaml      |
        | acpctl mcp tolls           | tolls     |
        | acpctl mpc tools           | mpc       |

  Rule: acpctl mcp call

    Background:
      Given a project "demo"
      And an agent "code-review"
      And a session "work" in phase "Running"
      And a session "over" in phase "Completed"

    @req:cli.call.prints-json @req:cli.call.stdio @req:cli.call.exit.success
    Scenario: The list_sessions example of the specification
      When this is run: acpctl mcp call list_sessions --input '{"phase":"Running"}'
      Then the exit code is 0
      And there is no explanation
      And JSON is printed whose "kind" is "SessionList"
      And JSON is printed whose "total" is 1
      And JSON is printed whose "items.0.id" is "{work}"

    @req:cli.call.push_message @req:cli.call.exit.success
    Scenario: The push_message example of the specification
      When this is run: acpctl mcp call push_message --input '{"session_id":"{work}","text":"@code-review check auth.go"}'
      Then the exit code is 0
      And JSON is printed whose "message.event_type" is "user"
      And JSON is printed whose "message.payload" is "@code-review check auth.go"
      And JSON is printed whose "delegated_session.phase" is "Pending"
      And JSON is printed whose "delegated_session.agent_id" is "{agent:code-review}"
      And "work" has one child, by "code-review"

    @req:cli.call.url @req:cli.call.exit.success
    Scenario: A call to a server at a URL
      When this is run: acpctl mcp call get_session --input '{"session_id":"{work}"}' --url {url}
      Then the exit code is 0
      And JSON is printed whose "id" is "{work}"
      And JSON is printed whose "phase" is "Running"

    @req:cli.call.exit.tool-error
    Scenario Outline: Exit code 1 when the tool returned an error, which is printed: <code>
      When this is run: acpctl mcp call <call>
      Then the exit code is 1
      And JSON is printed whose "code" is "<code>"
      And there is one line of explanation, which names "<code>"

      Examples:
        | call                                                                              | code                    |
        | get_session --input '{"session_id":"3BEaN6kqawvTNUIXoSMcgOQvUDj"}'                | SESSION_NOT_FOUND       |
        | push_message --input '{"session_id":"{over}","text":"go on"}'                     | SESSION_NOT_RUNNING     |
        | list_sessions --input '{"sise":3}'                                                | INVALID_REQUEST         |
        | push_message --input '{"session_id":"{work}","text":"\ud800"}'                    | INVALID_REQUEST         |
        | watch_session_messages --input '{"session_id":"{work}"}'                          | TRANSPORT_NOT_SUPPORTED |
        | get_session --url {url} --input '{"session_id":"3BEaN6kqawvTNUIXoSMcgOQvUDj"}'    | SESSION_NOT_FOUND       |

    @req:cli.call.exit.auth @req:cli.token
    Scenario Outline: Exit code 2 when the platform does not accept the token: call <call>
      Given the environment variable AMBIENT_TOKEN is "no-such-token-1234567890"
      When this is run: acpctl mcp call <call>
      Then the exit code is 2
      And JSON is printed whose "code" is "UNAUTHORIZED"
      And there is one line of explanation, which names "UNAUTHORIZED"

      Examples:
        | call                                   |
        | list_sessions --input '{}'             |
        | list_sessions --input '{}' --url {url} |

    @req:cli.call.exit.auth @req:cli.token
    Scenario: Exit code 2 without a token
      Given the environment variable AMBIENT_TOKEN is not set
      When this is run: acpctl mcp call list_sessions --input '{}'
      Then the exit code is 2
      And nothing is printed
      And there is one line of explanation, which names "AMBIENT_TOKEN"

    @req:cli.call.exit.no-tool
    Scenario Outline: Exit code 3 when there is no such tool: <call>
      When this is run: acpctl mcp call <call>
      Then the exit code is 3
      And nothing is printed
      And there is one line of explanation, which names "delete_session"

      Examples:
        | call                                   |
        | delete_session --input '{}'            |
        | delete_session --input '{}' --url {url} |

    @req:cli.call.exit.tool-error
    Scenario: Exit code 1 when there is no server
      When this is run: acpctl mcp call list_sessions --input '{}' --url http://127.0.0.1:1
      Then the exit code is 1
      And nothing is printed
      And there is one line of explanation, which names "http://127.0.0.1:1"

    @req:cli.call.input.required @req:cli.call.input.json
    Scenario Outline: Bad input is refused before anything starts: <line>
      Given the environment variable AMBIENT_TOKEN is not set
      When this is run: <line>
      Then the exit code is 1
      And nothing is printed
      And there is one line of explanation, which names "<what>"
      And the platform received no request

      Examples:
        | line                                                     | what    |
        | acpctl mcp call list_sessions                            | --input |
        | acpctl mcp call list_sessions --input ''                 | --input |
        | acpctl mcp call list_sessions --input '{'                | --input |
        | acpctl mcp call list_sessions --input '{"page":1'        | --input |
        | acpctl mcp call list_sessions --input '{} {}'            | --input |
        | acpctl mcp call list_sessions --input '[]'               | --input |
        | acpctl mcp call list_sessions --input 'null'             | --input |
        | acpctl mcp call list_sessions --input '"text"'           | --input |
        | acpctl mcp call list_sessions --input 'page=1'           | --input |
        | acpctl mcp call --input '{}'                             | tool    |
        | acpctl mcp call list_sessions get_session --input '{}'   | tool    |
        | acpctl mcp call list_sessions --input '{}' --token abc   | --token |
        | acpctl mcp call list_sessions --input '{}' --url ''      | --url   |

    @req:cli.call.output
    Scenario: A table instead of JSON
      When this is run: acpctl mcp call list_sessions --input '{"phase":"Running"}' -o table
      Then the exit code is 0
      And what is printed names "ID", "NAME", "PHASE", "work", "Running"

    @req:cli.call.output
    Scenario: A form that there is not
      Given the environment variable AMBIENT_TOKEN is not set
      When this is run: acpctl mcp call list_sessions --input '{}' -o yaml
      Then the exit code is 1
      And nothing is printed
      And there is one line of explanation, which names "yaml", "table", "json"

    @req:cli.token
    Scenario: The bearer is printed nowhere
      When this is run: acpctl mcp call get_session --input '{"session_id":"{work}"}'
      Then the exit code is 0
      And the token "editor" is printed nowhere

  Rule: Help

    @req:cli.help
    Scenario Outline: Help with examples and exit codes: <line>
      Given the environment variable AMBIENT_TOKEN is not set
      When this is run: <line>
      Then the exit code is 0
      And there is no explanation
      And what is printed names <names>

      Examples:
        | line                    | names                                                             |
        | acpctl --help           | "AMBIENT_TOKEN", "AMBIENT_API_URL", "Exit codes"                   |
        | acpctl mcp tools --help | "Examples:", "acpctl mcp tools", "--url", "Exit codes"             |
        | acpctl mcp call --help  | "Examples:", "acpctl mcp call push_message", "--input", "Exit codes" |
