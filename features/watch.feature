# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

@needs:sse
Feature: Watching a session
  Whoever watches a session is notified of each of its messages, once and in
  order, whatever happens to the stream in between, and of its end, once.

  Background:
    Given a project "demo"
    And a session "work" in phase "Running"

  Rule: Messages

    @req:watch.replay @req:D20.order @req:D20.once @req:watch_session_messages.behaviour.forwards
    Scenario: Stored messages are replayed in order, then live ones follow
      Given the session "work" has the messages:
        | name | event_type  | payload                     |
        | m1   | user        | check auth.go               |
        | m2   | lifecycle   | {"event":"run_started"}     |
        | m3   | assistant   | it compares with ==         |
      When the caller watches "work"
      And the agent writes "use a constant-time comparison" in "work"
      And the agent writes "done" in "work"
      Then the caller is notified of the messages:
        | payload                        |
        | check auth.go                  |
        | {"event":"run_started"}        |
        | it compares with ==            |
        | use a constant-time comparison |
        | done                           |
      And of nothing more

    @req:watch.live
    Scenario: A session without messages is watched until there is one
      When the caller watches "work"
      Then the caller is notified of nothing
      When the agent writes "hello" in "work"
      Then the caller is notified of "hello", and of nothing more

    @req:watch.live @req:D20.once
    Scenario: A message that the watcher pushes itself comes back once
      When the caller watches "work"
      And the caller pushes "go on" to "work"
      Then the call succeeds
      And the caller is notified of "go on", and of nothing more

    @req:D20.order @req:watch.only-its-session
    Scenario: Gaps in seq are no losses: other sessions have the numbers between
      Given a session "other" in phase "Running"
      When the caller watches "work"
      And the agent writes "one" in "work"
      And the agent writes "elsewhere" in "other"
      And the agent writes "elsewhere again" in "other"
      And the agent writes "two" in "work"
      And the agent writes "elsewhere at last" in "other"
      And the agent writes "three" in "work"
      Then the caller is notified of "one", "two", "three", and of nothing more
      And the seq numbers of the notifications increase and have gaps

    @req:watch.replay @req:D20.order @req:D20.once
    Scenario: Many messages, stored and live, are each delivered once and in order
      Given the agent has written 100 messages in "work"
      When the caller watches "work"
      And the agent writes 100 more messages in "work"
      Then the caller is notified of all 200 messages, in order, and of nothing more

    @req:notify.message @req:D21.spec @req:D20.once
    Scenario: The notification of a message, whole
      When the caller watches "work"
      And a message of type "TEXT_MESSAGE_CONTENT" with the payload "delta='Hello from the agent'" is stored in "work"
      Then the caller is notified of "delta='Hello from the agent'"
      And the notification of "delta='Hello from the agent'" is exactly:
        """
        {
          "jsonrpc": "2.0",
          "method": "notifications/progress",
          "params": {
            "progressToken": "{watch}",
            "progress": {
              "session_id": "{work}",
              "message": {
                "id": "{message.id}",
                "session_id": "{work}",
                "seq": {message.seq},
                "event_type": "TEXT_MESSAGE_CONTENT",
                "payload": "delta='Hello from the agent'",
                "created_at": "{message.created_at}"
              }
            }
          }
        }
        """

    @req:notify.message
    Scenario Outline: A payload of <what> arrives as it was stored
      When the caller watches "work"
      And a message of type "assistant" with the payload <payload> is stored in "work"
      Then the first notification's payload is <payload>

      Examples:
        | what               | payload                                     |
        | no text            | ""                                          |
        | several lines      | "one\\ntwo\\r\\n\\nthree\\n"                |
        | JSON               | "{\\"a\\": [1, \\"<b>&\\"]}"                |
        | event-stream words | "data: x\\nid: 9\\nevent: end\\n\\n: ping"  |
        | other scripts      | "naïve 数据 🚀 \\u2028 end"                  |

    @req:D20.result-first
    Scenario: The answer comes before the first notification
      Given the agent has written 50 messages in "work"
      When the caller watches "work"
      Then the caller is notified of all 50 messages, in order
      And the answer came before the first notification

    @req:D20.result-first
    Scenario: Each of many answers comes before the first notification of its subscription
      Given the caller has initialized with revision "2025-11-25"
      And the agent has written 1 message in "work"
      When the caller watches "work" as "before"
      And the watch "before" has delivered all 1 messages
      And the caller watches "work" 200 times
      Then each of the 200 subscriptions is notified of all 1 messages, in order
      And each answer came before the first notification of its subscription

  Rule: The end

    @req:watch.terminal.Completed @req:watch.terminal.Failed @req:watch.terminal.Stopped @req:D13.terminal
    @req:watch_session_messages.behaviour.polls @req:D20.terminal-once @req:D20.nothing-after @needs:server-env
    Scenario Outline: A session that becomes <phase> ends the watch, once
      Given the server is started with MCP_WATCH_POLL_INTERVAL=20ms
      When the caller watches "work"
      And the agent writes "last words" in "work"
      And "work" becomes <phase>
      Then the caller is notified of "last words", then of the end in phase "<phase>"
      And of nothing after the end
      And the platform serves no message stream

      Examples:
        | phase     |
        | Completed |
        | Failed    |
        | Stopped   |

    @req:watch_session_messages.behaviour.polls @req:D13.terminal @needs:server-clock
    Scenario Outline: <phase> is not the end
      Given the server is started with a clock that stands still
      When the caller watches "work"
      And "work" becomes <phase>
      And 15 seconds pass on the server, poll by poll
      And the agent writes "still here" in "work"
      Then the caller is notified of "still here", and of nothing more

      Examples:
        | phase    |
        | Pending  |
        | Creating |
        | Running  |
        | Stopping |

    @req:notify.terminal @req:D21.spec @needs:server-env
    Scenario: The notification of the end, whole
      Given the server is started with MCP_WATCH_POLL_INTERVAL=20ms
      When the caller watches "work"
      And "work" becomes Completed
      Then the caller is notified of the end in phase "Completed"
      And the last notification is exactly:
        """
        {
          "jsonrpc": "2.0",
          "method": "notifications/progress",
          "params": {
            "progressToken": "{watch}",
            "progress": {"session_id": "{work}", "terminal": true, "phase": "Completed"}
          }
        }
        """

    @req:watch.terminal.already @req:D20.re-read @req:D20.terminal-once @req:D20.nothing-after
    Scenario Outline: A session that is <phase> already is replayed, then ended
      Given a session "over" in phase "<phase>"
      And the session "over" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
        | m2   | assistant  | two     |
      When the caller watches "over"
      Then the caller is notified of "one", "two", then of the end in phase "<phase>"
      And of nothing after the end
      And the platform serves no message stream

      Examples:
        | phase     |
        | Completed |
        | Failed    |
        | Stopped   |

    @req:watch.terminal.already @req:watch_session_messages.input.after_seq.filter
    Scenario: A session that is over is not replayed before after_seq
      Given a session "over" in phase "Completed"
      And the session "over" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
        | m2   | assistant  | two     |
      When the caller watches "over" after message "m2"
      Then the caller is notified of the end in phase "Completed"
      And of nothing after the end

    @req:D20.deleted @req:D20.terminal-once @req:D20.nothing-after @needs:server-env
    Scenario: A deleted session ends the watch
      Given the server is started with MCP_WATCH_POLL_INTERVAL=20ms
      When the caller watches "work"
      And the agent writes "last words" in "work"
      And the caller is notified of "last words"
      And "work" is deleted on the platform
      Then the caller is notified of "last words", then of the end in phase "Deleted"
      And of nothing after the end
      And the platform serves no message stream

    @req:D20.poll @req:watch_session_messages.behaviour.polls @needs:server-clock
    Scenario: The phase is read every five seconds, not sooner
      Given the server is started with a clock that stands still
      When the caller watches "work"
      And "work" becomes Completed
      And 4.999 seconds pass on the server
      And the agent writes "not yet" in "work"
      Then the caller is notified of "not yet", and of nothing more
      And the platform received 1 "GET /sessions/{work}" call
      When 0.001 seconds pass on the server
      Then the watch "work" brings the end in phase "Completed"
      And of nothing after the end

    @req:config.MCP_WATCH_POLL_INTERVAL.used @req:D20.poll @needs:server-clock @needs:server-env
    Scenario: The interval is what MCP_WATCH_POLL_INTERVAL says
      Given the server is started with MCP_WATCH_POLL_INTERVAL=1m and a clock that stands still
      When the caller watches "work"
      And "work" becomes Completed
      And 59 seconds pass on the server
      And the agent writes "not yet" in "work"
      Then the caller is notified of "not yet", and of nothing more
      When 1 second passes on the server
      Then the watch "work" brings the end in phase "Completed"

    @req:D20.shared @req:D20.poll @needs:server-clock
    Scenario: Watching a session twice reads its phase once
      Given the server is started with a clock that stands still
      When the caller watches "work" as "first"
      And the caller watches "work" as "second"
      And "work" becomes Failed
      And 5 seconds pass on the server
      Then the watch "first" brings the end in phase "Failed"
      And the watch "second" brings the end in phase "Failed"
      And the platform received 2 "GET /sessions/{work}" calls since "second" began

    @req:D20.re-read @req:D20.terminal-once @req:D20.nothing-after @needs:server-clock
    Scenario: What was stored before the end is delivered before the end
      Given the server is started with a clock that stands still
      And the platform breaks off in the middle of the answer to "GET /sessions/{id}/messages"
      And the session "work" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
      When the caller watches "work"
      And the agent writes 100 messages in "work"
      And "work" becomes Completed
      And the platform is well again
      And 5 seconds pass on the server
      Then the caller is notified of all 101 messages, in order, then of the end in phase "Completed"
      And of nothing after the end

    @req:D20.re-read @req:D20.nothing-after @needs:server-env
    Scenario: No message overtakes the end
      Given the server is started with MCP_WATCH_POLL_INTERVAL=20ms
      When the caller watches "work"
      And the agent writes 200 more messages in "work"
      And "work" becomes Failed
      Then the caller is notified of all 200 messages, in order, then of the end in phase "Failed"
      And of nothing after the end

    @req:D20.unknown @req:D20.terminal-once @req:D20.nothing-after @needs:server-clock
    Scenario: A platform that stays away for two minutes ends the watch
      Given the server is started with a clock that stands still
      And the platform answers 503 to "GET /sessions/{id}/messages"
      When the caller watches "work"
      Given the platform answers 503 to "GET /sessions/{id}"
      Then no end comes for 115 seconds on the server
      And within 30 more the end comes in phase "Unknown", with a reason
      And of nothing after the end

    @req:D20.unknown @req:D20.reconnect @needs:server-clock
    Scenario: A platform that comes back within two minutes is watched on
      Given the server is started with a clock that stands still
      And the platform answers 503 to "GET /sessions/{id}/messages"
      When the caller watches "work"
      Given the platform answers 503 to "GET /sessions/{id}"
      Then no end comes for 90 seconds on the server
      When the platform is well again
      And the agent writes "welcome back" in "work"
      Then as time passes on the server, the caller is notified of "welcome back"
      And no end comes for 60 seconds on the server

  Rule: Broken streams

    @req:D20.reconnect @req:D20.once @req:D20.order
    Scenario Outline: Nothing is lost and nothing comes twice when the platform <breaks>
      Given the session "work" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
        | m2   | assistant  | two     |
        | m3   | assistant  | three   |
      And the platform <breaks> to "GET /sessions/{id}/messages" once
      When the caller watches "work"
      Then the caller is notified of "one", "two", "three"
      When the agent writes "four" in "work"
      Then the caller is notified of "one", "two", "three", "four", and of nothing more
      And the platform serves 1 message stream

      Examples:
        | breaks                                  |
        | closes the connection                   |
        | closes the connection after the headers |
        | breaks off in the middle of the answer  |
        | answers with a body that is not JSON    |
        | answers with JSON of another shape      |
        | answers 503                             |

    @req:D20.reconnect @req:D20.once
    Scenario: A stream that breaks between messages is resumed at the last seq
      Given the session "work" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
        | m2   | assistant  | two     |
        | m3   | assistant  | three   |
      And the platform cuts the message stream of a session once, after 2 messages
      When the caller watches "work"
      Then the caller is notified of "one", "two", "three"
      And the message stream of "work" was resumed after "m2"
      When the agent writes "four" in "work"
      Then the caller is notified of "one", "two", "three", "four", and of nothing more

    @req:D20.reconnect @req:D20.once @req:D20.order
    Scenario: A stream that breaks again and again still brings everything
      Given the session "work" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
        | m2   | assistant  | two     |
        | m3   | assistant  | three   |
        | m4   | assistant  | four    |
      And the platform cuts the message stream of a session 3 times, after 1 message
      When the caller watches "work"
      Then the caller is notified of "one", "two", "three", "four", and of nothing more

  Rule: Several watchers

    @req:D20.shared
    Scenario: One stream of the platform serves all subscriptions of a session
      Given the session "work" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
      When the caller watches "work" as "first"
      And the watch "first" delivers "one"
      And the caller watches "work" as "second"
      And the agent writes "two" in "work"
      Then the watch "first" delivers "one", "two", and nothing more
      And the watch "second" brings the same messages
      And the platform serves 1 message stream
      And the platform was asked for 1 message stream of "work"

    @req:D20.shared
    Scenario: Subscriptions that share a stream keep their own start
      Given the session "work" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
        | m2   | assistant  | two     |
        | m3   | assistant  | three   |
      When the caller watches "work" after message "m3" as "late"
      And the agent writes "four" in "work"
      And the watch "late" delivers "four"
      And the caller watches "work" as "early"
      And the agent writes "five" in "work"
      Then the watch "late" delivers "four", "five", and nothing more
      And the watch "early" has delivered "one", "two", "three", "four", "five" first
      And the platform serves 1 message stream

    @req:watch_session_messages.input.after_seq.range @req:D20.shared @req:D20.once
    Scenario: A second watch from the greatest seq there is brings nothing and takes nothing from the first
      Given "second" is another client of the caller
      When "second" watches "work"
      And the agent writes "one" in "work"
      Then "second" is notified of "one"
      When the caller calls "watch_session_messages" with {"session_id": "{work}", "after_seq": 9223372036854775807}
      Then the call succeeds
      When the agent writes "two" in "work"
      Then "second" is notified of "one", "two", and of nothing more
      And the platform serves 1 message stream
      When the caller calls "get_session" with {"session_id": "{work}"}
      Then the call succeeds
      And the caller has received no other message than answers to its requests

    @req:watch_session_messages.input.after_seq.range @req:D20.shared @req:D20.once
    Scenario: A watch from the greatest seq there is does not keep a later one from the messages
      Given "second" is another client of the caller
      And the session "work" has the messages:
        | name | event_type | payload |
        | m1   | user       | one     |
      When the caller calls "watch_session_messages" with {"session_id": "{work}", "after_seq": 9223372036854775807}
      And "second" watches "work"
      And the agent writes "two" in "work"
      Then "second" is notified of "one", "two", and of nothing more
      And the platform serves 1 message stream
      When the caller calls "get_session" with {"session_id": "{work}"}
      Then the call succeeds
      And the caller has received no other message than answers to its requests

    @req:D20.shared @req:D20.owner
    Scenario: Two clients each get everything
      Given "second" is another client of the caller
      When the caller watches "work"
      And "second" watches "work"
      And the agent writes "one" in "work"
      And the agent writes "two" in "work"
      Then the caller is notified of "one", "two", and of nothing more
      And "second" is notified of "one", "two" first
      And the platform serves 1 message stream

    @req:D20.client-gone
    Scenario: A client that goes releases its streams
      Given a session "other" in phase "Running"
      When the caller watches "work"
      And the caller watches "other"
      And the agent writes "hello" in "work"
      And the agent writes "hello" in "other"
      Then the caller is notified of "hello"
      And the platform serves 2 message streams
      When the caller's connection is lost
      Then the platform serves no message stream

    @req:D20.client-gone @req:D20.shared
    Scenario: A client that goes takes nothing from another one
      Given "second" is another client of the caller
      When the caller watches "work"
      And "second" watches "work"
      And the agent writes "one" in "work"
      Then the caller is notified of "one"
      And "second" is notified of "one"
      When the caller's connection is lost
      And the agent writes "two" in "work"
      Then "second" is notified of "one", "two", and of nothing more
      And the platform serves 1 message stream

    @req:D20.slow-client @needs:address
    Scenario: A client that does not read holds up nobody else
      Given a client that watches "work" and never reads
      And a client that watches "work" and reads
      When 200 messages of 64 kilobytes are stored in "work"
      Then the client that reads is notified of all 200

  Rule: The shape of notifications

    @req:D21.strict @needs:server-env
    Scenario: strict: valid MCP, with the object under _meta
      Given the server is started with MCP_WATCH_NOTIFICATIONS=strict, MCP_WATCH_POLL_INTERVAL=20ms
      When the caller watches "work"
      And the agent writes "one" in "work"
      And the agent writes "two" in "work"
      And the caller is notified of "one", "two"
      And "work" becomes Completed
      Then the caller is notified of "one", "two", then of the end in phase "Completed"
      And every notification has a number as progress that increases, a message text, and "{watch}" as progress token
      And the session event under _meta of the notification of "one" is:
        """
        {"session_id": "{work}",
         "message": {"id": "{message.id}", "session_id": "{work}", "seq": {message.seq}, "event_type": "assistant",
                     "payload": "one", "created_at": "{message.created_at}"}}
        """
      And the session event under _meta of the last notification is:
        """
        {"session_id": "{work}", "terminal": true, "phase": "Completed"}
        """

    @req:D21.log @needs:server-env
    Scenario: log: log messages that carry the object
      Given the server is started with MCP_WATCH_NOTIFICATIONS=log, MCP_WATCH_POLL_INTERVAL=20ms
      When the caller watches "work"
      And the agent writes "one" in "work"
      And the caller is notified of "one"
      And "work" becomes Completed
      Then the caller is notified of "one", then of the end in phase "Completed"
      And every notification is a log message of level "info"
      And the log data of the notification of "one" is:
        """
        {"subscription_id": "{watch}", "session_id": "{work}",
         "message": {"id": "{message.id}", "session_id": "{work}", "seq": {message.seq}, "event_type": "assistant",
                     "payload": "one", "created_at": "{message.created_at}"}}
        """
      And the log data of the last notification is:
        """
        {"subscription_id": "{watch}", "session_id": "{work}", "terminal": true, "phase": "Completed"}
        """

    @req:D21.spec @needs:server-env
    Scenario: spec is the default
      Given the server is started with MCP_WATCH_NOTIFICATIONS=spec
      When the caller watches "work"
      And the agent writes "one" in "work"
      Then the caller is notified of "one"
      And the notification of "one" is exactly:
        """
        {"jsonrpc": "2.0", "method": "notifications/progress",
         "params": {"progressToken": "{watch}",
                    "progress": {"session_id": "{work}",
                                 "message": {"id": "{message.id}", "session_id": "{work}", "seq": {message.seq}, "event_type": "assistant",
                                             "payload": "one", "created_at": "{message.created_at}"}}}}
        """
