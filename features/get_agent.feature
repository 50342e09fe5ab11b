Feature: get_agent
  Returns one agent by its id or its name. Its prompt is write-only and never shown.

  Background:
    Given a project "demo"
    And the agents:
      | name        | owner  | project | prompt         | versions |
      | code-review | editor | demo    | Secret persona | 3        |
      | planner     | kim    | demo    | Other persona  | 1        |

  @req:get_agent.return.agent @req:get_agent.return.no-prompt @req:get_agent.backing @req:D10.id-first @req:D19.no-prompt @req:D19.version
  Scenario: An agent is returned by its id, without its prompt
    When the caller calls "get_agent" with {"agent_id": "{agent:code-review}"}
    Then the call succeeds
    And the answer is the stored agent "code-review"
    And the answer's "id" is "{agent:code-review}"
    And the answer's "name" is "code-review"
    And the answer's "owner_user_id" is "editor"
    And the answer's "version" is 3
    And neither a "prompt" nor the text "Secret persona" is anywhere in the answer
    And the platform received exactly "GET /agents/{agent:code-review}"
    And nothing stored has changed

  @req:get_agent.input.agent_id.name @req:get_agent.return.agent @req:get_agent.return.no-prompt @req:get_agent.backing
  Scenario: An agent is returned by its name, without its prompt
    When the caller calls "get_agent" with {"agent_id": "code-review"}
    Then the answer is the stored agent "code-review"
    And neither a "prompt" nor the text "Secret persona" is anywhere in the answer
    And the platform received exactly:
      | method | path                                                                                       |
      | GET    | /agents?search=name='code-review'&page=1&size=100&orderBy=created_at desc, id asc |

  @req:get_agent.return.no-prompt @req:D19.no-prompt
  Scenario: A prompt that the platform lets slip is taken out
    Given the platform answers 200 to "GET /agents/{id}" with the body:
      """
      {"id": "{agent:planner}", "kind": "Agent", "name": "planner", "owner_user_id": "kim", "version": 7, "prompt": "Other persona"}
      """
    When the caller calls "get_agent" with {"agent_id": "{agent:planner}"}
    Then the answer is:
      """
      {"id": "{agent:planner}", "kind": "Agent", "name": "planner", "owner_user_id": "kim", "version": 7}
      """
    And neither a "prompt" nor the text "Other persona" is anywhere in the answer

  @req:D19.version
  Scenario: A version that the platform does not tell is not invented
    Given the platform answers 200 to "GET /agents/{id}" with the body:
      """
      {"id": "{agent:planner}", "kind": "Agent", "name": "planner", "owner_user_id": "kim"}
      """
    When the caller calls "get_agent" with {"agent_id": "{agent:planner}"}
    Then the answer has no "version"

  @req:D10.name-on-404 @req:D10.id-first
  Scenario Outline: <name> looks like an id but is the name of an agent
    Given the agents:
      | name   | prompt |
      | <name> | Odd    |
    When the caller calls "get_agent" with {"agent_id": "<name>"}
    Then the answer is the stored agent "<name>"
    And the platform received exactly:
      | method | path                                                                                  |
      | GET    | /agents/<name>                                                                        |
      | GET    | /agents?search=name='<name>'&page=1&size=100&orderBy=created_at desc, id asc |

    Examples:
      | name                                 |
      | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |
      | abcdefghijklmnopqrstuvwxyzA          |

  @req:get_agent.error.AGENT_NOT_FOUND @req:error.catalog.AGENT_NOT_FOUND @req:D10.not-found @req:D14.404
  Scenario Outline: Nothing is called <agent>
    When the caller calls "get_agent" with {"agent_id": "<agent>"}
    Then the call fails with AGENT_NOT_FOUND
    And the reason names "<agent>"
    And nothing stored has changed

    Examples:
      | agent                                |
      | nobody                               |
      | Planner                              |
      | plan                                 |
      | plan%                                |
      | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |
      | 3BEaN6kqawvTNUIXoSMcgOQvUDj          |

  @req:D11.quotes @req:get_agent.error.AGENT_NOT_FOUND
  Scenario Outline: The name <agent> stays within its quotes
    When the caller calls "get_agent" with {"agent_id": "<agent>"}
    Then the call fails with AGENT_NOT_FOUND
    And the platform received exactly:
      | method | path                                                                                     |
      | GET    | /agents?search=name='<quoted>'&page=1&size=100&orderBy=created_at desc, id asc |

    Examples:
      | agent                       | quoted                          |
      | o'brien                     | o''brien                        |
      | x' or name like '%          | x'' or name like ''%            |
      | ') or (1=1                  | '') or (1=1                     |
      | a&size=1                    | a%26size=1                      |

  @req:get_agent.error.AMBIGUOUS_AGENT_NAME @req:error.catalog.AMBIGUOUS_AGENT_NAME @req:D10.ambiguous
  Scenario: A name that two agents have is ambiguous
    Given the agents:
      | name | owner  | prompt |
      | twin | editor | Left   |
      | twin | admin  | Right  |
    When the caller calls "get_agent" with {"agent_id": "twin"}
    Then the call fails with AMBIGUOUS_AGENT_NAME
    And the reason names "twin"
    And the platform received exactly:
      | method | path                                                                                |
      | GET    | /agents?search=name='twin'&page=1&size=100&orderBy=created_at desc, id asc |

  @req:get_agent.input.agent_id.name @req:D10.id-first
  Scenario: Each of two agents of one name is returned by its id
    Given the agents:
      | name | owner  | prompt |
      | twin | editor | Left   |
      | twin | admin  | Right  |
    When the caller calls "get_agent" with {"agent_id": "{agent:twin/editor}"}
    Then the answer is the stored agent "twin/editor"
    And the answer's "owner_user_id" is "editor"

  @req:get_agent.input.project_id.filter @req:D4.optional-project-id
  Scenario: project_id tells which of two agents of one name is meant
    Given a project "other"
    And the agents:
      | name | owner  | project | prompt |
      | twin | editor | demo    | Left   |
      | twin | admin  | other   | Right  |
    When the caller calls "get_agent" with {"agent_id": "twin", "project_id": "other"}
    Then the answer is the stored agent "twin/admin"

  @req:get_agent.input.project_id.filter
  Scenario Outline: With project_id the agent <agent> of another project is not found
    Given a project "other"
    When the caller calls "get_agent" with {"agent_id": "<agent>", "project_id": "other"}
    Then the call fails with AGENT_NOT_FOUND

    Examples:
      | agent           |
      | planner         |
      | {agent:planner} |

  @req:D10.equality
  Scenario: Only an equal name counts where the platform ignores the search
    Given the platform answers 200 to "GET /agents" with the body:
      """
      {"kind": "AgentList", "page": 1, "size": 100, "total": 3, "items": [
        {"id": "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f11", "name": "planners", "owner_user_id": "kim", "version": 1},
        {"id": "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f12", "name": "planner", "owner_user_id": "kim", "version": 4},
        {"id": "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f13", "name": "Planner", "owner_user_id": "kim", "version": 1}]}
      """
    When the caller calls "get_agent" with {"agent_id": "planner"}
    Then the answer's "id" is "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f12"
    And the answer's "version" is 4

  @req:D10.equality @req:D10.not-found
  Scenario: A list of other agents is no match
    Given the platform answers 200 to "GET /agents" with the body:
      """
      {"kind": "AgentList", "page": 1, "size": 100, "total": 1, "items": [
        {"id": "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f11", "name": "planners", "owner_user_id": "kim", "version": 1}]}
      """
    When the caller calls "get_agent" with {"agent_id": "planner"}
    Then the call fails with AGENT_NOT_FOUND

  @req:get_agent.input.agent_id.required @req:D5.missing
  Scenario: agent_id is required
    When the caller calls "get_agent" with {}
    Then the call fails with INVALID_REQUEST
    And the reason names "agent_id"
    And the platform received no call

  @req:D5.wrong-type
  Scenario Outline: <argument> has the wrong type in <arguments>
    When the caller calls "get_agent" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call

    @req:get_agent.input.agent_id.type
    Examples:
      | argument   | arguments                                  |
      | agent_id   | {"agent_id": 5}                            |
      | agent_id   | {"agent_id": null}                         |
    @req:get_agent.input.project_id.type
    Examples:
      | argument   | arguments                                  |
      | project_id | {"agent_id": "planner", "project_id": 5}   |

  @req:get_agent.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "get_agent" with {"agent_id": "planner", "agentid": "planner"}
    Then the call fails with INVALID_REQUEST
    And the reason names "agentid"
    And the reason names "agent_id"
    And the platform received no call

  @req:D11.id-refused
  Scenario Outline: An agent_id <what> is refused before anything is asked
    When the caller calls "get_agent" with {"agent_id": "<agent>"}
    Then the call fails with INVALID_REQUEST
    And the reason names "agent_id"
    And the platform received no call

    Examples:
      | what                      | agent           |
      | that climbs out           | ../projects/x   |
      | with a control character  | plan\u0008er    |
      | of more than 256 bytes    | {257×a}         |
