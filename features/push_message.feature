Feature: push_message
  Appends a user message to a session. What @mentions do is told in "mention".

  Background:
    Given a project "demo"

  @req:push_message.return.message @req:push_message.return.delegated-null @req:push_message.backing @req:push_message.behaviour.user-event @req:D16.answer @req:D16.order
  Scenario: A message is stored as the user's and answered as stored
    Given a session "work" in phase "Running"
    And a session "aside" in phase "Running"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "Please go on"}
    Then the call succeeds
    And the answer has exactly the fields "message, delegated_session, delegated_sessions"
    And the answer's "message" is the last stored message of "work"
    And the answer's "message.event_type" is "user"
    And the answer's "message.payload" is "Please go on"
    And the answer's "message.session_id" is "{work}"
    And the answer's "delegated_session" is null
    And the answer's "delegated_sessions" is []
    And the platform received exactly:
      | method | path                      | body                                               |
      | GET    | /sessions/{work}          |                                                    |
      | POST   | /sessions/{work}/messages | {"event_type": "user", "payload": "Please go on"} |
    And the platform stores the messages of "work":
      | event_type | payload      |
      | user       | Please go on |
    And the platform stores no message in "aside"
    And the platform stores exactly the sessions "work", "aside"

  @req:push_message.return.message
  Scenario: Messages are appended after the ones that are there
    Given the session "work" in phase "Running" with the messages:
      | event_type           | payload   |
      | user                 | Begin     |
      | TEXT_MESSAGE_CONTENT | Beginning |
    When the caller calls "push_message" with {"session_id": "{work}", "text": "Go on"}
    And the caller calls "push_message" with {"session_id": "{work}", "text": "Go on"}
    Then the answer's "message" is the last stored message of "work"
    And the platform stores the messages of "work":
      | event_type           | payload   |
      | user                 | Begin     |
      | TEXT_MESSAGE_CONTENT | Beginning |
      | user                 | Go on     |
      | user                 | Go on     |

  @req:push_message.behaviour.original-text
  Scenario Outline: The text <text> is stored byte for byte
    Given a session "work" in phase "Running"
    When the caller calls "push_message" with {"session_id": "{work}", "text": <text>}
    Then the answer's "message.payload" is <text>
    And the answer's "message" is the last stored message of "work"
    And the answer's "delegated_session" is null

    Examples:
      | text                                         |
      | "  leading and trailing  "                   |
      | "one\\n\\ntwo\\r\\n\\tthree"                  |
      | "größe 日本 🎉"                              |
      | "<b>bold</b> &amp; \"quoted\" \\\\ ' -- ;"   |
      | "{\"json\": [1, null]}"                      |
      | "{100000×x}"                                 |

  @req:push_message.behaviour.user-event
  Scenario Outline: A session in phase <phase> takes messages
    Given a session "work" in phase "<phase>"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "Hello"}
    Then the call succeeds
    And the platform stores the messages of "work":
      | event_type | payload |
      | user       | Hello   |

    Examples:
      | phase    |
      | Pending  |
      | Creating |
      | Running  |
      | Stopping |

  @req:push_message.behaviour.user-event @req:D13.absent-pending
  Scenario: A session that was never started takes messages
    Given a session "work"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "Hello"}
    Then the call succeeds
    And the platform stores the messages of "work":
      | event_type | payload |
      | user       | Hello   |

  @req:push_message.error.SESSION_NOT_RUNNING @req:error.catalog.SESSION_NOT_RUNNING @req:D13.terminal @req:D16.terminal
  Scenario Outline: A session in phase <phase> takes no messages
    Given a session "work" in phase "<phase>"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "Hello"}
    Then the call fails with SESSION_NOT_RUNNING
    And the reason names "<phase>"
    And the platform received exactly "GET /sessions/{work}"
    And the platform stores no message in "work"
    And nothing stored has changed

    Examples:
      | phase     |
      | Completed |
      | Failed    |

    @req:D16.stopped
    Examples: stopped is terminal as well
      | phase     |
      | Stopped   |

  @req:push_message.input.text.required @req:error.catalog.INVALID_REQUEST
  Scenario: A text of nothing is no message
    Given a session "work" in phase "Running"
    When the caller calls "push_message" with {"session_id": "{work}", "text": ""}
    Then the call fails with INVALID_REQUEST
    And the reason names "text"
    And the platform received no call
    And the platform stores no message in "work"

  @req:D14.400 @req:D14.argument-named
  Scenario: A text that is larger than the platform takes is told by name, and leaves nothing behind
    Given a session "work" in phase "Running"
    And an agent "planner"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "@planner {1048576×x}"}
    Then the call fails with INVALID_REQUEST
    And the reason names "text"
    And nothing stored has changed

  @req:push_message.error.SESSION_NOT_RUNNING @req:D14.409
  Scenario: A session that ends while the message is under way
    Given a session "work" in phase "Running"
    And the platform answers 409 to "POST /sessions/{id}/messages"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "Hello"}
    Then the call fails with SESSION_NOT_RUNNING
    And the platform received exactly:
      | method | path                      | body                                       |
      | GET    | /sessions/{work}          |                                            |
      | POST   | /sessions/{work}/messages | {"event_type": "user", "payload": "Hello"} |
    And nothing stored has changed

  @req:push_message.error.SESSION_NOT_FOUND @req:D14.404
  Scenario: There is no such session
    Given a session "work" in phase "Running"
    When the caller calls "push_message" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj", "text": "Hello"}
    Then the call fails with SESSION_NOT_FOUND
    And the reason names "3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And the platform received exactly "GET /sessions/3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And nothing stored has changed

  @req:push_message.error.SESSION_NOT_FOUND @req:D14.404
  Scenario: A session that is deleted while the message is under way
    Given a session "work" in phase "Running"
    And the platform answers 404 to "POST /sessions/{id}/messages"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "Hello"}
    Then the call fails with SESSION_NOT_FOUND
    And the reason names "{work}"

  @req:D5.missing @req:error.catalog.INVALID_REQUEST
  Scenario Outline: <missing> is required
    Given a session "work" in phase "Running"
    When the caller calls "push_message" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<missing>"
    And the platform received no call

    @req:push_message.input.session_id.required
    Examples:
      | missing    | arguments                |
      | session_id | {"text": "Hello"}        |
    @req:push_message.input.text.required
    Examples:
      | missing    | arguments                |
      | text       | {"session_id": "{work}"} |

  @req:D5.wrong-type
  Scenario Outline: <argument> has the wrong type in <arguments>
    Given a session "work" in phase "Running"
    When the caller calls "push_message" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call
    And the platform stores no message in "work"

    @req:push_message.input.session_id.type
    Examples:
      | argument   | arguments                                        |
      | session_id | {"session_id": 5, "text": "Hello"}               |
      | session_id | {"session_id": null, "text": "Hello"}            |
    @req:push_message.input.text.type
    Examples:
      | argument   | arguments                                        |
      | text       | {"session_id": "{work}", "text": 5}              |
      | text       | {"session_id": "{work}", "text": ["Hello"]}      |
      | text       | {"session_id": "{work}", "text": {"a": "Hello"}} |

  @req:push_message.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    Given a session "work" in phase "Running"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "Hello", "texts": "Hello"}
    Then the call fails with INVALID_REQUEST
    And the reason names "texts"
    And the reason names "text"
    And the platform received no call
    And the platform stores no message in "work"

  @req:D11.id-refused
  Scenario: An unsafe session_id is refused before anything is asked
    When the caller calls "push_message" with {"session_id": "../agents", "text": "Hello"}
    Then the call fails with INVALID_REQUEST
    And the reason names "session_id"
    And the platform received no call
