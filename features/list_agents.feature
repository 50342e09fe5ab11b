Feature: list_agents
  Lists the agents that the caller may see. Their prompts are write-only and never shown.

  Background:
    Given a project "demo"

  @req:list_agents.return.list @req:list_agents.return.items @req:list_agents.return.no-prompt @req:list_agents.backing @req:list_agents.input.page.default @req:list_agents.input.size.default @req:D12.order @req:D12.always-sent @req:D19.no-prompt @req:D19.version
  Scenario: All visible agents are listed, newest first, without their prompts
    Given a project "other"
    And the platform's clock stands still
    And the agents:
      | name        | owner | project | prompt           | versions |
      | code-review | kim   | demo    | Secret persona 1 | 3        |
    And a minute passes on the platform
    And the agents:
      | name    | owner  | project | prompt           |
      | planner | editor | other   | Secret persona 2 |
    When the caller calls "list_agents"
    Then the call succeeds
    And the answer has exactly the fields "kind, page, size, total, items"
    And the answer's "kind" is "AgentList"
    And the answer's "page" is 1
    And the answer's "size" is 20
    And the answer's "total" is 2
    And the answer's items are:
      | id                  | name        | owner_user_id | version | project_id | prompt |
      | {agent:planner}     | planner     | editor        | 1       | other      | (none) |
      | {agent:code-review} | code-review | kim           | 3       | demo       | (none) |
    And neither a "prompt" nor the text "Secret persona" is anywhere in the answer
    And the platform received exactly:
      | method | path                                                      |
      | GET    | /agents?page=1&size=20&orderBy=created_at desc, id asc |
    And nothing stored has changed

  @req:list_agents.return.list
  Scenario: Where there is no agent the list is empty, not absent
    When the caller calls "list_agents" with {}
    Then the answer is:
      """
      {"kind": "AgentList", "page": 1, "size": 20, "total": 0, "items": []}
      """

  @req:list_agents.return.no-prompt @req:D19.no-prompt
  Scenario: A prompt that the platform lets slip is taken out
    Given the platform answers 200 to "GET /agents" with the body:
      """
      {"kind": "AgentList", "page": 1, "size": 20, "total": 1, "items": [
        {"id": "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10", "kind": "Agent", "name": "leaky", "owner_user_id": "kim", "version": 2, "prompt": "Secret persona"}]}
      """
    When the caller calls "list_agents"
    Then the answer's items are:
      | name  | owner_user_id | version | prompt |
      | leaky | kim           | 2       | (none) |
    And neither a "prompt" nor the text "Secret persona" is anywhere in the answer

  @req:list_agents.input.search.forwarded
  Scenario Outline: The search <search> is forwarded as it is
    Given the agents:
      | name        | owner  |
      | code-fix    | editor |
      | code-review | kim    |
      | planner     | editor |
    When the caller calls "list_agents" with {"search": "<search>"}
    Then the call succeeds
    And the answer's "total" is <total>
    And the answer lists <total> items
    And the platform received exactly:
      | method | path                                                                         |
      | GET    | /agents?page=1&size=20&orderBy=created_at desc, id asc&search=<search> |

    Examples:
      | search                                               | total |
      | name like 'code-%'                                   | 2     |
      | name = 'planner'                                     | 1     |
      | name in ('code-fix','planner')                       | 2     |
      | (name = 'code-fix' or owner_user_id = 'kim')         | 2     |
      | not (name like 'code-%') and owner_user_id <> 'kim'  | 1     |
      | name = 'it''s (not) there'                           | 0     |
      | name = '('                                           | 0     |

  @req:list_agents.input.project_id.filter @req:D4.optional-project-id
  Scenario: project_id limits the list to one project
    Given a project "other"
    And the agents:
      | name    | project |
      | mine    | demo    |
      | theirs  | other   |
      | nowhere | none    |
    When the caller calls "list_agents" with {"project_id": "demo"}
    Then the answer lists "mine"
    And the answer's "total" is 1
    And the platform received exactly:
      | method | path                                                                                        |
      | GET    | /agents?page=1&size=20&orderBy=created_at desc, id asc&search=project_id = 'demo' |

  @req:list_agents.input.project_id.filter @req:list_agents.input.search.forwarded
  Scenario: A search within a project cannot leave it
    Given a project "other"
    And the agents:
      | name     | project |
      | code-fix | demo    |
      | planner  | demo    |
      | code-new | other   |
    When the caller calls "list_agents" with {"project_id": "demo", "search": "name like 'code-%' or name = 'code-new'"}
    Then the answer lists "code-fix"
    And the platform received exactly:
      | method | path                                                                                                                                             |
      | GET    | /agents?page=1&size=20&orderBy=created_at desc, id asc&search=(name like 'code-%' or name = 'code-new') and project_id = 'demo' |

  @req:D11.rows-dropped @req:list_agents.input.project_id.filter
  Scenario: Agents of other projects are dropped where the platform ignores the search
    Given a project "other"
    And the platform answers 200 to "GET /agents" with the body:
      """
      {"kind": "AgentList", "page": 1, "size": 20, "total": 3, "items": [
        {"id": "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10", "name": "mine", "owner_user_id": "kim", "version": 1, "project_id": "demo"},
        {"id": "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f11", "name": "theirs", "owner_user_id": "kim", "version": 1, "project_id": "other"},
        {"id": "8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f12", "name": "nobodys", "owner_user_id": "kim", "version": 1}]}
      """
    When the caller calls "list_agents" with {"project_id": "demo"}
    Then the answer lists "mine"

  @req:D11.search-balance @req:D5.before-anything @req:error.catalog.INVALID_REQUEST
  Scenario Outline: The search <search> does not balance and is refused before anything is asked
    When the caller calls "list_agents" with {"search": "<search>"<more>}
    Then the call fails with INVALID_REQUEST
    And the reason names "search"
    And the platform received no call

    Examples:
      | search                                   | more                    |
      | name = 'x                                |                         |
      | name = 'x''                              |                         |
      | (name = 'x'                              |                         |
      | name = 'x')                              |                         |
      | name = 'x') or (project_id = 'other'     |                         |
      | name = 'x') or (project_id = 'other'     | , "project_id": "demo"  |
      | name = ')' or (name = '('                |                         |

  @req:D14.400
  Scenario Outline: The search <search> is refused by the platform
    Given the agents:
      | name    | prompt         |
      | planner | Secret persona |
    When the caller calls "list_agents" with {"search": "<search>"}
    Then the call fails with INVALID_REQUEST
    And the platform received 1 "GET /agents" call

    Examples: it is not understood
      | search                        |
      | name ~ 'x'                    |
      | find the planner              |
      | height = 3                    |

    Examples: the prompt cannot be guessed at
      | search                        |
      | prompt like 'Secret%'         |

  @req:list_agents.input.page.default @req:list_agents.input.size.default
  Scenario Outline: Page <arguments> of 25 agents
    Given 25 agents in project "demo"
    When the caller calls "list_agents" with <arguments>
    Then the answer's "page" is <page>
    And the answer's "size" is <size>
    And the answer's "total" is 25
    And the answer lists <items> items
    And the platform received exactly:
      | method | path                                                               |
      | GET    | /agents?page=<page>&size=<size>&orderBy=created_at desc, id asc |

    Examples:
      | arguments               | page | size | items |
      | {"page": 2}             | 2    | 20   | 5     |
      | {"page": 2, "size": 10} | 2    | 10   | 10    |

    @req:list_agents.input.page.min @req:D12.page-floor
    Examples: a page below 1 is the first
      | arguments               | page | size | items |
      | {"page": 0}             | 1    | 20   | 20    |
      | {"page": -1}            | 1    | 20   | 20    |

    @req:list_agents.input.size.min @req:D12.size-floor
    Examples: a size below 1 is 20
      | arguments               | page | size | items |
      | {"size": 0}             | 1    | 20   | 20    |
      | {"size": -50}           | 1    | 20   | 20    |

    @req:list_agents.input.size.max @req:D12.size-cap
    Examples: a size above 100 is 100
      | arguments               | page | size | items |
      | {"size": 100}           | 1    | 100  | 25    |
      | {"size": 101}           | 1    | 100  | 25    |

  @req:D5.wrong-type
  Scenario Outline: <arguments> has the wrong type
    When the caller calls "list_agents" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call

    @req:list_agents.input.search.type
    Examples:
      | arguments                  | argument   |
      | {"search": 5}              | search     |
      | {"search": {"name": "x"}}  | search     |
    @req:list_agents.input.page.type
    Examples:
      | arguments                  | argument   |
      | {"page": "1"}              | page       |
    @req:list_agents.input.size.type
    Examples:
      | arguments                  | argument   |
      | {"size": 20.5}             | size       |
    @req:list_agents.input.project_id.type
    Examples:
      | arguments                  | argument   |
      | {"project_id": 1}          | project_id |

  @req:list_agents.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "list_agents" with {"serch": "name = 'x'"}
    Then the call fails with INVALID_REQUEST
    And the reason names "serch"
    And the reason names "search"
    And the platform received no call

  @req:D12.page-cap
  Scenario: A page beyond what the platform can count is refused
    When the caller calls "list_agents" with {"page": 21474837}
    Then the call fails with INVALID_REQUEST
    And the reason names "page"
    And the reason names "21474836"
    And the platform received no call

  @req:D14.argument-named
  Scenario: A search that the platform does not understand is told by name
    When the caller calls "list_agents" with {"search": "nonsense"}
    Then the call fails with INVALID_REQUEST
    And the reason names "search"
