Feature: update_agent
  Gives an agent a new prompt. Each update makes a new version; prior ones stay.

  Background:
    Given a project "demo"
    And the agents:
      | name    | owner  | project | prompt       | annotations     |
      | planner | editor | demo    | You plan.    | {"step": "one"} |
      | theirs  | kim    | demo    | You are kim. |                 |

  @req:update_agent.return.agent @req:update_agent.backing @req:update_agent.behaviour.new-version @req:update_agent.behaviour.prior-kept @req:D19.no-prompt @req:D19.version
  Scenario: A new prompt makes version 2 and keeps version 1
    When the caller calls "update_agent" with {"agent_id": "{agent:planner}", "prompt": "You plan better."}
    Then the call succeeds
    And the answer's "version" is 2
    And the answer is the stored agent "planner"
    And neither a "prompt" nor the text "You plan" is anywhere in the answer
    And the stored agent "planner" has the versions:
      | version | prompt           |
      | 1       | You plan.        |
      | 2       | You plan better. |
    And the stored agent "planner" has the annotations {"step": "one"}
    And the only change the platform was asked for is:
      | method | path                    | body                           |
      | PATCH  | /agents/{agent:planner} | {"prompt": "You plan better."} |
    And nothing stored has changed but the agent "planner"

  @req:update_agent.behaviour.new-version @req:update_agent.behaviour.prior-kept
  Scenario: Versions count up by one, also for an equal prompt
    When the caller calls "update_agent" with {"agent_id": "{agent:planner}", "prompt": "Second."}
    And the caller calls "update_agent" with {"agent_id": "{agent:planner}", "prompt": "Third."}
    And the caller calls "update_agent" with {"agent_id": "{agent:planner}", "prompt": "Third."}
    Then the answer's "version" is 4
    And the stored agent "planner" has the versions:
      | version | prompt    |
      | 1       | You plan. |
      | 2       | Second.   |
      | 3       | Third.    |
      | 4       | Third.    |

  @req:update_agent.error.FORBIDDEN @req:D14.403 @req:error.catalog.FORBIDDEN
  Scenario: An agent of somebody else cannot be updated
    When the caller calls "update_agent" with {"agent_id": "{agent:theirs}", "prompt": "You are mine."}
    Then the call fails with FORBIDDEN
    And the answer says nothing of "You are kim."
    And nothing stored has changed
    And the stored agent "theirs" has the versions:
      | version | prompt       |
      | 1       | You are kim. |

  @req:update_agent.error.AGENT_NOT_FOUND @req:D14.404
  Scenario Outline: There is no agent with the id <agent>
    When the caller calls "update_agent" with {"agent_id": "<agent>", "prompt": "You plan."}
    Then the call fails with AGENT_NOT_FOUND
    And the reason names "<agent>"
    And nothing stored has changed

    Examples:
      | agent                                |
      | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |
      | nobody                               |

  @req:update_agent.input.prompt.required @req:error.catalog.INVALID_REQUEST
  Scenario: An empty prompt makes no version
    When the caller calls "update_agent" with {"agent_id": "{agent:planner}", "prompt": ""}
    Then the call fails with INVALID_REQUEST
    And the reason names "prompt"
    And the platform received no call
    And the stored agent "planner" has the versions:
      | version | prompt    |
      | 1       | You plan. |

  @req:update_agent.input.project_id.filter @req:D4.optional-project-id
  Scenario: With project_id an agent of another project is not found
    Given a project "other"
    When the caller calls "update_agent" with {"agent_id": "{agent:planner}", "prompt": "You plan.", "project_id": "other"}
    Then the call fails with AGENT_NOT_FOUND
    And the platform received no call that changes anything
    And nothing stored has changed

  @req:update_agent.input.project_id.filter
  Scenario: With project_id an agent of that project is updated
    When the caller calls "update_agent" with {"agent_id": "{agent:planner}", "prompt": "You plan better.", "project_id": "demo"}
    Then the answer's "version" is 2
    And the only change the platform was asked for is:
      | method | path                    | body                           |
      | PATCH  | /agents/{agent:planner} | {"prompt": "You plan better."} |

  @req:D5.missing
  Scenario Outline: <missing> is required
    When the caller calls "update_agent" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<missing>"
    And the platform received no call

    @req:update_agent.input.agent_id.required
    Examples:
      | missing  | arguments                          |
      | agent_id | {"prompt": "You plan."}            |
    @req:update_agent.input.prompt.required
    Examples:
      | missing  | arguments                          |
      | prompt   | {"agent_id": "{agent:planner}"}    |

  @req:D5.wrong-type
  Scenario Outline: <argument> has the wrong type in <arguments>
    When the caller calls "update_agent" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call
    And nothing stored has changed

    @req:update_agent.input.agent_id.type
    Examples:
      | argument   | arguments                                                             |
      | agent_id   | {"agent_id": 1, "prompt": "You plan."}                                |
    @req:update_agent.input.prompt.type
    Examples:
      | argument   | arguments                                                             |
      | prompt     | {"agent_id": "{agent:planner}", "prompt": null}                       |
      | prompt     | {"agent_id": "{agent:planner}", "prompt": 1}                          |
    @req:update_agent.input.project_id.type
    Examples:
      | argument   | arguments                                                             |
      | project_id | {"agent_id": "{agent:planner}", "prompt": "x", "project_id": ["demo"]} |

  @req:update_agent.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "update_agent" with {"agent_id": "{agent:planner}", "prompt": "You plan.", "promt": "x"}
    Then the call fails with INVALID_REQUEST
    And the reason names "promt"
    And the reason names "prompt"
    And the platform received no call
    And nothing stored has changed

  @req:D11.id-refused
  Scenario: An unsafe agent_id is refused before anything is asked
    When the caller calls "update_agent" with {"agent_id": "{agent:planner}/versions", "prompt": "You plan."}
    Then the call fails with INVALID_REQUEST
    And the reason names "agent_id"
    And the platform received no call
