# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

Feature: watch_session_messages
  Subscribes to a session's message stream: answers with a subscription id at
  once, then notifies the client of every message. What happens after the answer
  is in watch.feature.

  Background:
    Given a project "demo"
    And a session "work" in phase "Running"

  @req:watch_session_messages.input.session_id.required @req:D5.missing
  Scenario: session_id is required
    When the caller calls "watch_session_messages" with {}
    Then the call fails with INVALID_REQUEST
    And the reason names "session_id"
    And the platform received no call

  @req:watch_session_messages.input.session_id.type @req:watch_session_messages.input.after_seq.type @req:D5.wrong-type
  Scenario Outline: Arguments of the wrong type: <argument> as <value>
    When the caller calls "watch_session_messages" with {"session_id": "{work}", "<argument>": <value>}
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call

    Examples:
      | argument   | value  |
      | session_id | 7      |
      | session_id | null   |
      | session_id | ["x"]  |
      | after_seq  | "7"    |
      | after_seq  | 1.5    |
      | after_seq  | true   |
      | after_seq  | {}     |

  @req:watch_session_messages.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused, and the nearest known one offered
    When the caller calls "watch_session_messages" with {"session_id": "{work}", "after_sq": 1}
    Then the call fails with INVALID_REQUEST
    And the reason names "after_sq"
    And the reason names "after_seq"
    And the platform received no call

  @needs:sse @req:watch_session_messages.return.subscription @req:watch_session_messages.behaviour.returns-at-once @req:D20.id
  Scenario: The answer is the subscription and its session
    When the caller watches "work"
    Then the answer has exactly the fields "session_id, subscription_id"
    And the answer's "session_id" is "{work}"
    And the answer's "subscription_id" is a subscription id

  @needs:sse @req:D20.id
  Scenario: No two subscriptions have one id, and none can be guessed from others
    When the caller watches "work" 20 times
    Then the 20 subscription ids have nothing in common

  @needs:sse @needs:server-clock @req:watch_session_messages.backing @req:watch_session_messages.behaviour.opens-stream @req:D24.gzip
  Scenario: One event stream of the platform is behind it
    Given the server is started with a clock that stands still
    When the caller watches "work"
    And the agent writes "hello" in "work"
    Then the caller is notified of "hello"
    And the platform received in this order:
      | method | path                       |
      | GET    | /sessions/{work}           |
      | GET    | /sessions/{work}/messages  |
    And the platform was asked for 1 message stream of "work"
    And the request for the message stream accepts event streams only, not compressed

  @needs:sse @req:watch_session_messages.input.after_seq.default @req:watch.replay
  Scenario: Without after_seq everything is replayed, then new messages follow
    Given the session "work" has the messages:
      | name | event_type | payload |
      | m1   | user       | one     |
      | m2   | assistant  | two     |
    When the caller watches "work"
    And the agent writes "three" in "work"
    Then the caller is notified of "one", "two", "three", and of nothing more

  @needs:sse @req:watch_session_messages.input.after_seq.filter
  Scenario: With after_seq only newer messages are delivered
    Given the session "work" has the messages:
      | name | event_type | payload |
      | m1   | user       | one     |
      | m2   | assistant  | two     |
      | m3   | assistant  | three   |
    When the caller watches "work" after message "m2"
    And the agent writes "four" in "work"
    Then the caller is notified of "three", "four", and of nothing more

  @needs:sse @req:watch_session_messages.input.after_seq.range
  Scenario Outline: An after_seq beyond what a seq can be is refused (<after>)
    When the caller calls "watch_session_messages" with {"session_id": "{work}", "after_seq": <after>}
    Then the call fails with INVALID_REQUEST
    And the reason names "after_seq"
    And the platform received no call

    Examples:
      | after                   |
      | 9223372036854775808     |
      | 99999999999999999999999 |
      | 1e30                    |

  @needs:sse @req:watch_session_messages.input.after_seq.filter
  Scenario: An after_seq beyond the last message waits for what comes after it
    Given the session "work" has the messages:
      | name | event_type | payload |
      | m1   | user       | one     |
    When the caller watches "work" after message "m1"
    And the agent writes "two" in "work"
    Then the caller is notified of "two", and of nothing more

  @needs:sse @req:watch_session_messages.error.SESSION_NOT_FOUND @req:error.catalog.SESSION_NOT_FOUND
  Scenario: A session that does not exist cannot be watched
    When the caller calls "watch_session_messages" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj"}
    Then the call fails with SESSION_NOT_FOUND
    And the reason names "3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And the platform received exactly "GET /sessions/3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And the platform serves no message stream

  @needs:sse @req:watch_session_messages.error.FORBIDDEN @req:watch_session_messages.rbac
  Scenario: Who may not read sessions may not watch one
    Given the caller may only "sessions:list, agents:get, projects:get"
    When the caller calls "watch_session_messages" with {"session_id": "{work}"}
    Then the call fails with FORBIDDEN
    And the platform serves no message stream

  @needs:sse @req:watch_session_messages.rbac
  Scenario: sessions:get is enough to watch
    Given the caller may only "sessions:get"
    When the caller watches "work"
    And the agent writes "hello" in "work"
    Then the caller is notified of "hello"

  @needs:sse @req:D14.401 @req:error.catalog.UNAUTHORIZED
  Scenario: An expired token cannot watch
    Given the caller's token has expired
    When the caller calls "watch_session_messages" with {"session_id": "{work}"}
    Then the call fails with UNAUTHORIZED
    And the platform serves no message stream

  @needs:stdio @req:watch_session_messages.error.TRANSPORT_NOT_SUPPORTED @req:error.catalog.TRANSPORT_NOT_SUPPORTED @req:D20.stdio
  Scenario: On stdio there is nothing to watch with
    When the caller calls "watch_session_messages" with {"session_id": "{work}"}
    Then the call fails with TRANSPORT_NOT_SUPPORTED
    And the error has exactly the fields "code, operation_id, reason"
    And the platform received no call

  @needs:stdio @req:D20.stdio
  Scenario: On stdio not even an unknown session is looked for
    When the caller calls "watch_session_messages" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj", "after_seq": 3}
    Then the call fails with TRANSPORT_NOT_SUPPORTED
    And the platform received no call

  @needs:stdio @req:D20.stateless @req:D2.stdio-discover
  Scenario: A request of revision 2026-07-28 has no session to notify
    Given "modern" has connected
    When "modern" sends the request "tools/call" with:
      """
      {"name": "watch_session_messages", "arguments": {"session_id": "{work}"},
       "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}
      """
    Then the answer is that of the tool "watch_session_messages"
    And the call fails with TRANSPORT_NOT_SUPPORTED
