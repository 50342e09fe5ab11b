Feature: get_project
  Returns one project by its id or its name.

  Background:
    Given the projects:
      | name  | description | labels        | annotations                |
      | demo  | The demo    | {"team": "a"} | {"myapp.io/release": "v1"} |
      | other |             |               |                            |

  @req:get_project.return.project @req:get_project.backing @req:get_project.input.project_id.name
  Scenario: A project is returned by its name
    When the caller calls "get_project" with {"project_id": "demo"}
    Then the call succeeds
    And the answer is the stored project "demo"
    And the answer's "id" is "demo"
    And the answer's "name" is "demo"
    And the answer's "description" is "The demo"
    And the platform received exactly:
      | method | path                                                                                  |
      | GET    | /projects?search=name='demo'&page=1&size=100&orderBy=created_at desc, id asc |
    And nothing stored has changed

  @req:get_project.return.project @req:get_project.backing @req:D10.id-first
  Scenario Outline: A project is returned by the id <id>
    Given a project "<id>"
    When the caller calls "get_project" with {"project_id": "<id>"}
    Then the answer is the stored project "<id>"
    And the platform received exactly "GET /projects/<id>"

    Examples:
      | id                                   |
      | abcdefghijklmnopqrstuvwxyz0          |
      | ab1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |

  @req:D10.name-on-404
  Scenario: What looks like an id may be the name of a project with another id
    Given the platform answers 200 to "GET /projects" with the body:
      """
      {"kind": "ProjectList", "page": 1, "size": 100, "total": 1, "items": [{"id": "renamed", "kind": "Project", "name": "abcdefghijklmnopqrstuvwxyz0"}]}
      """
    When the caller calls "get_project" with {"project_id": "abcdefghijklmnopqrstuvwxyz0"}
    Then the answer's "id" is "renamed"
    And the platform received exactly:
      | method | path                                                                                                         |
      | GET    | /projects/abcdefghijklmnopqrstuvwxyz0                                                                        |
      | GET    | /projects?search=name='abcdefghijklmnopqrstuvwxyz0'&page=1&size=100&orderBy=created_at desc, id asc |

  @req:get_project.error.PROJECT_NOT_FOUND @req:error.catalog.PROJECT_NOT_FOUND @req:D10.not-found @req:D14.404
  Scenario Outline: There is no project <project>
    When the caller calls "get_project" with {"project_id": "<project>"}
    Then the call fails with PROJECT_NOT_FOUND
    And the reason names "<project>"
    And nothing stored has changed

    Examples:
      | project                              |
      | nowhere                              |
      | Demo                                 |
      | dem                                  |
      | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |
      | 3BEaN6kqawvTNUIXoSMcgOQvUDj          |

  @req:D11.quotes @req:get_project.error.PROJECT_NOT_FOUND
  Scenario: A quote in the name does not leave the search string
    When the caller calls "get_project" with {"project_id": "d' or name like '%"}
    Then the call fails with PROJECT_NOT_FOUND
    And the platform received exactly:
      | method | path                                                                                                    |
      | GET    | /projects?search=name='d'' or name like ''%'&page=1&size=100&orderBy=created_at desc, id asc |

  @req:D10.equality
  Scenario: Only an equal name counts where the platform ignores the search
    Given the platform answers 200 to "GET /projects" with the body:
      """
      {"kind": "ProjectList", "page": 1, "size": 100, "total": 2, "items": [
        {"id": "other", "kind": "Project", "name": "other"}, {"id": "demo", "kind": "Project", "name": "demo"}]}
      """
    When the caller calls "get_project" with {"project_id": "demo"}
    Then the answer's "id" is "demo"

  @req:get_project.input.project_id.required @req:D5.missing
  Scenario: project_id is required
    When the caller calls "get_project" with {}
    Then the call fails with INVALID_REQUEST
    And the reason names "project_id"
    And the platform received no call

  @req:get_project.input.project_id.type @req:D5.wrong-type
  Scenario Outline: project_id cannot be <value>
    When the caller calls "get_project" with {"project_id": <value>}
    Then the call fails with INVALID_REQUEST
    And the reason names "project_id"
    And the platform received no call

    Examples:
      | value     |
      | 5         |
      | null      |
      | ["demo"]  |

  @req:get_project.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "get_project" with {"project_id": "demo", "projectId": "demo"}
    Then the call fails with INVALID_REQUEST
    And the reason names "projectId"
    And the reason names "project_id"
    And the platform received no call

  @req:D11.id-refused
  Scenario Outline: A project_id <what> is refused before anything is asked
    When the caller calls "get_project" with {"project_id": "<project>"}
    Then the call fails with INVALID_REQUEST
    And the reason names "project_id"
    And the platform received no call

    Examples:
      | what                     | project      |
      | that climbs out          | ../agents    |
      | with a control character | demo\u001b   |
      | of more than 256 bytes   | {257×p}      |
