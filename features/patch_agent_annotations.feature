Feature: patch_agent_annotations
  Merges annotations into an agent of a project. They outlive the agent's sessions.

  Background:
    Given a project "demo"
    And a project "other"
    And the agents:
      | name     | project | prompt             | annotations                  |
      | planner  | demo    | You plan in secret | {"myapp.io/task": "one"}     |
      | reviewer | demo    | You review         | {"myapp.io/task": "one"}     |
      | stranger | other   | You are elsewhere  | {"myapp.io/task": "one"}     |
      | free     | none    | You belong nowhere |                              |

  @req:patch_agent_annotations.behaviour.merges @req:patch_agent_annotations.backing @req:patch_agent_annotations.return.agent @req:D18.strings @req:D18.read-back @req:D10.id-first @req:D19.no-prompt
  Scenario: Annotations are merged into the agent with that id
    When the caller calls "patch_agent_annotations" with:
      | argument    | value                                                     |
      | project_id  | demo                                                      |
      | agent_id    | {agent:planner}                                           |
      | annotations | {"myapp.io/task": "two", "myapp.io/index-sha": "abc123"} |
    Then the call succeeds
    And the answer is the stored agent "planner"
    And the stored agent "planner" has the annotations {"myapp.io/task": "two", "myapp.io/index-sha": "abc123"}
    And the platform received exactly:
      | method | path                                    | body                                                                                        |
      | GET    | /agents/{agent:planner}                 |                                                                                             |
      | PATCH  | /projects/demo/agents/{agent:planner}   | {"annotations": "{\"myapp.io/index-sha\":\"abc123\",\"myapp.io/task\":\"two\"}"} |
      | GET    | /agents/{agent:planner}                 |                                                                                             |
    And neither a "prompt" nor the text "You plan in secret" is anywhere in the answer
    And nothing stored has changed but the agent "planner"

  @req:patch_agent_annotations.input.agent_id.name @req:patch_agent_annotations.behaviour.merges
  Scenario: The agent may be named
    When the caller calls "patch_agent_annotations" with:
      | argument    | value                |
      | project_id  | demo                 |
      | agent_id    | planner              |
      | annotations | {"myapp.io/n": "1"}  |
    Then the call succeeds
    And the answer is the stored agent "planner"
    And the stored agent "planner" has the annotations {"myapp.io/task": "one", "myapp.io/n": "1"}
    And the platform received 1 "PATCH /projects/demo/agents/{agent:planner}" call
    And nothing stored has changed but the agent "planner"

  @req:patch_agent_annotations.behaviour.merges @req:D19.version
  Scenario: Annotations make no new version of the agent
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "planner", "annotations": {"a": "b"}}
    Then the answer's "version" is 1
    And the stored agent "planner" has the versions:
      | version | prompt             |
      | 1       | You plan in secret |

  @req:patch_agent_annotations.behaviour.deletes @req:D18.empty-deletes
  Scenario: An empty value removes its key and no other
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "planner", "annotations": {"myapp.io/task": "", "myapp.io/next": "two"}}
    Then the call succeeds
    And the stored agent "planner" has the annotations {"myapp.io/next": "two"}

  @req:patch_agent_annotations.behaviour.durable
  Scenario: Annotations outlive the session that wrote them
    Given the sessions:
      | name  | agent           | phase   |
      | first | {agent:planner} | Running |
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "{agent:planner}", "annotations": {"myapp.io/task": "two"}}
    And the session "first" is deleted
    And the caller calls "get_agent" with {"agent_id": "{agent:planner}"}
    Then the answer's "annotations" is "{\"myapp.io/task\":\"two\"}"

  @req:patch_agent_annotations.rbac
  Scenario: An agent of somebody else can be annotated by who may patch agents
    Given the agents:
      | name   | owner | project | prompt    |
      | theirs | admin | demo    | You serve |
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "{agent:theirs}", "annotations": {"a": "b"}}
    Then the call succeeds
    And the stored agent "theirs" has the annotations {"a": "b"}

  @req:patch_agent_annotations.error.AGENT_NOT_FOUND @req:patch_agent_annotations.input.project_id.belongs @req:D14.404
  Scenario Outline: <agent> is no agent of project <project>
    When the caller calls "patch_agent_annotations" with {"project_id": "<project>", "agent_id": "<agent>", "annotations": {"a": "b"}}
    Then the call fails with AGENT_NOT_FOUND
    And the reason names "<agent>"
    And the platform received no call that changes anything
    And nothing stored has changed

    Examples: it is one of another project
      | project | agent            |
      | demo    | {agent:stranger} |
      | demo    | stranger         |
      | other   | planner          |

    Examples: it belongs to none
      | project | agent            |
      | demo    | {agent:free}     |
      | demo    | free             |

    Examples: it does not exist
      | project | agent                                |
      | demo    | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |
      | demo    | nobody                               |
      | nowhere | planner                              |

  @req:patch_agent_annotations.input.agent_id.name @req:patch_agent_annotations.input.project_id.belongs @req:D10.equality
  Scenario: Of two agents of one name the one in the project is meant
    Given the agents:
      | name | owner  | project | prompt |
      | twin | editor | demo    | Left   |
      | twin | admin  | other   | Right  |
    When the caller calls "patch_agent_annotations" with {"project_id": "other", "agent_id": "twin", "annotations": {"a": "b"}}
    Then the call succeeds
    And the answer's "id" is "{agent:twin/admin}"
    And the stored agent "twin/admin" has the annotations {"a": "b"}
    And nothing stored has changed but the agent "twin/admin"

  @req:D10.ambiguous @req:error.catalog.AMBIGUOUS_AGENT_NAME
  Scenario: A name that two agents of the project have is refused
    Given the agents:
      | name | owner  | project | prompt |
      | twin | editor | demo    | Left   |
      | twin | admin  | demo    | Right  |
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "twin", "annotations": {"a": "b"}}
    Then the call fails with AMBIGUOUS_AGENT_NAME
    And the reason names "twin"
    And the platform received no call that changes anything
    And nothing stored has changed

  @req:patch_agent_annotations.error.ANNOTATION_VALUE_TOO_LARGE @req:D18.bytes
  Scenario Outline: A value of more than 4096 bytes is refused before anything is asked (<value>)
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "planner", "annotations": {"ok": "x", "myapp.io/big": "<value>"}}
    Then the call fails with ANNOTATION_VALUE_TOO_LARGE
    And the reason names "myapp.io/big"
    And the platform received no call
    And nothing stored has changed

    Examples:
      | value     |
      | {4097×a}  |
      | {2048×é}a |

  @req:patch_agent_annotations.behaviour.merges @req:D18.bytes
  Scenario Outline: A value of 4096 bytes is accepted (<value>)
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "planner", "annotations": {"myapp.io/task": "<value>"}}
    Then the call succeeds
    And the stored agent "planner" has the annotations {"myapp.io/task": "<value>"}

    Examples:
      | value     |
      | {4096×a}  |
      | {2048×é}  |

  @req:D18.not-an-object
  Scenario: Stored text that is not an object of strings is never overwritten
    Given an agent "odd" in project "demo"
    And the agent "odd" has the stored annotations text task: one
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "odd", "annotations": {"a": "b"}}
    Then the call fails with INTERNAL
    And the reason names "annotations"
    And the stored agent "odd" has the annotations text task: one
    And the platform received no call that changes anything

  @req:D18.serialised
  Scenario: Annotations that are set at the same time all survive
    When the caller calls "patch_agent_annotations" 6 times at once, with:
      | argument    | value            |
      | project_id  | demo             |
      | agent_id    | {agent:planner}  |
      | annotations | {"k{#}": "v{#}"} |
    Then the stored agent "planner" has the annotations {"myapp.io/task": "one", "k1": "v1", "k2": "v2", "k3": "v3", "k4": "v4", "k5": "v5", "k6": "v6"}

  @req:D5.missing
  Scenario Outline: <missing> is required
    When the caller calls "patch_agent_annotations" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<missing>"
    And the platform received no call

    @req:patch_agent_annotations.input.project_id.required
    Examples:
      | missing     | arguments                                            |
      | project_id  | {"agent_id": "planner", "annotations": {"a": "b"}}   |
    @req:patch_agent_annotations.input.agent_id.required
    Examples:
      | missing     | arguments                                            |
      | agent_id    | {"project_id": "demo", "annotations": {"a": "b"}}    |
    @req:patch_agent_annotations.input.annotations.required
    Examples:
      | missing     | arguments                                            |
      | annotations | {"project_id": "demo", "agent_id": "planner"}        |

  @req:D5.wrong-type
  Scenario Outline: <argument> has the wrong type in <arguments>
    When the caller calls "patch_agent_annotations" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call
    And nothing stored has changed

    @req:patch_agent_annotations.input.project_id.type
    Examples:
      | argument    | arguments                                                                    |
      | project_id  | {"project_id": 1, "agent_id": "planner", "annotations": {"a": "b"}}          |
    @req:patch_agent_annotations.input.agent_id.type
    Examples:
      | argument    | arguments                                                                    |
      | agent_id    | {"project_id": "demo", "agent_id": ["planner"], "annotations": {"a": "b"}}   |
    @req:patch_agent_annotations.input.annotations.type
    Examples:
      | argument    | arguments                                                                    |
      | annotations | {"project_id": "demo", "agent_id": "planner", "annotations": "a=b"}          |
    @req:patch_agent_annotations.input.annotations.values
    Examples:
      | argument    | arguments                                                                    |
      | step        | {"project_id": "demo", "agent_id": "planner", "annotations": {"step": 2}}    |

  @req:patch_agent_annotations.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "planner", "annotations": {"a": "b"}, "agentid": "x"}
    Then the call fails with INVALID_REQUEST
    And the reason names "agentid"
    And the reason names "agent_id"
    And the platform received no call

  @req:D11.id-refused
  Scenario Outline: An unsafe <argument> is refused before anything is asked
    When the caller calls "patch_agent_annotations" with {"project_id": "<project>", "agent_id": "<agent>", "annotations": {"a": "b"}}
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call

    Examples:
      | argument   | project     | agent          |
      | project_id | demo/agents | planner        |
      | agent_id   | demo        | ../../sessions |
