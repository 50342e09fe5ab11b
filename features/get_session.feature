Feature: get_session
  Returns one session in full detail.

  Background:
    Given a project "demo"
    And an agent "planner" in project "demo"

  @req:get_session.return.session @req:get_session.backing @req:D7.text
  Scenario: A session is returned as the platform stores it
    Given the sessions:
      | name   | phase   | agent           | parent   | prompt   | labels          | annotations               | created_at           |
      | root   | Running |                 |          |          |                 |                           | 2026-03-21T10:00:00Z |
      | child  | Running | {agent:planner} | {root}   | Check it | {"env": "prod"} | {"myapp.io/step": "two"}  | 2026-03-21T10:01:00Z |
    When the caller calls "get_session" with {"session_id": "{child}"}
    Then the call succeeds
    And the answer is the stored session "child"
    And the answer's "id" is "{child}"
    And the answer's "name" is "child"
    And the answer's "project_id" is "demo"
    And the answer's "agent_id" is "{agent:planner}"
    And the answer's "parent_session_id" is "{root}"
    And the answer's "phase" is "Running"
    And the platform received exactly "GET /sessions/{child}"
    And nothing stored has changed

  @req:get_session.return.session @req:D13.absent-pending
  Scenario: A session that was never started is shown as Pending
    Given a session "fresh"
    When the caller calls "get_session" with {"session_id": "{fresh}"}
    Then the answer's "phase" is "Pending"
    And the answer is the stored session "fresh"
    And the stored session "fresh" has no "phase"

  @req:get_session.return.session
  Scenario Outline: The phase <phase> is passed through
    Given a session "it" in phase "<phase>"
    When the caller calls "get_session" with {"session_id": "{it}"}
    Then the answer's "phase" is "<phase>"

    Examples:
      | phase     |
      | Pending   |
      | Creating  |
      | Stopping  |
      | Stopped   |
      | Completed |
      | Failed    |

  @req:get_session.error.SESSION_NOT_FOUND @req:error.catalog.SESSION_NOT_FOUND @req:D14.404 @req:D11.path-escape
  Scenario Outline: There is no session <id>
    Given a session "present"
    When the caller calls "get_session" with {"session_id": "<id>"}
    Then the call fails with SESSION_NOT_FOUND
    And the reason names "<id>"
    And the platform received exactly "GET /sessions/<segment>"
    And nothing stored has changed

    Examples: ids that nothing has
      | id                                   | segment                              |
      | 3BEaN6kqawvTNUIXoSMcgOQvUDj          | 3BEaN6kqawvTNUIXoSMcgOQvUDj          |
      | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |

    Examples: a session is not found by its name
      | id      | segment |
      | present | present |

    Examples: what is special in a path stays within its segment
      | id                     | segment                            |
      | %2e%2e                 | %252e%252e                         |
      | a?search=x             | a%3Fsearch=x                       |
      | a#b                    | a%23b                              |
      | o'brien; drop table x  | o'brien%3B%20drop%20table%20x      |
      | größe                  | gr%C3%B6%C3%9Fe                    |

  @req:D11.id-refused @req:D5.before-anything
  Scenario Outline: A session_id <what> is refused before anything is asked
    When the caller calls "get_session" with {"session_id": "<id>"}
    Then the call fails with INVALID_REQUEST
    And the reason names "session_id"
    And the platform received no call

    Examples:
      | what                       | id                    |
      | that climbs out            | ../projects/demo      |
      | with a slash               | a/b                   |
      | of two dots                | ..                    |
      | with a line break          | a\\nb                 |
      | with a NUL character       | a\u0000b              |
      | of more than 256 bytes     | {257×x}               |
      | of 129 two-byte characters | {129×é}               |
      | of no characters           |                       |

  @req:D11.id-refused
  Scenario: An id of 256 bytes is asked for
    When the caller calls "get_session" with {"session_id": "{256×x}"}
    Then the call fails with SESSION_NOT_FOUND
    And the platform received exactly "GET /sessions/{256×x}"

  @req:get_session.input.session_id.required @req:D5.missing @req:error.catalog.INVALID_REQUEST
  Scenario Outline: session_id is required (<arguments>)
    When the caller calls "get_session" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "session_id"
    And the platform received no call

    Examples:
      | arguments             |
      | {}                    |
      | {"sessionid": "abc"}  |

  @req:get_session.input.session_id.required @req:D5.missing
  Scenario: session_id is required also where no arguments are sent at all
    When the caller calls "get_session"
    Then the call fails with INVALID_REQUEST
    And the reason names "session_id"
    And the platform received no call

  @req:get_session.input.session_id.type @req:D5.wrong-type
  Scenario Outline: session_id cannot be <value>
    When the caller calls "get_session" with {"session_id": <value>}
    Then the call fails with INVALID_REQUEST
    And the reason names "session_id"
    And the platform received no call

    Examples:
      | value         |
      | 5             |
      | true          |
      | null          |
      | ["a"]         |
      | {"id": "a"}   |

  @req:get_session.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    Given a session "present"
    When the caller calls "get_session" with {"session_id": "{present}", "sesion_id": "{present}"}
    Then the call fails with INVALID_REQUEST
    And the reason names "sesion_id"
    And the reason names "session_id"
    And the platform received no call
