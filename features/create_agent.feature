Feature: create_agent
  Creates an agent at version 1, owned by the caller.

  Background:
    Given a project "demo"

  @req:create_agent.return.agent @req:create_agent.backing @req:create_agent.input.prompt.stored @req:D19.no-prompt @req:D19.version
  Scenario: An agent is created at version 1 and answered without its prompt
    When the caller calls "create_agent" with {"name": "code-review", "prompt": "You review code strictly."}
    Then the call succeeds
    And the answer's "id" is a new agent id, called "agent:made" from here on
    And the answer's "name" is "code-review"
    And the answer's "version" is 1
    And the answer's "owner_user_id" is "editor"
    And the answer is the stored agent "made"
    And neither a "prompt" nor the text "You review code strictly." is anywhere in the answer
    And the stored agent "made" has the versions:
      | version | prompt                    |
      | 1       | You review code strictly. |
    And the only change the platform was asked for is:
      | method | path    | body                                                                |
      | POST   | /agents | {"name": "code-review", "prompt": "You review code strictly."} |
    And nothing stored has changed but the agent "made"

  @req:create_agent.input.project_id.used @req:D4.optional-project-id
  Scenario: project_id is the agent's project
    When the caller calls "create_agent" with {"name": "code-review", "prompt": "You review.", "project_id": "demo"}
    Then the answer's "project_id" is "demo"
    And the answer's "id" is a new agent id, called "agent:made" from here on
    And the stored agent "made" has the "project_id" "demo"
    And the only change the platform was asked for is:
      | method | path    | body                                                                       |
      | POST   | /agents | {"name": "code-review", "prompt": "You review.", "project_id": "demo"} |

  @req:create_agent.input.project_id.used @req:D14.404
  Scenario: A project that does not exist
    When the caller calls "create_agent" with {"name": "code-review", "prompt": "You review.", "project_id": "nowhere"}
    Then the call fails with PROJECT_NOT_FOUND
    And the reason names "nowhere"
    And nothing stored has changed

  @req:create_agent.input.name.charset
  Scenario Outline: <name> is a name
    When the caller calls "create_agent" with {"name": "<name>", "prompt": "You exist."}
    Then the answer's "name" is "<name>"
    And the platform stores exactly the agents "<name>"

    Examples:
      | name                    |
      | a                       |
      | Code_Review-2           |
      | 007                     |
      | -_-                     |

  @req:create_agent.error.INVALID_REQUEST @req:error.catalog.INVALID_REQUEST @req:create_agent.input.name.charset @req:D19.charset @req:D5.before-anything
  Scenario Outline: "<name>" is no name
    When the caller calls "create_agent" with {"name": "<name>", "prompt": "You exist."}
    Then the call fails with INVALID_REQUEST
    And the reason names "name"
    And the platform received no call
    And nothing stored has changed

    Examples:
      | name            |
      | code review     |
      | code.review     |
      | code/review     |
      | ../agents       |
      | @review         |
      | größe           |
      | x' or 'a'='a    |
      | review\\n       |
      |                 |

  @req:create_agent.error.INVALID_REQUEST
  Scenario: An empty prompt is refused
    When the caller calls "create_agent" with {"name": "code-review", "prompt": ""}
    Then the call fails with INVALID_REQUEST
    And the reason names "prompt"
    And the platform received no call
    And nothing stored has changed

  @req:create_agent.error.AGENT_NAME_CONFLICT @req:error.catalog.AGENT_NAME_CONFLICT @req:create_agent.input.name.unique @req:D19.existence
  Scenario: The caller has an agent of that name already
    Given the agents:
      | name        | owner  | prompt     |
      | code-review | editor | You review |
    When the caller calls "create_agent" with {"name": "code-review", "prompt": "You review anew."}
    Then the call fails with AGENT_NAME_CONFLICT
    And the reason names "code-review"
    And nothing stored has changed
    And the stored agent "code-review" has the versions:
      | version | prompt     |
      | 1       | You review |

  @req:create_agent.input.name.unique @req:D19.existence
  Scenario: A name that somebody else's agent has is free
    Given the agents:
      | name        | owner | prompt     |
      | code-review | kim   | You review |
    When the caller calls "create_agent" with {"name": "code-review", "prompt": "You review too."}
    Then the call succeeds
    And the answer's "owner_user_id" is "editor"
    And the answer's "id" is a new agent id, called "agent:made" from here on
    And the stored agent "made" has the versions:
      | version | prompt          |
      | 1       | You review too. |
    And nothing stored has changed but the agent "made"

  @req:create_agent.input.name.unique
  Scenario: Names differ by case
    Given the agents:
      | name        | owner  | prompt     |
      | Code-Review | editor | You review |
    When the caller calls "create_agent" with {"name": "code-review", "prompt": "You review too."}
    Then the call succeeds
    And the platform stores exactly the agents "Code-Review", "code-review"

  @req:create_agent.error.AGENT_NAME_CONFLICT @req:D14.409
  Scenario: A name that is taken while the call is under way
    Given the platform answers 409 to "POST /agents"
    When the caller calls "create_agent" with {"name": "code-review", "prompt": "You review."}
    Then the call fails with AGENT_NAME_CONFLICT
    And the reason names "code-review"
    And nothing stored has changed

  @req:create_agent.input.prompt.stored
  Scenario: The prompt is stored byte for byte
    When the caller calls "create_agent" with the arguments:
      """
      {"name": "exact", "prompt": "  You \"are\" <b>&amp;</b>\n\ttab – größe 日本 🎉 \\ ' % "}
      """
    Then the answer's "id" is a new agent id, called "agent:made" from here on
    And the stored agent "made" has the prompt:
      """
      "  You \"are\" <b>&amp;</b>\n\ttab – größe 日本 🎉 \\ ' % "
      """

  @req:D5.missing
  Scenario Outline: <missing> is required
    When the caller calls "create_agent" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<missing>"
    And the platform received no call
    And nothing stored has changed

    @req:create_agent.input.name.required
    Examples:
      | missing | arguments                    |
      | name    | {"prompt": "You exist."}     |
    @req:create_agent.input.prompt.required
    Examples:
      | missing | arguments                    |
      | prompt  | {"name": "code-review"}      |

  @req:D5.wrong-type
  Scenario Outline: <argument> has the wrong type in <arguments>
    When the caller calls "create_agent" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call
    And nothing stored has changed

    @req:create_agent.input.name.type
    Examples:
      | argument   | arguments                                             |
      | name       | {"name": 7, "prompt": "You exist."}                   |
    @req:create_agent.input.prompt.type
    Examples:
      | argument   | arguments                                             |
      | prompt     | {"name": "x", "prompt": ["You exist."]}               |
    @req:create_agent.input.project_id.type
    Examples:
      | argument   | arguments                                             |
      | project_id | {"name": "x", "prompt": "You exist.", "project_id": 1} |

  @req:create_agent.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario Outline: The unknown argument <unknown> is refused
    When the caller calls "create_agent" with {"name": "x", "prompt": "You exist.", "<unknown>": "y"}
    Then the call fails with INVALID_REQUEST
    And the reason names "<unknown>"
    And the reason names "<nearest>"
    And the platform received no call
    And nothing stored has changed

    Examples:
      | unknown   | nearest    |
      | prompts   | prompt     |
      | project-id | project_id |
