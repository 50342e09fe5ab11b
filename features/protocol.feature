# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

Feature: MCP protocol
  The server speaks the Model Context Protocol over stdio and over SSE, declares
  tools and nothing else, and says what its tools take.

  Rule: Initialize

    @req:protocol.initialize @req:protocol.capabilities @req:D2.capabilities @req:D2.server-info @req:D2.revision-2024-11-05
    Scenario: The answer to initialize, whole
      Given "newcomer" has connected
      When "newcomer" sends the request "initialize" with:
        """
        {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "example", "version": "1.0.0"}}
        """
      Then it is answered with the result:
        """
        {
          "protocolVersion": "2024-11-05",
          "capabilities": {"tools": {}},
          "serverInfo": {"name": "ambient-platform", "version": "1.0.0"}
        }
        """

    @req:D2.revision-2024-11-05 @req:D2.revision-echoed @req:D2.revision-unknown @req:protocol.initialize
    Scenario Outline: A client that asks for revision "<asked>" is answered "<answered>"
      Given "newcomer" has connected
      When "newcomer" sends the request "initialize" with:
        """
        {"protocolVersion": "<asked>", "capabilities": {"roots": {"listChanged": true}, "sampling": {}}, "clientInfo": {"name": "example", "version": "1.0.0"}}
        """
      Then the result's "protocolVersion" is "<answered>"
      And the result's "capabilities" is {"tools": {}}
      And the result's "serverInfo" is {"name": "ambient-platform", "version": "1.0.0"}

      Examples:
        | asked      | answered   |
        | 2024-11-05 | 2024-11-05 |
        | 2025-03-26 | 2025-03-26 |
        | 2025-06-18 | 2025-06-18 |
        | 2025-11-25 | 2025-11-25 |
        | 1999-01-01 | 2024-11-05 |
        | 2099-01-01 | 2024-11-05 |
        | latest     | 2024-11-05 |

    @req:protocol.capabilities @req:protocol.undeclared-methods
    Scenario Outline: What is not declared is not there: <method>
      When the caller sends the request "<method>" with <params>
      Then it is answered with the error -32601
      And the platform received no request

      Examples:
        | method                   | params                   |
        | resources/list           | {}                       |
        | resources/read           | {"uri": "x://y"}         |
        | resources/templates/list | {}                       |
        | resources/subscribe      | {"uri": "x://y"}         |
        | prompts/list             | {}                       |
        | prompts/get              | {"name": "x"}            |
        | logging/setLevel         | {"level": "debug"}       |
        | completion/complete      | {"ref": {}}              |
        | no/such/method           | {}                       |

    @req:protocol.ping
    Scenario: ping is answered
      When the caller sends the request "ping" with {}
      Then it is answered with the result {}
      And the platform received no request

    @needs:stdio @req:D2.stdio-discover
    Scenario: stdio serves the stateless revision 2026-07-28
      Given "modern" has connected
      When "modern" sends the request "server/discover" with:
        """
        {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}
        """
      Then the result's "resultType" is "complete"
      And the result's "capabilities" is {"tools": {}}
      And the result's "supportedVersions" has "2026-07-28"
      And the result's "supportedVersions" has "2024-11-05"

    @needs:stdio @req:D2.stdio-discover @req:D7.structured
    Scenario: A stateless request calls a tool without initialize
      Given a project "demo"
      And "modern" has connected
      When "modern" sends the request "tools/call" with:
        """
        {"name": "get_project", "arguments": {"project_id": "demo"},
         "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}
        """
      Then the answer is that of the tool "get_project"
      And the answer is the stored project "demo"
      And the answer has structured content equal to its text

    @needs:sse @req:D2.sse-refuses-stateless
    Scenario Outline: SSE refuses the stateless revision, so that clients fall back: <method>
      Given a project "demo"
      And "modern" has connected
      When "modern" sends the request "<method>" with <params>
      Then it is answered with an error that makes a client fall back to initialize
      And the platform received no request
      When "modern" sends the request "initialize" with:
        """
        {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "example", "version": "1.0.0"}}
        """
      Then the result's "protocolVersion" is "2025-11-25"

      Examples:
        | method          | params                                                                                                                                                                                       |
        | server/discover | {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}                                                                       |
        | tools/list      | {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}                                                                       |
        | tools/call      | {"name": "get_project", "arguments": {"project_id": "demo"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}} |

  Rule: Tools

    @req:protocol.tools-list
    Scenario: tools/list names the sixteen tools of the specification
      When the caller lists the tools
      Then the tools are:
        | name |
        | create_agent |
        | create_session |
        | get_agent |
        | get_project |
        | get_session |
        | list_agents |
        | list_projects |
        | list_sessions |
        | patch_agent_annotations |
        | patch_project_annotations |
        | patch_session_annotations |
        | patch_session_labels |
        | push_message |
        | unwatch_session_messages |
        | update_agent |
        | watch_session_messages |
      And every tool has a description and takes an object
      And the result has no "nextCursor"
      And the platform received no request

    @req:D4.stable-list
    Scenario: tools/list is the same for everybody and every time, byte for byte
      Given the caller may do everything
      And "nobody" may do nothing
      When the caller lists the tools
      And the caller lists the tools again
      And "nobody" lists the tools
      Then the three lists are the same, byte for byte

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What list_sessions takes
      When the caller lists the tools
      Then the input schema of "list_sessions" is this:
        """
        {
          "type": "object",
          "properties": {
            "project_id": {
              "type": "string",
              "description": "Filter to sessions belonging to this project ID. If omitted, returns all sessions visible to the caller's token."
            },
            "phase": {
              "type": "string",
              "enum": ["Pending", "Running", "Completed", "Failed"],
              "description": "Filter by session phase."
            },
            "page": {
              "type": "integer",
              "description": "Page number (1-indexed). Default: 1."
            },
            "size": {
              "type": "integer",
              "description": "Page size. Default: 20. Max: 100."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What get_session takes
      When the caller lists the tools
      Then the input schema of "get_session" is this:
        """
        {
          "type": "object",
          "required": ["session_id"],
          "properties": {
            "session_id": {
              "type": "string",
              "description": "Session ID (UUID)."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What create_session takes
      When the caller lists the tools
      Then the input schema of "create_session" is this:
        """
        {
          "type": "object",
          "required": ["project_id", "prompt"],
          "properties": {
            "project_id": {
              "type": "string",
              "description": "Project (Kubernetes namespace) in which to create the session. Must match the caller's token scope."
            },
            "prompt": {
              "type": "string",
              "description": "Task prompt for the session. Passed as Session.prompt to the runner."
            },
            "agent_id": {
              "type": "string",
              "description": "ID of the ProjectAgent to execute this session. If omitted, the project's default agent is used."
            },
            "model": {
              "type": "string",
              "description": "LLM model override (e.g. 'claude-sonnet-4-6'). If omitted, the agent's configured model is used."
            },
            "parent_session_id": {
              "type": "string",
              "description": "ID of the calling session. Used for agent-to-agent delegation. Sets Session.parent_session_id. The child session appears in the parent's lineage."
            },
            "name": {
              "type": "string",
              "description": "Human-readable name for the session. If omitted, a name is generated from the prompt (first 40 chars, slugified)."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What push_message takes
      When the caller lists the tools
      Then the input schema of "push_message" is this:
        """
        {
          "type": "object",
          "required": ["session_id", "text"],
          "properties": {
            "session_id": {
              "type": "string",
              "description": "ID of the target session."
            },
            "text": {
              "type": "string",
              "description": "Message text. May contain @agent_id or @agent_name mentions to trigger agent delegation."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What patch_session_labels takes
      When the caller lists the tools
      Then the input schema of "patch_session_labels" is this:
        """
        {
          "type": "object",
          "required": ["session_id", "labels"],
          "properties": {
            "session_id": {
              "type": "string",
              "description": "ID of the session to update."
            },
            "labels": {
              "type": "object",
              "additionalProperties": {
                "type": "string"
              },
              "description": "Key-value label pairs to merge. Keys and values must be non-empty strings. Keys may not contain '=' or whitespace.",
              "example": {"env": "prod", "team": "platform"}
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What watch_session_messages takes
      When the caller lists the tools
      Then the input schema of "watch_session_messages" is this:
        """
        {
          "type": "object",
          "required": ["session_id"],
          "properties": {
            "session_id": {
              "type": "string",
              "description": "ID of the session to watch."
            },
            "after_seq": {
              "type": "integer",
              "description": "Deliver only messages with seq > after_seq. Default: 0 (replay all messages, then stream new ones)."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What unwatch_session_messages takes
      When the caller lists the tools
      Then the input schema of "unwatch_session_messages" is this:
        """
        {
          "type": "object",
          "required": ["subscription_id"],
          "properties": {
            "subscription_id": {
              "type": "string",
              "description": "Subscription ID returned by watch_session_messages."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list @req:D4.optional-project-id
    Scenario: What list_agents takes
      When the caller lists the tools
      Then the input schema of "list_agents" is this, plus an optional "project_id":
        """
        {
          "type": "object",
          "properties": {
            "search": {
              "type": "string",
              "description": "Search filter in SQL-like syntax (e.g. \"name like 'code-%'\"). Forwarded as the 'search' query parameter."
            },
            "page": {
              "type": "integer",
              "description": "Page number (1-indexed). Default: 1."
            },
            "size": {
              "type": "integer",
              "description": "Page size. Default: 20. Max: 100."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list @req:D4.optional-project-id
    Scenario: What get_agent takes
      When the caller lists the tools
      Then the input schema of "get_agent" is this, plus an optional "project_id":
        """
        {
          "type": "object",
          "required": ["agent_id"],
          "properties": {
            "agent_id": {
              "type": "string",
              "description": "Agent ID (UUID) or agent name. If the value does not parse as a UUID, it is treated as a name and resolved via search."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list @req:D4.optional-project-id
    Scenario: What create_agent takes
      When the caller lists the tools
      Then the input schema of "create_agent" is this, plus an optional "project_id":
        """
        {
          "type": "object",
          "required": ["name", "prompt"],
          "properties": {
            "name": {
              "type": "string",
              "description": "Agent name. Must be unique for the owning user. Alphanumeric, hyphens, underscores only."
            },
            "prompt": {
              "type": "string",
              "description": "System prompt defining the agent's persona and behavior."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list @req:D4.optional-project-id
    Scenario: What update_agent takes
      When the caller lists the tools
      Then the input schema of "update_agent" is this, plus an optional "project_id":
        """
        {
          "type": "object",
          "required": ["agent_id", "prompt"],
          "properties": {
            "agent_id": {
              "type": "string",
              "description": "Agent ID (UUID)."
            },
            "prompt": {
              "type": "string",
              "description": "New system prompt. Creates a new agent version."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What patch_session_annotations takes
      When the caller lists the tools
      Then the input schema of "patch_session_annotations" is this:
        """
        {
          "type": "object",
          "required": ["session_id", "annotations"],
          "properties": {
            "session_id": {
              "type": "string",
              "description": "ID of the session to update."
            },
            "annotations": {
              "type": "object",
              "additionalProperties": { "type": "string" },
              "description": "Key-value annotation pairs to merge. Keys use reverse-DNS prefix convention (e.g. 'myapp.io/status'). Values are arbitrary strings up to 4096 bytes. Existing annotations not present in the patch are preserved. To delete an annotation, set its value to the empty string.",
              "example": {"myapp.io/status": "blocked", "myapp.io/blocker-id": "PROJ-1234"}
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What patch_agent_annotations takes
      When the caller lists the tools
      Then the input schema of "patch_agent_annotations" is this:
        """
        {
          "type": "object",
          "required": ["project_id", "agent_id", "annotations"],
          "properties": {
            "project_id": {
              "type": "string",
              "description": "Project ID the agent belongs to."
            },
            "agent_id": {
              "type": "string",
              "description": "Agent ID (UUID) or agent name."
            },
            "annotations": {
              "type": "object",
              "additionalProperties": { "type": "string" },
              "description": "Key-value annotation pairs to merge. Empty-string values remove the key.",
              "example": {"myapp.io/last-task": "PROJ-1234", "myapp.io/index-sha": "abc123"}
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What patch_project_annotations takes
      When the caller lists the tools
      Then the input schema of "patch_project_annotations" is this:
        """
        {
          "type": "object",
          "required": ["project_id", "annotations"],
          "properties": {
            "project_id": {
              "type": "string",
              "description": "Project ID (UUID) or project name."
            },
            "annotations": {
              "type": "object",
              "additionalProperties": { "type": "string" },
              "description": "Key-value annotation pairs to merge. Empty-string values remove the key.",
              "example": {"myapp.io/feature-flags": "{\"dark-mode\":true}", "myapp.io/release": "v2.3.0"}
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What list_projects takes
      When the caller lists the tools
      Then the input schema of "list_projects" is this:
        """
        {
          "type": "object",
          "properties": {
            "page": {
              "type": "integer",
              "description": "Page number (1-indexed). Default: 1."
            },
            "size": {
              "type": "integer",
              "description": "Page size. Default: 20. Max: 100."
            }
          }
        }
        """

    @req:D4.schemas-verbatim @req:protocol.tools-list
    Scenario: What get_project takes
      When the caller lists the tools
      Then the input schema of "get_project" is this:
        """
        {
          "type": "object",
          "required": ["project_id"],
          "properties": {
            "project_id": {
              "type": "string",
              "description": "Project ID (UUID) or project name."
            }
          }
        }
        """

    @req:D4.annotations
    Scenario: Every tool says truthfully what it does
      When the caller lists the tools
      Then the tools have these hints:
        | tool | readOnlyHint | destructiveHint | idempotentHint | openWorldHint |
        | list_sessions | true | false | true | false |
        | get_session | true | false | true | false |
        | create_session | false | false | false | true |
        | push_message | false | false | false | true |
        | patch_session_labels | false | false | true | false |
        | watch_session_messages | true | false | false | false |
        | unwatch_session_messages | true | false | true | false |
        | list_agents | true | false | true | false |
        | get_agent | true | false | true | false |
        | create_agent | false | false | false | false |
        | update_agent | false | false | false | false |
        | patch_session_annotations | false | true | true | false |
        | patch_agent_annotations | false | true | true | false |
        | patch_project_annotations | false | true | true | false |
        | list_projects | true | false | true | false |
        | get_project | true | false | true | false |

    @req:D7.output-schema
    Scenario: Every tool declares the shape of its answer
      When the caller lists the tools
      Then every tool has an output schema of an object

    @req:protocol.unknown-tool @req:D5.unknown-tool
    Scenario Outline: A tool that does not exist: "<name>"
      When the caller sends the request "tools/call" with {"name": "<name>", "arguments": {}}
      Then it is answered with the error -32602
      And the platform received no request

      Examples:
        | name           |
        | delete_session |
        | list_session   |
        | LIST_SESSIONS  |
        | tools/list     |

    @req:protocol.missing-tool-name
    Scenario Outline: tools/call without the name of a tool: <params>
      When the caller sends the request "tools/call" with <params>
      Then it is answered with the error -32602
      And the platform received no request

      Examples:
        | params                     |
        | {}                         |
        | {"arguments": {}}          |
        | {"name": ""}               |
        | {"name": null}             |
        | {"name": 7}                |

    @req:D7.text @req:D7.structured
    Scenario Outline: Structured content comes with revision 2025-06-18: asked for <revision>
      Given a project "demo"
      And "newcomer" has initialized with revision "<revision>"
      When "newcomer" calls "get_project" with {"project_id": "demo"}
      Then the answer is the stored project "demo"
      And the answer has <structured>

      Examples:
        | revision   | structured                           |
        | 2024-11-05 | no structured content                |
        | 2025-03-26 | no structured content                |
        | 2025-06-18 | structured content equal to its text |
        | 2025-11-25 | structured content equal to its text |
        | 1999-01-01 | no structured content                |

    @req:D7.structured @req:D7.output-schema
    Scenario Outline: The structured answer of <tool> fits the output schema
      Given a project "demo" with an agent "planner" and a running session "work"
      And the caller has initialized with revision "2025-11-25"
      When the caller calls "<tool>" plainly
      Then the answer has structured content equal to its text
      And the structured content fits the output schema of "<tool>"

      Examples:
        | tool |
        | list_sessions |
        | get_session |
        | create_session |
        | push_message |
        | patch_session_labels |
        | list_agents |
        | get_agent |
        | create_agent |
        | update_agent |
        | patch_session_annotations |
        | patch_agent_annotations |
        | patch_project_annotations |
        | list_projects |
        | get_project |

    @req:D7.text
    Scenario: An answer is one text item and says nothing of an error
      Given a project "demo"
      When the caller calls "get_project" with {"project_id": "demo"}
      Then the call succeeds
      And the result of the call has exactly the fields "content"

    @req:D6.shape @req:error.format @req:D7.structured
    Scenario: An error is one text item in every revision
      Given the caller has initialized with revision "2025-11-25"
      When the caller calls "get_session" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj"}
      Then the call fails with SESSION_NOT_FOUND
      And the result of the call has exactly the fields "content, isError"

    @req:protocol.concurrent-calls
    Scenario: Calls in flight at once are answered each by its own id
      Given a project "demo"
      And the platform answers late to "GET /projects"
      When the caller sends 20 calls of "get_project" at once, for projects that exist and projects that do not
      Then each call has its own answer

  Rule: Messages that are none

    @req:protocol.parse-error
    Scenario Outline: What is not JSON is answered -32700, and the session goes on: <text>
      When the caller sends what is not JSON: <text>
      Then it is told -32700
      When the caller sends the request "ping" with {}
      Then it is answered with the result {}
      And the platform received no request

      Examples:
        | text                                            |
        | {"jsonrpc": "2.0", "id": 1, "method": "ping"    |
        | hello                                           |
        | {"jsonrpc": "2.0", "id": 1, "method": "ping"}}  |

    @req:protocol.parse-error
    Scenario: A notification of something unknown is not answered
      When the caller sends the notification "notifications/no-such-thing"
      And the caller sends the request "ping" with {}
      Then it is answered with the result {}
      And the caller has received no other message than answers to its requests

  Rule: stdio

    @needs:stdio @req:protocol.stdio @req:protocol.stdio.stdout-clean @req:D3.stdio-default
    Scenario: Standard output carries JSON-RPC and nothing else
      Given a project "demo"
      And the server is started with MCP_LOG_LEVEL=debug
      When the caller calls "get_project" with {"project_id": "demo"}
      And the caller calls "get_session" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj"}
      And the caller sends the request "no/such/method" with {}
      And the caller ends its input
      Then the server has ended with exit code 0
      And every line of its standard output was a JSON-RPC message
      And every line of its log is JSON

    @needs:stdio @req:protocol.stdio.drain
    Scenario: What is in flight at the end of input is answered
      Given a project "demo"
      And the platform answers late to "GET /projects"
      When the caller sends 8 calls of "get_project" and ends its input at once
      Then all 8 calls are answered
      And the server has ended with exit code 0

    @needs:stdio @req:protocol.stdio.drain
    Scenario: Input that ends before anything was asked
      Given "newcomer" has connected
      When "newcomer" ends its input
      Then the server has ended with exit code 0
      And the platform received no request

    @needs:signals @needs:server-env @req:protocol.shutdown
    Scenario Outline: <signal> ends the server with exit code 0
      Given a project "demo"
      And the server is started with MCP_LOG_LEVEL=info
      When the caller calls "get_project" with {"project_id": "demo"}
      And the server gets the signal <signal>
      Then the server has ended with exit code 0

      Examples:
        | signal |
        | TERM   |
        | INT    |

    @needs:signals @needs:server-env @needs:sse @req:protocol.shutdown @req:D20.client-gone
    Scenario: A server that is told to end releases the platform's streams
      Given a project "demo"
      And a session "work" in phase "Running"
      And the server is started with MCP_LOG_LEVEL=info
      When the caller watches "work"
      And the agent writes "hello" in "work"
      And the caller is notified of "hello"
      And the server gets the signal TERM
      Then the server has ended with exit code 0
      And the platform serves no message stream

    @needs:server-env @req:protocol.token-never-shown
    Scenario: The bearer is in no log and in no answer
      Given a project "demo"
      And the server is started with MCP_LOG_LEVEL=debug
      When the caller calls "get_project" with {"project_id": "demo"}
      And the caller calls "get_session" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj"}
      Given the platform answers 401 to "GET /projects" once
      When the caller calls "get_project" with {"project_id": "demo"}
      Then the call fails with UNAUTHORIZED
      And the server has logged something
      And no bearer is in its log or in any message to the caller

  Rule: SSE

    @needs:sse @req:protocol.sse.endpoint @req:protocol.sse.message @req:D3.sse
    Scenario: Messages are posted to the endpoint that the stream names, and answered over the stream
      Given "newcomer" has connected
      When "newcomer" sends the request "ping" with {}
      Then it is answered with the result {}
      And the post was accepted with status 202 and no body

    @needs:sse @needs:address @req:protocol.sse.endpoint @req:D3.sse
    Scenario: The first event of GET /sse is the endpoint
      When somebody with the caller's token gets "/sse"
      Then the status is 200
      And the content type is "text/event-stream"
      And the first event is "endpoint" with a path that begins with "/message?"
      And nobody else's origin may read it

    @needs:sse @needs:address @req:protocol.sse.unknown-session
    Scenario Outline: A message to a session that does not exist is refused: <path>
      When somebody with the caller's token posts {"jsonrpc": "2.0", "id": 1, "method": "ping"} to "<path>"
      Then the status is one of 400, 404
      And the platform received no request

      Examples:
        | path                                                     |
        | /message?sessionId=6f1e3c1a-5a0e-4a6e-9c39-0d6a3f1f0a01   |
        | /message                                                 |

    @needs:sse @needs:address @req:protocol.sse.endpoint
    Scenario Outline: What SSE does not serve: <method> <path>
      When somebody with the caller's token sends <method> to "<path>"
      Then the status is one of <status>

      Examples:
        | method | path         | status   |
        | POST   | /sse         | 404, 405 |
        | GET    | /message     | 400, 404, 405 |
        | DELETE | /sse         | 404, 405 |
        | GET    | /            | 404      |
        | GET    | /mcp         | 404      |
        | GET    | /sse/        | 404      |
        | GET    | /api/ambient | 404      |

  Rule: Who may come in over SSE

    @needs:sse @req:D23.forwarded @req:D22.env
    Scenario: The bearer that a caller brings is the one that the platform sees
      Given a project "demo"
      And "limited" may only "projects:get"
      When the caller calls "list_projects" with {}
      Then the call succeeds
      And the platform received 1 request, with the bearer of "editor"
      When "limited" calls "list_projects" with {}
      Then the call fails with FORBIDDEN
      And the platform received 1 request, with the bearer of "limited"

    @needs:stdio @req:D22.env
    Scenario: On stdio the bearer is that of the environment
      Given a project "demo"
      When the caller calls "list_projects" with {}
      Then the call succeeds
      And the platform received 1 request, with the bearer of "editor"

    @needs:sse @needs:address @req:D23.bound
    Scenario: A session is bound to the bearer that opened it
      Given a project "demo"
      And "mallory" may do everything
      And somebody with the caller's token has opened a session
      When somebody with the token of "mallory" posts {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "list_projects", "arguments": {}}} to the session
      Then the status is 403
      When somebody without a token posts {"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": {"name": "list_projects", "arguments": {}}} to the session
      Then the status is one of 401, 403
      And the platform received no request
      When somebody with the caller's token posts {"jsonrpc": "2.0", "id": 9, "method": "ping"} to the session
      Then the status is 202
      And the session is answered {"jsonrpc": "2.0", "id": 9, "result": {}}

    @needs:sse @req:D23.no-bearer
    Scenario: No bearer, no session
      When "nobody" tries to connect without a token
      Then it is refused with status 401
      And the platform received no request

    @needs:sse @needs:loopback @needs:server-env @req:D23.loopback
    Scenario: A caller on the same machine without a bearer is served with the server's own token
      Given a project "demo"
      And "runner" has connected without a token to a server that has the token of "sidecar"
      When "runner" calls "list_projects" with {}
      Then the call succeeds
      And the platform received 1 request, with the bearer of "sidecar"

    @needs:sse @needs:address @needs:server-env @req:D23.forwarded @req:D23.loopback
    Scenario: Who brings a bearer is never served with the server's own token
      Given a project "demo"
      And "limited" may do nothing
      And "limited" has connected to a server that has the token of "sidecar"
      When "limited" calls "list_projects" with {}
      Then the call fails with FORBIDDEN
      And the platform received 1 request, with the bearer of "limited"

    @needs:sse @req:D24.origin
    Scenario Outline: A page of another origin may not connect: <origin>
      When "page" tries to connect from the origin "<origin>"
      Then it is refused with status 403
      And the platform received no request

      Examples:
        | origin                        |
        | http://evil.example           |
        | https://localhost.evil.example |
        | null                          |

    @needs:sse @needs:address @req:D24.origin
    Scenario: A page of another origin may not post to a session either
      Given somebody with the caller's token has opened a session
      When a page of "http://evil.example" with the caller's token posts {"jsonrpc": "2.0", "id": 9, "method": "ping"} to the session
      Then the status is 403

    @needs:sse @needs:server-env @req:config.MCP_ALLOWED_ORIGINS.used @req:D24.origin
    Scenario: An origin that is allowed may connect, another may not
      When "page" connects from the origin "https://console.example.com" to a server with MCP_ALLOWED_ORIGINS=https://console.example.com
      And "page" sends the request "ping" with {}
      Then it is answered with the result {}
      When "other page" tries to connect from the origin "https://other.example.com" to a server with MCP_ALLOWED_ORIGINS=https://console.example.com
      Then it is refused with status 403

    @needs:sse @needs:address @needs:loopback @req:D24.host
    Scenario: A foreign Host on the loopback interface is refused
      When somebody with the caller's token gets "/sse" from the host "evil.example"
      Then the status is 403

    @needs:sse @needs:address @req:D24.health
    Scenario Outline: <path> needs no bearer and tells nothing of callers
      When somebody without a token gets "<path>"
      Then the status is 200
      And the body says nothing of a caller
      And the platform received no request

      Examples:
        | path     |
        | /healthz |
        | /readyz  |

    @needs:sse @needs:address @req:D24.bodies
    Scenario: A message that is far too large is refused
      Given somebody with the caller's token has opened a session
      When somebody with the caller's token posts a message of 64 megabytes to the session
      Then the status is 413
      When somebody with the caller's token posts {"jsonrpc": "2.0", "id": 9, "method": "ping"} to the session
      Then the status is 202

    @needs:beside @needs:server-env @req:D24.redirects
    Scenario: A redirect is not followed, so the bearer goes nowhere else
      Given the server is started with a platform that redirects every request to another host
      When the caller calls "list_projects" with {}
      Then the call fails with INTERNAL
      And the platform that redirects has received 1 request
      And the other host has received nothing
