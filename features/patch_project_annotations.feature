Feature: patch_project_annotations
  Merges annotations into a project: state that every agent and session of it can see.

  Background:
    Given the projects:
      | name  | description | labels         | annotations                                          |
      | demo  | The demo    | {"team": "a"}  | {"myapp.io/release": "v1", "myapp.io/lead": "kim"} |
      | other |             |                | {"myapp.io/release": "v1"}                           |

  @req:patch_project_annotations.behaviour.merges @req:patch_project_annotations.backing @req:patch_project_annotations.return.project @req:patch_project_annotations.input.project_id.name @req:D18.strings @req:D18.read-back
  Scenario: Annotations are merged into the project of that name
    When the caller calls "patch_project_annotations" with:
      | argument    | value                                                                             |
      | project_id  | demo                                                                              |
      | annotations | {"myapp.io/release": "v2.3.0", "myapp.io/feature-flags": "{\"dark-mode\":true}"} |
    Then the call succeeds
    And the answer is the stored project "demo"
    And the stored project "demo" has these annotations:
      """
      {"myapp.io/release": "v2.3.0", "myapp.io/lead": "kim", "myapp.io/feature-flags": "{\"dark-mode\":true}"}
      """
    And the stored project "demo" has the labels {"team": "a"}
    And the platform received 1 "PATCH /projects/demo" call
    And the platform's "PATCH /projects/demo" had the body:
      """
      {"annotations": "{\"myapp.io/feature-flags\":\"{\\\"dark-mode\\\":true}\",\"myapp.io/lead\":\"kim\",\"myapp.io/release\":\"v2.3.0\"}"}
      """
    And nothing stored has changed but the project "demo"

  @req:patch_project_annotations.behaviour.merges @req:D10.id-first
  Scenario: A project_id in the form of an id is tried as one first
    Given a project "abcdefghijklmnopqrstuvwxyz0"
    When the caller calls "patch_project_annotations" with {"project_id": "abcdefghijklmnopqrstuvwxyz0", "annotations": {"a": "b"}}
    Then the call succeeds
    And the platform received exactly:
      | method | path                                  | body                              |
      | GET    | /projects/abcdefghijklmnopqrstuvwxyz0 |                                   |
      | PATCH  | /projects/abcdefghijklmnopqrstuvwxyz0 | {"annotations": "{\"a\":\"b\"}"} |
      | GET    | /projects/abcdefghijklmnopqrstuvwxyz0 |                                   |

  @req:patch_project_annotations.behaviour.deletes @req:D18.empty-deletes
  Scenario: An empty value removes its key and no other
    When the caller calls "patch_project_annotations" with {"project_id": "demo", "annotations": {"myapp.io/lead": "", "myapp.io/new": "x"}}
    Then the call succeeds
    And the stored project "demo" has the annotations {"myapp.io/release": "v1", "myapp.io/new": "x"}
    And nothing stored has changed but the project "demo"

  @req:patch_project_annotations.behaviour.merges
  Scenario: A project without annotations gets its first
    Given a project "bare"
    When the caller calls "patch_project_annotations" with {"project_id": "bare", "annotations": {"a": "b"}}
    Then the stored project "bare" has the annotations {"a": "b"}

  @req:patch_project_annotations.error.PROJECT_NOT_FOUND @req:error.catalog.PROJECT_NOT_FOUND @req:D14.404 @req:D10.not-found
  Scenario Outline: There is no project <project>
    When the caller calls "patch_project_annotations" with {"project_id": "<project>", "annotations": {"a": "b"}}
    Then the call fails with PROJECT_NOT_FOUND
    And the reason names "<project>"
    And the platform received no call that changes anything
    And nothing stored has changed

    Examples:
      | project                              |
      | nowhere                              |
      | Demo                                 |
      | 3BEaN6kqawvTNUIXoSMcgOQvUDj          |
      | 8b1ff8a0-96f1-4a1c-8f4e-0f1f6f6b8f10 |
      | d' or name like '%                   |

  @req:patch_project_annotations.error.ANNOTATION_VALUE_TOO_LARGE @req:D18.bytes
  Scenario Outline: A value of more than 4096 bytes is refused before anything is asked (<value>)
    When the caller calls "patch_project_annotations" with {"project_id": "demo", "annotations": {"ok": "x", "myapp.io/big": "<value>"}}
    Then the call fails with ANNOTATION_VALUE_TOO_LARGE
    And the reason names "myapp.io/big"
    And the platform received no call
    And nothing stored has changed

    Examples:
      | value     |
      | {4097×a}  |
      | {2048×é}a |

  @req:patch_project_annotations.behaviour.merges @req:D18.bytes
  Scenario Outline: A value of 4096 bytes is accepted (<value>)
    When the caller calls "patch_project_annotations" with {"project_id": "other", "annotations": {"myapp.io/release": "<value>"}}
    Then the call succeeds
    And the stored project "other" has the annotations {"myapp.io/release": "<value>"}

    Examples:
      | value     |
      | {4096×a}  |
      | {2048×é}  |

  @req:D18.not-an-object
  Scenario: Stored text that is not an object of strings is never overwritten
    Given a project "odd"
    And the project "odd" has the stored annotations text release: v1
    When the caller calls "patch_project_annotations" with {"project_id": "odd", "annotations": {"a": "b"}}
    Then the call fails with INTERNAL
    And the reason names "annotations"
    And the stored project "odd" has the annotations text release: v1
    And the platform received no call that changes anything

  @req:D18.serialised
  Scenario: Annotations that are set at the same time all survive
    When the caller calls "patch_project_annotations" 6 times at once, with:
      | argument    | value            |
      | project_id  | other            |
      | annotations | {"k{#}": "v{#}"} |
    Then the stored project "other" has the annotations {"myapp.io/release": "v1", "k1": "v1", "k2": "v2", "k3": "v3", "k4": "v4", "k5": "v5", "k6": "v6"}

  @req:D5.missing
  Scenario Outline: <missing> is required
    When the caller calls "patch_project_annotations" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<missing>"
    And the platform received no call

    @req:patch_project_annotations.input.project_id.required
    Examples:
      | missing     | arguments                    |
      | project_id  | {"annotations": {"a": "b"}}  |
    @req:patch_project_annotations.input.annotations.required
    Examples:
      | missing     | arguments                    |
      | annotations | {"project_id": "demo"}       |

  @req:D5.wrong-type
  Scenario Outline: <argument> has the wrong type in <arguments>
    When the caller calls "patch_project_annotations" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call
    And nothing stored has changed

    @req:patch_project_annotations.input.project_id.type
    Examples:
      | argument    | arguments                                            |
      | project_id  | {"project_id": {}, "annotations": {"a": "b"}}        |
    @req:patch_project_annotations.input.annotations.type
    Examples:
      | argument    | arguments                                            |
      | annotations | {"project_id": "demo", "annotations": ["a"]}         |
    @req:patch_project_annotations.input.annotations.values
    Examples:
      | argument    | arguments                                            |
      | step        | {"project_id": "demo", "annotations": {"step": true}} |

  @req:patch_project_annotations.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "patch_project_annotations" with {"project_id": "demo", "annotations": {"a": "b"}, "project": "demo"}
    Then the call fails with INVALID_REQUEST
    And the reason names "project"
    And the reason names "project_id"
    And the platform received no call

  @req:D11.id-refused
  Scenario: An unsafe project_id is refused before anything is asked
    When the caller calls "patch_project_annotations" with {"project_id": "../agents", "annotations": {"a": "b"}}
    Then the call fails with INVALID_REQUEST
    And the reason names "project_id"
    And the platform received no call
