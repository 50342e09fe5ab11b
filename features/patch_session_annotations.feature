Feature: patch_session_annotations
  Merges annotations into a session: a small state store that agents and other systems share.

  Background:
    Given a project "demo"
    And the sessions:
      | name  | phase   | labels          | annotations                                              |
      | work  | Running | {"env": "test"} | {"myapp.io/status": "open", "myapp.io/owner": "sam"} |
      | aside | Running |                 | {"myapp.io/status": "open"}                              |

  @req:patch_session_annotations.behaviour.merges @req:patch_session_annotations.behaviour.reads-existing @req:patch_session_annotations.behaviour.writes-back @req:patch_session_annotations.backing @req:patch_session_annotations.return.session @req:D18.strings @req:D18.read-back
  Scenario: New annotations are added, given ones overwritten, others preserved
    When the caller calls "patch_session_annotations" with {"session_id": "{work}", "annotations": {"myapp.io/status": "blocked", "myapp.io/blocker-id": "PROJ-1234"}}
    Then the call succeeds
    And the answer is the stored session "work"
    And the stored session "work" has the annotations {"myapp.io/status": "blocked", "myapp.io/owner": "sam", "myapp.io/blocker-id": "PROJ-1234"}
    And the stored session "work" has the labels {"env": "test"}
    And the platform received exactly:
      | method | path             | body                                                                                                                           |
      | GET    | /sessions/{work} |                                                                                                                                |
      | PATCH  | /sessions/{work} | {"annotations": "{\"myapp.io/blocker-id\":\"PROJ-1234\",\"myapp.io/owner\":\"sam\",\"myapp.io/status\":\"blocked\"}"} |
      | GET    | /sessions/{work} |                                                                                                                                |
    And nothing stored has changed but the session "work"

  @req:patch_session_annotations.behaviour.deletes @req:D18.empty-deletes
  Scenario: An empty value removes its key and no other
    When the caller calls "patch_session_annotations" with {"session_id": "{work}", "annotations": {"myapp.io/status": "", "myapp.io/new": "yes"}}
    Then the call succeeds
    And the stored session "work" has the annotations {"myapp.io/owner": "sam", "myapp.io/new": "yes"}
    And the answer is the stored session "work"

  @req:patch_session_annotations.behaviour.deletes @req:D18.empty-deletes
  Scenario: The last annotation can be removed
    When the caller calls "patch_session_annotations" with {"session_id": "{aside}", "annotations": {"myapp.io/status": ""}}
    Then the call succeeds
    And the stored session "aside" has the annotations {}

  @req:patch_session_annotations.behaviour.deletes
  Scenario: Removing what is not there leaves the rest as it is
    When the caller calls "patch_session_annotations" with {"session_id": "{work}", "annotations": {"myapp.io/never": ""}}
    Then the call succeeds
    And the stored session "work" has the annotations {"myapp.io/status": "open", "myapp.io/owner": "sam"}

  @req:D18.no-change @req:D18.empty-deletes
  Scenario Outline: A patch that changes nothing writes no annotations (<annotations>)
    When the caller calls "patch_session_annotations" with {"session_id": "{aside}", "annotations": <annotations>}
    Then the call succeeds
    And the answer is the stored session "aside"
    And the stored session "aside" has the annotations {"myapp.io/status": "open"}
    And the platform received exactly:
      | method | path              | body |
      | GET    | /sessions/{aside} |      |
      | PATCH  | /sessions/{aside} | {}   |
      | GET    | /sessions/{aside} |      |

    Examples:
      | annotations                                     |
      | {}                                              |
      | {"myapp.io/never": ""}                          |
      | {"myapp.io/status": "open"}                     |
      | {"myapp.io/status": "open", "myapp.io/not": ""} |

  @req:D18.no-change @req:D18.retry
  Scenario: A patch that changes nothing is made after all when another writer takes its keys away meanwhile
    Given the platform answers 200 to the second "GET /sessions/{id}" with the body:
      """
      {"id": "{aside}", "kind": "Session", "name": "aside", "project_id": "demo", "phase": "Running", "annotations": "{}"}
      """
    When the caller calls "patch_session_annotations" with {"session_id": "{aside}", "annotations": {"myapp.io/status": "open"}}
    Then the call succeeds
    And the platform received exactly:
      | method | path              | body                                                   |
      | GET    | /sessions/{aside} |                                                        |
      | PATCH  | /sessions/{aside} | {}                                                     |
      | GET    | /sessions/{aside} |                                                        |
      | PATCH  | /sessions/{aside} | {"annotations": "{\"myapp.io/status\":\"open\"}"} |
      | GET    | /sessions/{aside} |                                                        |

  @req:patch_session_annotations.behaviour.readable
  Scenario: Whoever may read sessions can read what was written
    Given "reader" may only "sessions:get"
    When the caller calls "patch_session_annotations" with {"session_id": "{work}", "annotations": {"myapp.io/status": "blocked"}}
    And "reader" is the caller
    And the caller calls "get_session" with {"session_id": "{work}"}
    Then the answer's "annotations" is "{\"myapp.io/owner\":\"sam\",\"myapp.io/status\":\"blocked\"}"
    And the answer is the stored session "work"

  @req:patch_session_annotations.behaviour.reads-existing
  Scenario: A session without annotations gets its first
    Given a session "bare" in phase "Running"
    When the caller calls "patch_session_annotations" with {"session_id": "{bare}", "annotations": {"myapp.io/status": "open"}}
    Then the stored session "bare" has the annotations {"myapp.io/status": "open"}
    And nothing stored has changed but the session "bare"

  @req:patch_session_annotations.behaviour.merges
  Scenario Outline: A session in phase <phase> can be annotated
    Given a session "it" in phase "<phase>"
    When the caller calls "patch_session_annotations" with {"session_id": "{it}", "annotations": {"myapp.io/result": "kept"}}
    Then the stored session "it" has the annotations {"myapp.io/result": "kept"}

    Examples:
      | phase     |
      | Completed |
      | Failed    |
      | Stopped   |

  @req:patch_session_annotations.input.annotations.size @req:D18.bytes
  Scenario Outline: A value of 4096 bytes is accepted (<value>)
    When the caller calls "patch_session_annotations" with {"session_id": "{aside}", "annotations": {"myapp.io/big": "<value>"}}
    Then the call succeeds
    And the stored session "aside" has the annotations {"myapp.io/status": "open", "myapp.io/big": "<value>"}

    Examples:
      | value          |
      | {4096×a}       |
      | {2048×é}       |
      | {1024×🎉}      |
      | {1365×日}a     |

  @req:patch_session_annotations.error.ANNOTATION_VALUE_TOO_LARGE @req:error.catalog.ANNOTATION_VALUE_TOO_LARGE @req:patch_session_annotations.input.annotations.size @req:D18.bytes
  Scenario Outline: A value of more than 4096 bytes is refused before anything is asked (<value>)
    When the caller calls "patch_session_annotations" with {"session_id": "{aside}", "annotations": {"myapp.io/small": "x", "myapp.io/big": "<value>"}}
    Then the call fails with ANNOTATION_VALUE_TOO_LARGE
    And the reason names "myapp.io/big"
    And the platform received no call
    And nothing stored has changed

    Examples:
      | value          |
      | {4097×a}       |
      | {2048×é}a      |
      | {1025×🎉}      |
      | {1366×日}      |

  @req:D18.not-an-object
  Scenario Outline: The stored text <text> is never overwritten
    Given a session "odd" in phase "Running"
    And the session "odd" has the stored annotations text <text>
    When the caller calls "patch_session_annotations" with {"session_id": "{odd}", "annotations": {"myapp.io/status": "open"}}
    Then the call fails with INTERNAL
    And the reason names "annotations"
    And the stored session "odd" has the annotations text <text>
    And the platform received exactly "GET /sessions/{odd}"
    And nothing stored has changed

    Examples:
      | text                |
      | status: open        |
      | ["status"]          |
      | {"status": true}    |

  @req:patch_session_annotations.behaviour.merges
  Scenario: Keys and values are unrestricted strings
    When the caller calls "patch_session_annotations" with the arguments:
      """
      {"session_id": "{aside}", "annotations": {"a key = with blanks": "{\"dark-mode\": true}", "größe": "line\nline\t🎉 <&>"}}
      """
    Then the stored session "aside" has these annotations:
      """
      {"myapp.io/status": "open", "a key = with blanks": "{\"dark-mode\": true}", "größe": "line\nline\t🎉 <&>"}
      """

  @req:D18.retry
  Scenario: Annotations that another writer has overwritten are merged once more
    Given the platform answers 200 to the second "GET /sessions/{id}" with the body:
      """
      {"id": "{work}", "kind": "Session", "name": "work", "project_id": "demo", "phase": "Running", "annotations": "{}"}
      """
    When the caller calls "patch_session_annotations" with {"session_id": "{work}", "annotations": {"myapp.io/step": "two"}}
    Then the call succeeds
    And the platform received 2 "PATCH /sessions/{work}" calls
    And the stored session "work" has the annotation "myapp.io/step" with the value "two"

  @req:D18.retry @req:D18.empty-deletes
  Scenario: A removed key that has come back is removed once more
    Given the platform answers 200 to the second "GET /sessions/{id}" with the body:
      """
      {"id": "{work}", "kind": "Session", "name": "work", "project_id": "demo", "phase": "Running", "annotations": "{\"myapp.io/status\":\"open\"}"}
      """
    When the caller calls "patch_session_annotations" with {"session_id": "{work}", "annotations": {"myapp.io/status": ""}}
    Then the call succeeds
    And the platform received 2 "PATCH /sessions/{work}" calls

  @req:D18.serialised
  Scenario: Annotations that are set at the same time all survive
    When the caller calls "patch_session_annotations" 6 times at once, with:
      | argument    | value            |
      | session_id  | {aside}          |
      | annotations | {"k{#}": "v{#}"} |
    Then the stored session "aside" has the annotations {"myapp.io/status": "open", "k1": "v1", "k2": "v2", "k3": "v3", "k4": "v4", "k5": "v5", "k6": "v6"}

  @req:patch_session_annotations.error.SESSION_NOT_FOUND @req:D14.404
  Scenario: There is no such session
    When the caller calls "patch_session_annotations" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj", "annotations": {"a": "b"}}
    Then the call fails with SESSION_NOT_FOUND
    And the reason names "3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And the platform received exactly "GET /sessions/3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And nothing stored has changed

  @req:D5.missing
  Scenario Outline: <missing> is required
    When the caller calls "patch_session_annotations" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<missing>"
    And the platform received no call

    @req:patch_session_annotations.input.session_id.required
    Examples:
      | missing     | arguments                    |
      | session_id  | {"annotations": {"a": "b"}}  |
    @req:patch_session_annotations.input.annotations.required
    Examples:
      | missing     | arguments                    |
      | annotations | {"session_id": "{work}"}     |

  @req:D5.wrong-type
  Scenario Outline: <argument> has the wrong type in <arguments>
    When the caller calls "patch_session_annotations" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call
    And nothing stored has changed

    @req:patch_session_annotations.input.session_id.type
    Examples:
      | argument    | arguments                                                        |
      | session_id  | {"session_id": ["{work}"], "annotations": {"a": "b"}}            |
    @req:patch_session_annotations.input.annotations.type
    Examples:
      | argument    | arguments                                                        |
      | annotations | {"session_id": "{work}", "annotations": "{\"a\": \"b\"}"}        |
      | annotations | {"session_id": "{work}", "annotations": [["a", "b"]]}            |
    @req:patch_session_annotations.input.annotations.values
    Examples:
      | argument    | arguments                                                        |
      | step        | {"session_id": "{work}", "annotations": {"step": 2}}             |
      | step        | {"session_id": "{work}", "annotations": {"a": "b", "step": null}} |
      | step        | {"session_id": "{work}", "annotations": {"step": {"n": "2"}}}    |

  @req:patch_session_annotations.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "patch_session_annotations" with {"session_id": "{work}", "annotation": {"a": "b"}}
    Then the call fails with INVALID_REQUEST
    And the reason names "annotations"
    And the platform received no call
    And nothing stored has changed
