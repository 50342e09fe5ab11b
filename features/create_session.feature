Feature: create_session
  Creates a session and starts it. The call does not wait for the session to run.

  Background:
    Given a project "demo"
    And an agent "planner" in project "demo" with prompt "You plan carefully."

  @req:create_session.return.session @req:create_session.backing @req:create_session.behaviour.create-then-start @req:create_session.behaviour.returns-session @req:create_session.behaviour.does-not-wait @req:create_session.input.prompt.passed @req:create_session.input.agent_id.default
  Scenario: A session is created, then started, and answered in phase Pending
    Given a session "before" in phase "Running"
    When the caller calls "create_session" with:
      | argument   | value              |
      | project_id | demo               |
      | prompt     | Fix the login page |
    Then the call succeeds
    And the answer's "id" is a new session id, called "made" from here on
    And the answer's "phase" is "Pending"
    And the answer's "prompt" is "Fix the login page"
    And the answer's "project_id" is "demo"
    And the answer has no "agent_id"
    And the answer has no "parent_session_id"
    And the answer is the stored session "made"
    And the platform received exactly:
      | method | path                   | body                                                                                        |
      | POST   | /sessions              | {"name": "fix-the-login-page", "project_id": "demo", "prompt": "Fix the login page"} |
      | POST   | /sessions/{made}/start |                                                                                             |
    And the platform stores exactly the sessions "before", "fix-the-login-page"
    And the platform stores the messages of "made":
      | event_type | payload            |
      | user       | Fix the login page |
    And nothing stored has changed but the session "made"

  @req:create_session.input.agent_id.used @req:create_session.input.model.override @req:create_session.input.parent_session_id.sets-parent @req:create_session.input.name.used @req:D15.agent-first
  Scenario: Every argument reaches the session
    Given a session "parent" in phase "Running"
    When the caller calls "create_session" with:
      | argument          | value           |
      | project_id        | demo            |
      | prompt            | Review auth.go  |
      | agent_id          | {agent:planner} |
      | model             | claude-opus-4-6 |
      | parent_session_id | {parent}        |
      | name              | My review       |
    Then the answer's "id" is a new session id, called "made" from here on
    And the answer is the stored session "made"
    And the answer's "name" is "My review"
    And the answer's "agent_id" is "{agent:planner}"
    And the answer's "llm_model" is "claude-opus-4-6"
    And the answer's "parent_session_id" is "{parent}"
    And the platform received exactly:
      | method | path                    | body |
      | GET    | /agents/{agent:planner} |      |
      | POST   | /sessions               | {"name": "My review", "project_id": "demo", "prompt": "Review auth.go", "agent_id": "{agent:planner}", "llm_model": "claude-opus-4-6", "parent_session_id": "{parent}"} |
      | POST   | /sessions/{made}/start  |      |

  @req:create_session.input.agent_id.used @req:D10.id-first
  Scenario: The agent may be named
    When the caller calls "create_session" with:
      | argument   | value          |
      | project_id | demo           |
      | prompt     | Review auth.go |
      | agent_id   | planner        |
    Then the answer's "id" is a new session id, called "made" from here on
    And the answer's "agent_id" is "{agent:planner}"
    And the platform received exactly:
      | method | path                                                                                   | body |
      | GET    | /agents?search=name='planner'&page=1&size=100&orderBy=created_at desc, id asc |      |
      | POST   | /sessions                                                                              | {"name": "review-auth-go", "project_id": "demo", "prompt": "Review auth.go", "agent_id": "{agent:planner}"} |
      | POST   | /sessions/{made}/start                                                                 |      |

  @req:create_session.input.model.default
  Scenario: Without a model the agent's configured model is used
    Given the agents:
      | name  | llm_model       |
      | opera | claude-opus-4-6 |
    When the caller calls "create_session" with:
      | argument   | value         |
      | project_id | demo          |
      | prompt     | Sing          |
      | agent_id   | {agent:opera} |
    Then the answer's "llm_model" is "claude-opus-4-6"

  @req:create_session.error.AGENT_NOT_FOUND @req:error.catalog.AGENT_NOT_FOUND @req:D15.agent-first
  Scenario Outline: The agent <agent> does not exist, so nothing is created
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it", "agent_id": "<agent>"}
    Then the call fails with AGENT_NOT_FOUND
    And the reason names "<agent>"
    And the platform received no call that changes anything
    And nothing stored has changed

    Examples:
      | agent                                |
      | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |
      | nobody                               |
      | Planner                              |

  @req:D11.quotes @req:create_session.error.AGENT_NOT_FOUND
  Scenario: A quote in an agent's name does not leave the search string
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it", "agent_id": "x' or name like '%"}
    Then the call fails with AGENT_NOT_FOUND
    And the platform received exactly:
      | method | path                                                                                                  |
      | GET    | /agents?search=name='x'' or name like ''%'&page=1&size=100&orderBy=created_at desc, id asc |
    And nothing stored has changed

  @req:D10.ambiguous @req:error.catalog.AMBIGUOUS_AGENT_NAME
  Scenario: A name that two agents have creates nothing
    Given the agents:
      | name | owner  |
      | twin | editor |
      | twin | admin  |
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it", "agent_id": "twin"}
    Then the call fails with AMBIGUOUS_AGENT_NAME
    And the reason names "twin"
    And the platform received no call that changes anything
    And nothing stored has changed

  @req:create_session.input.parent_session_id.sets-parent @req:D14.400 @req:D14.argument-named
  Scenario: A parent that does not exist is refused by the platform, told by name, and nothing is left behind
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it", "parent_session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj"}
    Then the call fails with INVALID_REQUEST
    And the reason names "parent_session_id"
    And the reason names "3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And the platform received exactly:
      | method | path                                  | body |
      | POST   | /sessions                             | {"name": "do-it", "project_id": "demo", "prompt": "Do it", "parent_session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj"} |
      | GET    | /sessions/3BEaN6kqawvTNUIXoSMcgOQvUDj |      |
    And nothing stored has changed

  @req:D14.400 @req:D14.argument-named
  Scenario: Whoever may not read sessions is told by name what the platform may have refused
    Given the caller may only "sessions:create"
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it", "parent_session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj"}
    Then the call fails with INVALID_REQUEST
    And the reason names "parent_session_id"
    And nothing stored has changed

  @req:D14.404 @req:error.catalog.PROJECT_NOT_FOUND
  Scenario: A project that does not exist
    When the caller calls "create_session" with {"project_id": "nowhere", "prompt": "Do it"}
    Then the call fails with PROJECT_NOT_FOUND
    And the reason names "nowhere"
    And the platform received exactly:
      | method | path      | body                                                                 |
      | POST   | /sessions | {"name": "do-it", "project_id": "nowhere", "prompt": "Do it"} |
    And nothing stored has changed

  @req:create_session.input.name.default @req:D15.name
  Scenario Outline: The prompt <prompt> names the session "<name>"
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "<prompt>"}
    Then the answer's "name" is "<name>"
    And the answer's "prompt" is "<prompt>"

    Examples:
      | prompt                                                        | name                                     |
      | Fix the Login Page!                                           | fix-the-login-page                       |
      | Check: the -- auth / module                                   | check-the-auth-module                    |
      | \\n  Tidy up\\n\\nthe docs                                    | tidy-up-the-docs                         |
      | Bump to v2 and go 1.26                                        | bump-to-v2-and-go-1-26                   |
      | Please review the authentication code for holes               | please-review-the-authentication-code-fo |
      | Please look at authentication flow file - all of it           | please-look-at-authentication-flow-file  |
      | {39×🎉}abc                                                    | a                                        |

    @req:D15.name-fallback
    Examples: nothing is left
      | prompt                                                        | name                                     |
      | ?! …                                                          | session                                  |
      | {40×🎉}too late                                               | session                                  |

  @req:create_session.input.prompt.passed
  Scenario: The prompt is stored byte for byte
    When the caller calls "create_session" with the arguments:
      """
      {"project_id": "demo", "name": "exact", "prompt": "  \"quoted\" <b>&amp;</b>\n\ttab – größe 日本 🎉 \\ ' % _ "}
      """
    Then the answer's "id" is a new session id, called "made" from here on
    And the stored session "made" has the "prompt" "  \"quoted\" <b>&amp;</b>\n\ttab – größe 日本 🎉 \\ ' % _ "

  @req:create_session.input.prompt.passed
  Scenario: An @mention in a prompt delegates nothing
    When the caller calls "create_session" with {"project_id": "demo", "name": "plain", "prompt": "Ask @planner about it"}
    Then the answer's "prompt" is "Ask @planner about it"
    And the platform stores exactly the sessions "plain"

  @req:create_session.error.INVALID_REQUEST @req:D5.missing @req:error.catalog.INVALID_REQUEST
  Scenario Outline: <missing> is required
    When the caller calls "create_session" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<missing>"
    And the platform received no call
    And nothing stored has changed

    @req:create_session.input.project_id.required
    Examples:
      | missing    | arguments                |
      | project_id | {"prompt": "Do it"}      |
      | project_id | {"name": "x"}            |

    @req:create_session.input.prompt.required
    Examples:
      | missing    | arguments                            |
      | prompt     | {"project_id": "demo"}               |
      | prompt     | {"project_id": "demo", "name": "x"}  |

    Examples: nothing at all is missing too
      | missing    | arguments                                  |
      | project_id | {"project_id": "", "prompt": "Do it"}      |
      | prompt     | {"project_id": "demo", "prompt": ""}       |

  @req:D5.wrong-type
  Scenario Outline: <argument> cannot be <value>
    When the caller calls "create_session" with:
      | argument   | value   |
      | <argument> | <value> |
      | <other>    | demo    |
      | <third>    | demo    |
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call

    @req:create_session.input.project_id.type
    Examples:
      | argument          | value      | other      | third  |
      | project_id        | 5          | prompt     | name   |
    @req:create_session.input.prompt.type
    Examples:
      | argument          | value      | other      | third  |
      | prompt            | {"a": 1}   | project_id | name   |
      | prompt            | null       | project_id | name   |
    @req:create_session.input.agent_id.type
    Examples:
      | argument          | value      | other      | third  |
      | agent_id          | 7          | project_id | prompt |
    @req:create_session.input.model.type
    Examples:
      | argument          | value      | other      | third  |
      | model             | false      | project_id | prompt |
    @req:create_session.input.parent_session_id.type
    Examples:
      | argument          | value      | other      | third  |
      | parent_session_id | ["a"]      | project_id | prompt |
    @req:create_session.input.name.type
    Examples:
      | argument          | value      | other      | third  |
      | name              | 3.5        | project_id | prompt |

  @req:create_session.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario Outline: The unknown argument <unknown> is refused with the nearest known one
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it", "<unknown>": "planner"}
    Then the call fails with INVALID_REQUEST
    And the reason names "<unknown>"
    And the reason names "<nearest>"
    And the platform received no call
    And nothing stored has changed

    Examples:
      | unknown           | nearest           |
      | agentid           | agent_id          |
      | models            | model             |
      | parent_sesion_id  | parent_session_id |

  @req:D11.id-refused
  Scenario Outline: An unsafe <argument> is refused before anything is asked
    When the caller calls "create_session" with:
      | argument   | value   |
      | prompt     | Do it   |
      | <argument> | <value> |
      | <other>    | demo    |
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call

    Examples:
      | argument          | value             | other      |
      | project_id        | demo/x            | name       |
      | agent_id          | ../sessions       | project_id |
      | agent_id          | {300×a}           | project_id |
      | parent_session_id | "a\u0001"         | project_id |

  @req:D15.start-fails @req:create_session.error.INTERNAL @req:D14.5xx
  Scenario Outline: A session that cannot be started is deleted again (the platform <failure>)
    Given a session "before" in phase "Running"
    And the platform <failure> to "POST /sessions/{id}/start"
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it"}
    Then the call fails with INTERNAL
    And the platform received exactly:
      | method | path                  | body                                                              |
      | POST   | /sessions             | {"name": "do-it", "project_id": "demo", "prompt": "Do it"} |
      | POST   | /sessions/{new}/start |                                                                   |
      | DELETE | /sessions/{new}       |                                                                   |
    And the platform stores exactly the sessions "before"
    And nothing stored has changed

    Examples:
      | failure                             |
      | answers 500                         |
      | answers 503                         |
      | closes the connection               |

  @req:D15.delete-fails
  Scenario: A session that can be neither started nor deleted is named in the details
    Given the platform answers 500 to "POST /sessions/{id}/start"
    And the platform answers 500 to "DELETE /sessions/{id}"
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it"}
    Then the call fails with INTERNAL
    And the platform received exactly:
      | method | path                  | body                                                              |
      | POST   | /sessions             | {"name": "do-it", "project_id": "demo", "prompt": "Do it"} |
      | POST   | /sessions/{new}/start |                                                                   |
      | DELETE | /sessions/{new}       |                                                                   |
    And the error's "details.session_id" is "{new}"
    And the platform stores exactly the sessions "do-it"

  @req:create_session.error.INTERNAL
  Scenario: Where nothing was created nothing is started or deleted
    Given the platform answers 502 to "POST /sessions"
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it"}
    Then the call fails with INTERNAL
    And the platform received exactly:
      | method | path      | body                                                              |
      | POST   | /sessions | {"name": "do-it", "project_id": "demo", "prompt": "Do it"} |
    And nothing stored has changed
