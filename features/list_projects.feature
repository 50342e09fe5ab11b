Feature: list_projects
  Lists the projects that the caller may see.

  @req:list_projects.return.list @req:list_projects.backing @req:list_projects.input.page.default @req:list_projects.input.size.default @req:D12.order @req:D12.always-sent
  Scenario: All visible projects are listed, newest first
    Given the platform's clock stands still
    And the projects:
      | name | description |
      | demo | The demo    |
    And a minute passes on the platform
    And a project "next"
    When the caller calls "list_projects"
    Then the call succeeds
    And the answer has exactly the fields "kind, page, size, total, items"
    And the answer's "kind" is "ProjectList"
    And the answer's "page" is 1
    And the answer's "size" is 20
    And the answer's "total" is 2
    And the answer's items are:
      | id   | name | description |
      | next | next | (none)      |
      | demo | demo | The demo    |
    And the platform received exactly:
      | method | path                                                        |
      | GET    | /projects?page=1&size=20&orderBy=created_at desc, id asc |
    And nothing stored has changed

  @req:list_projects.return.list
  Scenario: Where there is no project the list is empty, not absent
    When the caller calls "list_projects" with {}
    Then the answer is:
      """
      {"kind": "ProjectList", "page": 1, "size": 20, "total": 0, "items": []}
      """

  @req:list_projects.input.page.default @req:list_projects.input.size.default
  Scenario Outline: Page <arguments> of 25 projects
    Given 25 projects
    When the caller calls "list_projects" with <arguments>
    Then the answer's "page" is <page>
    And the answer's "size" is <size>
    And the answer's "total" is 25
    And the answer lists <items> items
    And the platform received exactly:
      | method | path                                                                 |
      | GET    | /projects?page=<page>&size=<size>&orderBy=created_at desc, id asc |

    Examples:
      | arguments               | page | size | items |
      | {"page": 2}             | 2    | 20   | 5     |
      | {"page": 3, "size": 12} | 3    | 12   | 1     |

    @req:list_projects.input.page.min @req:D12.page-floor
    Examples: a page below 1 is the first
      | arguments               | page | size | items |
      | {"page": 0}             | 1    | 20   | 20    |
      | {"page": -2}            | 1    | 20   | 20    |

    @req:list_projects.input.size.min @req:D12.size-floor
    Examples: a size below 1 is 20
      | arguments               | page | size | items |
      | {"size": 0}             | 1    | 20   | 20    |
      | {"size": -1}            | 1    | 20   | 20    |

    @req:list_projects.input.size.max @req:D12.size-cap
    Examples: a size above 100 is 100
      | arguments               | page | size | items |
      | {"size": 100}           | 1    | 100  | 25    |
      | {"size": 101}           | 1    | 100  | 25    |

  @req:D5.wrong-type
  Scenario Outline: <arguments> has the wrong type
    When the caller calls "list_projects" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call

    @req:list_projects.input.page.type
    Examples:
      | arguments           | argument |
      | {"page": "1"}       | page     |
      | {"page": [1]}       | page     |
    @req:list_projects.input.size.type
    Examples:
      | arguments           | argument |
      | {"size": "all"}     | size     |
      | {"size": 1.25}      | size     |

  @req:list_projects.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "list_projects" with {"pages": 1}
    Then the call fails with INVALID_REQUEST
    And the reason names "pages"
    And the reason names "page"
    And the platform received no call

  @req:D12.page-cap
  Scenario: A page beyond what the platform can count is refused
    When the caller calls "list_projects" with {"page": 21474837}
    Then the call fails with INVALID_REQUEST
    And the reason names "page"
    And the reason names "21474836"
    And the platform received no call
