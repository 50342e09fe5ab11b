Feature: Permissions
  Each tool needs the one permission that the specification names. The platform
  decides; the server hands its verdict on and changes nothing.

  Background:
    Given a project "demo" with an agent "planner" and a running session "work"

  Scenario Outline: <tool>: <permission> suffices
    Given the caller may only "<permission>"
    When the caller calls "<tool>" plainly
    Then the call succeeds

    @req:list_sessions.rbac
    Examples:
      | tool                      | permission      |
      | list_sessions             | sessions:list   |
    @req:get_session.rbac
    Examples:
      | tool                      | permission      |
      | get_session               | sessions:get    |
    @req:create_session.rbac
    Examples:
      | tool                      | permission      |
      | create_session            | sessions:create |
    @req:push_message.rbac
    Examples:
      | tool                      | permission      |
      | push_message              | sessions:patch  |
    @req:patch_session_labels.rbac
    Examples:
      | tool                      | permission      |
      | patch_session_labels      | sessions:patch  |
    @req:list_agents.rbac
    Examples:
      | tool                      | permission      |
      | list_agents               | agents:list     |
    @req:get_agent.rbac
    Examples:
      | tool                      | permission      |
      | get_agent                 | agents:get      |
    @req:create_agent.rbac
    Examples:
      | tool                      | permission      |
      | create_agent              | agents:create   |
    @req:update_agent.rbac
    Examples:
      | tool                      | permission      |
      | update_agent              | agents:patch    |
    @req:patch_session_annotations.rbac
    Examples:
      | tool                      | permission      |
      | patch_session_annotations | sessions:patch  |
    @req:patch_agent_annotations.rbac
    Examples:
      | tool                      | permission      |
      | patch_agent_annotations   | agents:patch    |
    @req:patch_project_annotations.rbac
    Examples:
      | tool                      | permission      |
      | patch_project_annotations | projects:patch  |
    @req:list_projects.rbac
    Examples:
      | tool                      | permission      |
      | list_projects             | projects:list   |
    @req:get_project.rbac
    Examples:
      | tool                      | permission      |
      | get_project               | projects:get    |

  @req:get_agent.rbac
  Scenario: get_agent by name needs no more than agents:get
    Given the caller may only "agents:get"
    When the caller calls "get_agent" with {"agent_id": "planner"}
    Then the answer is the stored agent "planner"

  @req:patch_agent_annotations.rbac
  Scenario: patch_agent_annotations by name needs no more than agents:patch
    Given the caller may only "agents:patch"
    When the caller calls "patch_agent_annotations" with {"project_id": "demo", "agent_id": "planner", "annotations": {"a": "b"}}
    Then the call succeeds
    And the answer is the stored agent "planner"

  @req:create_session.rbac
  Scenario Outline: create_session for an agent needs agents:get besides (<agent>)
    Given the caller may only "sessions:create, agents:get"
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it", "agent_id": "<agent>"}
    Then the call succeeds
    And the answer's "agent_id" is "{agent:planner}"

    Examples:
      | agent           |
      | planner         |
      | {agent:planner} |

  @req:push_message.rbac
  Scenario: push_message with a mention needs agents:get and sessions:create besides
    Given the caller may only "sessions:patch, sessions:create, agents:get"
    When the caller calls "push_message" with {"session_id": "{work}", "text": "@planner do it"}
    Then the call succeeds
    And the answer's "delegated_session.agent_id" is "{agent:planner}"

  @req:D14.403 @req:error.catalog.FORBIDDEN
  Scenario Outline: <tool>: everything but <lacking> does not suffice
    Given the caller may do everything but "<lacking>"
    When the caller calls "<tool>" plainly
    Then the call fails with FORBIDDEN
    And nothing stored has changed

    @req:list_sessions.error.FORBIDDEN @req:list_sessions.rbac
    Examples:
      | tool                      | lacking                      |
      | list_sessions             | sessions:list                |
    @req:get_session.error.FORBIDDEN @req:get_session.rbac
    Examples: whoever may patch may get
      | tool                      | lacking                      |
      | get_session               | sessions:get, sessions:patch |
    @req:create_session.error.FORBIDDEN @req:create_session.rbac
    Examples:
      | tool                      | lacking                      |
      | create_session            | sessions:create              |
    @req:push_message.error.FORBIDDEN @req:push_message.rbac
    Examples:
      | tool                      | lacking                      |
      | push_message              | sessions:patch               |
    @req:patch_session_labels.error.FORBIDDEN @req:patch_session_labels.rbac
    Examples:
      | tool                      | lacking                      |
      | patch_session_labels      | sessions:patch               |
    @req:list_agents.error.FORBIDDEN @req:list_agents.rbac
    Examples:
      | tool                      | lacking                      |
      | list_agents               | agents:list                  |
    @req:get_agent.error.FORBIDDEN @req:get_agent.rbac
    Examples: whoever may patch may get
      | tool                      | lacking                      |
      | get_agent                 | agents:get, agents:patch     |
    @req:create_agent.error.FORBIDDEN @req:create_agent.rbac
    Examples:
      | tool                      | lacking                      |
      | create_agent              | agents:create                |
    @req:update_agent.error.FORBIDDEN @req:update_agent.rbac
    Examples:
      | tool                      | lacking                      |
      | update_agent              | agents:patch                 |
    @req:patch_session_annotations.error.FORBIDDEN @req:patch_session_annotations.rbac
    Examples:
      | tool                      | lacking                      |
      | patch_session_annotations | sessions:patch               |
    @req:patch_agent_annotations.error.FORBIDDEN @req:patch_agent_annotations.rbac
    Examples:
      | tool                      | lacking                      |
      | patch_agent_annotations   | agents:patch                 |
    @req:patch_project_annotations.error.FORBIDDEN @req:patch_project_annotations.rbac
    Examples:
      | tool                      | lacking                      |
      | patch_project_annotations | projects:patch               |
    @req:list_projects.rbac
    Examples:
      | tool                      | lacking                      |
      | list_projects             | projects:list                |
    @req:get_project.error.FORBIDDEN @req:get_project.rbac
    Examples: whoever may list may look a name up, and whoever may patch may get
      | tool                      | lacking                                    |
      | get_project               | projects:get, projects:list, projects:patch |

  @req:D18.no-change @req:D14.403
  Scenario Outline: <tool>: a patch that changes nothing needs the permission as well
    Given the caller may do everything but "<lacking>"
    When the caller calls "<tool>" with <arguments>
    Then the call fails with FORBIDDEN
    And nothing stored has changed

    Examples:
      | tool                      | lacking        | arguments                                                                                |
      | patch_session_labels      | sessions:patch | {"session_id": "{work}", "labels": {}}                                                   |
      | patch_session_labels      | sessions:patch | {"session_id": "{work}", "labels": {"kept": "yes"}}                                      |
      | patch_session_annotations | sessions:patch | {"session_id": "{work}", "annotations": {}}                                              |
      | patch_session_annotations | sessions:patch | {"session_id": "{work}", "annotations": {"myapp.io/never": ""}}                          |
      | patch_agent_annotations   | agents:patch   | {"project_id": "demo", "agent_id": "planner", "annotations": {"myapp.io/kept": "yes"}}   |
      | patch_project_annotations | projects:patch | {"project_id": "demo", "annotations": {"myapp.io/kept": "yes"}}                          |

  @req:create_session.rbac @req:create_session.error.FORBIDDEN @req:D15.agent-first
  Scenario: Whoever may not see the agent cannot have it work
    Given the caller may only "sessions:create"
    When the caller calls "create_session" with {"project_id": "demo", "prompt": "Do it", "agent_id": "{agent:planner}"}
    Then the call fails with FORBIDDEN
    And the platform received exactly "GET /agents/{agent:planner}"
    And nothing stored has changed

  @req:D14.401 @req:error.catalog.UNAUTHORIZED
  Scenario Outline: <tool>: a token that has expired
    Given the caller's token has expired
    When the caller calls "<tool>" plainly
    Then the call fails with UNAUTHORIZED
    And nothing stored has changed

    @req:list_sessions.error.UNAUTHORIZED
    Examples:
      | tool                      |
      | list_sessions             |
    @req:get_session.error.UNAUTHORIZED
    Examples:
      | tool                      |
      | get_session               |
    @req:list_agents.error.UNAUTHORIZED
    Examples:
      | tool                      |
      | list_agents               |
    Examples:
      | tool                      |
      | create_session            |
      | push_message              |
      | patch_session_labels      |
      | get_agent                 |
      | create_agent              |
      | update_agent              |
      | patch_session_annotations |
      | patch_agent_annotations   |
      | patch_project_annotations |
      | list_projects             |
      | get_project               |

  @req:D14.401 @req:error.catalog.UNAUTHORIZED
  Scenario Outline: <tool>: a token that the platform never gave out
    Given the caller's token is one that the platform never gave out
    When the caller calls "<tool>" plainly
    Then the call fails with UNAUTHORIZED
    And nothing stored has changed

    Examples:
      | tool                 |
      | list_sessions        |
      | create_session       |
      | patch_session_labels |
      | get_agent            |
      | list_projects        |

  @req:D14.401 @req:error.catalog.UNAUTHORIZED
  Scenario Outline: <tool>: a token that is revoked between two calls
    When the caller calls "<tool>" plainly
    Then the call succeeds
    When the caller's token is revoked
    And the caller calls "<tool>" plainly
    Then the call fails with UNAUTHORIZED
    And nothing stored has changed

    Examples:
      | tool                 |
      | get_session          |
      | push_message         |
      | list_agents          |

  @req:list_sessions.input.project_id.default @req:list_sessions.rbac
  Scenario: Lists show the projects of the token's scope and no other
    Given a project "other"
    And the sessions:
      | name    | project |
      | foreign | other   |
    And the caller may do everything in project "demo"
    When the caller calls "list_sessions" with {}
    Then the answer lists "work"
    And the answer's "total" is 1

  @req:list_agents.rbac
  Scenario: Agents of projects beyond the token's scope are not listed
    Given a project "other"
    And the agents:
      | name    | project |
      | foreign | other   |
    And the caller may do everything in project "demo"
    When the caller calls "list_agents" with {"search": "name like '%'"}
    Then the answer lists "planner"
    And the answer's "total" is 1

  @req:list_projects.rbac
  Scenario: Projects beyond the token's scope are not listed
    Given a project "other"
    And the caller may do everything in project "demo"
    When the caller calls "list_projects" with {}
    Then the answer lists "demo"
    And the answer's "total" is 1

  @req:D14.403
  Scenario Outline: <tool>: what is beyond the token's scope is FORBIDDEN
    Given a project "other"
    And the agents:
      | name    | project | prompt      |
      | foreign | other   | You are far |
    And the sessions:
      | name | project | phase   |
      | far  | other   | Running |
    And the caller may do everything in project "demo"
    When the caller calls "<tool>" with <arguments>
    Then the call fails with FORBIDDEN
    And nothing stored has changed

    Examples:
      | tool                      | arguments                                                                              |
      | get_session               | {"session_id": "{far}"}                                                                |
      | push_message              | {"session_id": "{far}", "text": "Hello"}                                               |
      | patch_session_labels      | {"session_id": "{far}", "labels": {"a": "b"}}                                          |
      | patch_session_annotations | {"session_id": "{far}", "annotations": {"a": "b"}}                                     |
      | get_agent                 | {"agent_id": "{agent:foreign}"}                                                        |
      | update_agent              | {"agent_id": "{agent:foreign}", "prompt": "You are near"}                              |
      | patch_agent_annotations   | {"project_id": "other", "agent_id": "{agent:foreign}", "annotations": {"a": "b"}}      |

    @req:create_session.input.project_id.scope @req:create_session.error.FORBIDDEN
    Examples: a session cannot be created beyond the scope
      | tool                      | arguments                                                                              |
      | create_session            | {"project_id": "other", "prompt": "Do it"}                                             |

  @req:get_agent.error.AGENT_NOT_FOUND @req:get_project.error.PROJECT_NOT_FOUND
  Scenario Outline: <tool>: a name beyond the token's scope is not there
    Given a project "other"
    And the agents:
      | name    | project |
      | foreign | other   |
    And the caller may do everything in project "demo"
    When the caller calls "<tool>" with <arguments>
    Then the call fails with <code>
    And nothing stored has changed

    Examples:
      | tool                      | arguments                                              | code              |
      | get_agent                 | {"agent_id": "foreign"}                                | AGENT_NOT_FOUND   |
      | get_project               | {"project_id": "other"}                                | PROJECT_NOT_FOUND |
      | patch_project_annotations | {"project_id": "other", "annotations": {"a": "b"}}     | PROJECT_NOT_FOUND |

  @req:update_agent.rbac
  Scenario: The platform's administrator may update an agent of somebody else
    Given "admin" is the platform's administrator
    When "admin" is the caller
    And the caller calls "update_agent" plainly
    Then the answer's "version" is 2
    And the stored agent "planner" has the versions:
      | version | prompt              |
      | 1       | You plan.           |
      | 2       | You are better now. |

  @req:D23.forwarded
  Scenario: Each caller is served with its own rights
    Given "reader" may only "sessions:get"
    When the caller calls "patch_session_labels" plainly
    Then the call succeeds
    When "reader" is the caller
    And the caller calls "patch_session_labels" plainly
    Then the call fails with FORBIDDEN
    And nothing stored has changed
    When the caller calls "get_session" plainly
    Then the answer is the stored session "work"
    And the platform received exactly "GET /sessions/{work}"
