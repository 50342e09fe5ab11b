Feature: list_sessions
  Lists the sessions that the caller may see, with optional filters.

  Background:
    Given a project "demo"

  @req:list_sessions.return.list @req:list_sessions.return.items @req:list_sessions.backing @req:list_sessions.input.project_id.default @req:list_sessions.input.page.default @req:list_sessions.input.size.default @req:D12.always-sent @req:D12.order @req:D7.text
  Scenario: All visible sessions are listed, newest first
    Given a project "other"
    And the sessions:
      | name   | project | phase     | created_at           |
      | first  | demo    | Completed | 2026-03-21T10:00:00Z |
      | second | other   | Running   | 2026-03-21T10:01:00Z |
      | third  | demo    | Pending   | 2026-03-21T10:02:00Z |
    When the caller calls "list_sessions"
    Then the call succeeds
    And the answer has exactly the fields "kind, page, size, total, items"
    And the answer's "kind" is "SessionList"
    And the answer's "page" is 1
    And the answer's "size" is 20
    And the answer's "total" is 3
    And the answer's items are:
      | id       | name   | project_id | phase     | created_at           | llm_model         |
      | {third}  | third  | demo       | Pending   | 2026-03-21T10:02:00Z | claude-sonnet-4-6 |
      | {second} | second | other      | Running   | 2026-03-21T10:01:00Z | claude-sonnet-4-6 |
      | {first}  | first  | demo       | Completed | 2026-03-21T10:00:00Z | claude-sonnet-4-6 |
    And the platform received exactly:
      | method | path                                                        |
      | GET    | /sessions?page=1&size=20&orderBy=created_at desc, id asc |
    And nothing stored has changed

  @req:list_sessions.return.list
  Scenario: Where there is no session the list is empty, not absent
    When the caller calls "list_sessions" with {}
    Then the answer is:
      """
      {"kind": "SessionList", "page": 1, "size": 20, "total": 0, "items": []}
      """

  @req:list_sessions.input.project_id.filter
  Scenario: project_id limits the list to one project
    Given a project "other"
    And the sessions:
      | name   | project | created_at           |
      | mine   | demo    | 2026-03-21T10:00:00Z |
      | theirs | other   | 2026-03-21T10:01:00Z |
      | also   | demo    | 2026-03-21T10:02:00Z |
    When the caller calls "list_sessions" with {"project_id": "demo"}
    Then the answer lists "also", "mine"
    And the answer's "total" is 2
    And the platform received exactly:
      | method | path                                                                        |
      | GET    | /sessions?page=1&size=20&orderBy=created_at desc, id asc&project_id=demo |

  @req:list_sessions.input.project_id.filter
  Scenario: A project without sessions lists nothing
    Given a project "empty"
    And a session "elsewhere" in project "demo"
    When the caller calls "list_sessions" with {"project_id": "empty"}
    Then the answer lists nothing
    And the answer's "total" is 0

  @req:list_sessions.input.phase.filter @req:D13.filter-any
  Scenario Outline: The phase filter lists the sessions in phase <phase> and no other
    Given the sessions:
      | name       | phase     |
      | pending    | Pending   |
      | creating   | Creating  |
      | running    | Running   |
      | stopping   | Stopping  |
      | stopped    | Stopped   |
      | completed  | Completed |
      | failed     | Failed    |
    When the caller calls "list_sessions" with {"phase": "<phase>"}
    Then the answer lists "<name>"
    And the answer's "total" is 1
    And the platform received exactly:
      | method | path                                                                      |
      | GET    | /sessions?page=1&size=20&orderBy=created_at desc, id asc&search=<search> |

    Examples:
      | phase     | name      | search                                   |
      | Pending   | pending   | (phase = 'Pending' or phase is null) |
      | Creating  | creating  | phase = 'Creating'                       |
      | Running   | running   | phase = 'Running'                        |
      | Stopping  | stopping  | phase = 'Stopping'                       |
      | Stopped   | stopped   | phase = 'Stopped'                        |
      | Completed | completed | phase = 'Completed'                      |
      | Failed    | failed    | phase = 'Failed'                         |

  @req:D13.absent-pending @req:list_sessions.input.phase.filter
  Scenario: A session that was never started is listed as Pending
    Given the sessions:
      | name    | phase   | created_at           |
      | fresh   |         | 2026-03-21T10:01:00Z |
      | pending | Pending | 2026-03-21T10:00:00Z |
      | running | Running | 2026-03-21T09:00:00Z |
    When the caller calls "list_sessions" with {"phase": "Pending"}
    Then the answer's items are:
      | name    | phase   |
      | fresh   | Pending |
      | pending | Pending |
    And the answer's "total" is 2

  @req:list_sessions.input.phase.filter @req:list_sessions.input.project_id.filter
  Scenario: Both filters hold at once
    Given a project "other"
    And the sessions:
      | name    | project | phase   |
      | wanted  | demo    | Running |
      | ended   | demo    | Failed  |
      | foreign | other   | Running |
    When the caller calls "list_sessions" with {"phase": "Running", "project_id": "demo"}
    Then the answer lists "wanted"
    And the platform received exactly:
      | method | path                                                                                                     |
      | GET    | /sessions?page=1&size=20&orderBy=created_at desc, id asc&project_id=demo&search=phase = 'Running' |

  @req:list_sessions.input.phase.enum @req:D5.before-anything
  Scenario Outline: <phase> is no phase
    When the caller calls "list_sessions" with {"phase": <phase>}
    Then the call fails with INVALID_REQUEST
    And the reason names "phase"
    And the platform received no call

    Examples:
      | phase                                 |
      | "Sleeping"                            |
      | "running"                             |
      | ""                                    |
      | "Running' or name like '%"            |

  @req:list_sessions.input.page.default @req:list_sessions.input.size.default @req:D12.always-sent
  Scenario Outline: Page <arguments> of 25 sessions
    Given 25 sessions in project "demo"
    When the caller calls "list_sessions" with <arguments>
    Then the answer's "page" is <page>
    And the answer's "size" is <size>
    And the answer's "total" is 25
    And the answer lists <items> items
    And the platform received exactly:
      | method | path                                                                 |
      | GET    | /sessions?page=<page>&size=<size>&orderBy=created_at desc, id asc |

    Examples:
      | arguments               | page | size | items |
      | {}                      | 1    | 20   | 20    |
      | {"page": 2}             | 2    | 20   | 5     |
      | {"page": 3}             | 3    | 20   | 0     |
      | {"size": 1}             | 1    | 1    | 1     |
      | {"page": 9, "size": 3}  | 9    | 3    | 1     |
      | {"size": 100}           | 1    | 100  | 25    |

    @req:list_sessions.input.page.min @req:D12.page-floor
    Examples: a page below 1 is the first
      | arguments               | page | size | items |
      | {"page": 0}             | 1    | 20   | 20    |
      | {"page": -7}            | 1    | 20   | 20    |

    @req:list_sessions.input.size.min @req:D12.size-floor
    Examples: a size below 1 is 20
      | arguments               | page | size | items |
      | {"size": 0}             | 1    | 20   | 20    |
      | {"size": -1}            | 1    | 20   | 20    |

    @req:list_sessions.input.size.max @req:D12.size-cap
    Examples: a size above 100 is 100
      | arguments               | page | size | items |
      | {"size": 101}           | 1    | 100  | 25    |
      | {"size": 1000000}       | 1    | 100  | 25    |

  @req:D5.wrong-type @req:D5.before-anything
  Scenario Outline: <arguments> has the wrong type
    When the caller calls "list_sessions" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call

    @req:list_sessions.input.project_id.type
    Examples:
      | arguments               | argument   |
      | {"project_id": 5}       | project_id |
      | {"project_id": ["a"]}   | project_id |

    @req:list_sessions.input.phase.type
    Examples:
      | arguments               | argument   |
      | {"phase": 1}            | phase      |
      | {"phase": ["Running"]}  | phase      |

    @req:list_sessions.input.page.type
    Examples:
      | arguments               | argument   |
      | {"page": "2"}           | page       |
      | {"page": 1.5}           | page       |

    @req:list_sessions.input.size.type
    Examples:
      | arguments               | argument   |
      | {"size": "20"}          | size       |
      | {"size": true}          | size       |
      | {"size": 0.5}           | size       |

  @req:list_sessions.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario Outline: The unknown argument <unknown> is refused with the nearest known one
    When the caller calls "list_sessions" with {"<unknown>": "demo"}
    Then the call fails with INVALID_REQUEST
    And the reason names "<unknown>"
    And the reason names "<nearest>"
    And the platform received no call

    Examples:
      | unknown   | nearest    |
      | projectid | project_id |
      | phases    | phase      |
      | Size      | size       |

  @req:D12.page-cap
  Scenario Outline: A page beyond what the platform can count is refused (<page>)
    When the caller calls "list_sessions" with {"page": <page>}
    Then the call fails with INVALID_REQUEST
    And the reason names "page"
    And the reason names "21474836"
    And the platform received no call

    Examples:
      | page                    |
      | 21474837                |
      | 9223372036854775807     |
      | 99999999999999999999999 |
      | 1e30                    |

  @req:D12.page-cap
  Scenario: The last page that can be counted is asked for
    When the caller calls "list_sessions" with {"page": 21474836, "size": 100}
    Then the answer lists nothing
    And the answer's "page" is 21474836

  @req:D14.400 @req:D14.argument-named
  Scenario Outline: The project_id <project>, which the platform refuses, is told by name
    When the caller calls "list_sessions" with {"project_id": "<project>", "phase": "Running"}
    Then the call fails with INVALID_REQUEST
    And the reason names "project_id"

    Examples:
      | project     |
      | my project  |
      | größe       |
      | a'b         |

  @req:D11.id-refused
  Scenario Outline: A project_id <what> is refused before anything is asked
    When the caller calls "list_sessions" with {"project_id": <project>}
    Then the call fails with INVALID_REQUEST
    And the reason names "project_id"
    And the platform received no call

    Examples:
      | what                       | project          |
      | with a slash               | "demo/../other"  |
      | with a control character   | "demo\u0007"     |
      | of more than 256 bytes     | "{257×p}"        |
