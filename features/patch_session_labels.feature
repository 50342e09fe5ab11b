Feature: patch_session_labels
  Merges labels into a session's labels. The platform keeps them as JSON text.

  Background:
    Given a project "demo"
    And the sessions:
      | name  | phase   | labels                            | annotations              |
      | work  | Running | {"env": "test", "team": "core"} | {"myapp.io/step": "one"} |
      | aside | Running | {"env": "test"}                  |                          |

  @req:patch_session_labels.behaviour.merges @req:patch_session_labels.behaviour.reads-existing @req:patch_session_labels.behaviour.writes-string @req:patch_session_labels.backing @req:patch_session_labels.return.session @req:D18.strings @req:D18.read-back
  Scenario: New labels are added, given ones overwritten, others preserved
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": {"env": "prod", "tier": "gold"}}
    Then the call succeeds
    And the answer is the stored session "work"
    And the stored session "work" has the labels {"env": "prod", "team": "core", "tier": "gold"}
    And the stored session "work" has the annotations {"myapp.io/step": "one"}
    And the platform received exactly:
      | method | path             | body                                                                          |
      | GET    | /sessions/{work} |                                                                               |
      | PATCH  | /sessions/{work} | {"labels": "{\"env\":\"prod\",\"team\":\"core\",\"tier\":\"gold\"}"} |
      | GET    | /sessions/{work} |                                                                               |
    And nothing stored has changed but the session "work"

  @req:patch_session_labels.behaviour.reads-existing
  Scenario: A session without labels gets its first
    Given a session "bare" in phase "Running"
    When the caller calls "patch_session_labels" with {"session_id": "{bare}", "labels": {"env": "prod"}}
    Then the stored session "bare" has the labels {"env": "prod"}
    And the answer is the stored session "bare"
    And nothing stored has changed but the session "bare"

  @req:patch_session_labels.behaviour.reads-existing
  Scenario Outline: The stored text <text> is a session without labels
    Given a session "bare" in phase "Running"
    And the session "bare" has the stored labels text <text>
    When the caller calls "patch_session_labels" with {"session_id": "{bare}", "labels": {"env": "prod"}}
    Then the stored session "bare" has the labels {"env": "prod"}

    Examples:
      | text             |
      | of no characters |
      | {}               |

  @req:D18.not-an-object @req:error.catalog.INTERNAL
  Scenario Outline: The stored text <text> is never overwritten
    Given a session "odd" in phase "Running"
    And the session "odd" has the stored labels text <text>
    When the caller calls "patch_session_labels" with {"session_id": "{odd}", "labels": {"env": "prod"}}
    Then the call fails with INTERNAL
    And the reason names "labels"
    And the stored session "odd" has the labels text <text>
    And the platform received exactly "GET /sessions/{odd}"
    And nothing stored has changed

    Examples:
      | text                       |
      | env=test                   |
      | {"env": "test"             |
      | ["env"]                    |
      | "env"                      |
      | 7                          |
      | {"env": 1}                 |
      | {"env": null}              |
      | {"env": {"name": "test"}}  |

  @req:D18.no-change
  Scenario Outline: A patch that changes nothing writes no labels (<labels>)
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": <labels>}
    Then the call succeeds
    And the answer is the stored session "work"
    And the stored session "work" has the labels {"env": "test", "team": "core"}
    And the platform received exactly:
      | method | path             | body |
      | GET    | /sessions/{work} |      |
      | PATCH  | /sessions/{work} | {}   |
      | GET    | /sessions/{work} |      |

    Examples:
      | labels                          |
      | {}                              |
      | {"env": "test"}                 |
      | {"team": "core", "env": "test"} |

  @req:D18.no-change
  Scenario: A patch that changes nothing leaves the stored text as somebody wrote it
    Given a session "bare" in phase "Running"
    And the session "bare" has the stored labels text { "env" : "test" }
    When the caller calls "patch_session_labels" with {"session_id": "{bare}", "labels": {"env": "test"}}
    Then the call succeeds
    And the stored session "bare" has the labels text { "env" : "test" }

  @req:D18.objects-read
  Scenario: Labels that the platform answers as an object are merged as well
    Given the platform answers 200 to the first "GET /sessions/{id}" with the body:
      """
      {"id": "{work}", "kind": "Session", "name": "work", "project_id": "demo", "phase": "Running", "labels": {"env": "test", "old": "yes"}}
      """
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": {"env": "prod"}}
    Then the call succeeds
    And the stored session "work" has the labels {"env": "prod", "old": "yes"}

  @req:D18.retry @req:D18.read-back
  Scenario: Labels that another writer has overwritten are merged once more
    Given the platform answers 200 to the second "GET /sessions/{id}" with the body:
      """
      {"id": "{work}", "kind": "Session", "name": "work", "project_id": "demo", "phase": "Running", "labels": "{\"team\":\"other\"}"}
      """
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": {"env": "prod"}}
    Then the call succeeds
    And the answer is the stored session "work"
    And the platform received 2 "PATCH /sessions/{work}" calls
    And the stored session "work" has the label "env" with the value "prod"

  @req:D18.retry
  Scenario: Labels that never survive are given up after five attempts
    Given the platform answers 200 to "GET /sessions/{id}" with the body:
      """
      {"id": "{work}", "kind": "Session", "name": "work", "project_id": "demo", "phase": "Running", "labels": "{\"team\":\"other\"}"}
      """
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": {"env": "prod"}}
    Then the call fails with INTERNAL
    And the platform received 5 "PATCH /sessions/{work}" calls

  @req:D18.serialised @req:patch_session_labels.behaviour.merges
  Scenario: Labels that are set at the same time all survive
    When the caller calls "patch_session_labels" 12 times at once, with:
      | argument   | value            |
      | session_id | {work}           |
      | labels     | {"k{#}": "v{#}"} |
    Then the stored session "work" has the labels {"env": "test", "team": "core", "k1": "v1", "k2": "v2", "k3": "v3", "k4": "v4", "k5": "v5", "k6": "v6", "k7": "v7", "k8": "v8", "k9": "v9", "k10": "v10", "k11": "v11", "k12": "v12"}
    And the platform received 12 "PATCH /sessions/{work}" calls

  @req:patch_session_labels.behaviour.merges
  Scenario: Keys and values beyond the ordinary are kept as they are
    When the caller calls "patch_session_labels" with the arguments:
      """
      {"session_id": "{work}", "labels": {"app.kubernetes.io/part-of": "a b = c", "größe-日本": "<&>\"'\\", "a|b:c": "{ x }\n"}}
      """
    Then the stored session "work" has these labels:
      """
      {"env": "test", "team": "core", "app.kubernetes.io/part-of": "a b = c", "größe-日本": "<&>\"'\\", "a|b:c": "{ x }\n"}
      """

  @req:patch_session_labels.error.INVALID_LABEL_KEY @req:error.catalog.INVALID_LABEL_KEY @req:patch_session_labels.input.labels.key-characters @req:D18.label-key
  Scenario Outline: A key with <what> is refused before anything is asked
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": {"good": "yes", "<key>": "x"}}
    Then the call fails with INVALID_LABEL_KEY
    And the platform received no call
    And nothing stored has changed

    Examples:
      | what                      | key            |
      | an equals sign            | a=b            |
      | a leading equals sign     | =a             |
      | a blank                   | a b            |
      | a leading blank           | \u0020a        |
      | a tabulator               | a\\tb          |
      | a line break              | a\\nb          |
      | a no-break space          | a\u00a0b       |
      | an ideographic space      | a\u3000b       |
      | a line separator          | a\u2028b       |
      | an ogham space mark       | a\u1680b       |

    @req:patch_session_labels.input.labels.non-empty
    Examples: an empty key
      | what                      | key            |
      | no characters             |                |

  @req:patch_session_labels.error.INVALID_LABEL_VALUE @req:error.catalog.INVALID_LABEL_VALUE @req:patch_session_labels.input.labels.non-empty @req:D18.empty-label-value
  Scenario Outline: An empty value is refused before anything is asked, whatever else is given (<labels>)
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": <labels>}
    Then the call fails with INVALID_LABEL_VALUE
    And the reason names "env"
    And the platform received no call
    And nothing stored has changed

    Examples:
      | labels                       |
      | {"env": ""}                  |
      | {"good": "yes", "env": ""}   |

  @req:patch_session_labels.error.SESSION_NOT_FOUND @req:D14.404
  Scenario: There is no such session
    When the caller calls "patch_session_labels" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj", "labels": {"env": "prod"}}
    Then the call fails with SESSION_NOT_FOUND
    And the reason names "3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And the platform received exactly "GET /sessions/3BEaN6kqawvTNUIXoSMcgOQvUDj"
    And nothing stored has changed

  @req:patch_session_labels.error.SESSION_NOT_FOUND @req:D14.404
  Scenario: A session that is deleted between reading and writing
    Given the platform answers 404 to "PATCH /sessions/{id}"
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": {"env": "prod"}}
    Then the call fails with SESSION_NOT_FOUND
    And the reason names "{work}"
    And nothing stored has changed

  @req:D5.missing @req:error.catalog.INVALID_REQUEST
  Scenario Outline: <missing> is required
    When the caller calls "patch_session_labels" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<missing>"
    And the platform received no call

    @req:patch_session_labels.input.session_id.required
    Examples:
      | missing    | arguments                    |
      | session_id | {"labels": {"env": "prod"}}  |
    @req:patch_session_labels.input.labels.required
    Examples:
      | missing    | arguments                    |
      | labels     | {"session_id": "{work}"}     |

  @req:D5.wrong-type
  Scenario Outline: <argument> has the wrong type in <arguments>
    When the caller calls "patch_session_labels" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call
    And nothing stored has changed

    @req:patch_session_labels.input.session_id.type
    Examples:
      | argument   | arguments                                                  |
      | session_id | {"session_id": 5, "labels": {"env": "prod"}}               |
    @req:patch_session_labels.input.labels.type
    Examples:
      | argument   | arguments                                                  |
      | labels     | {"session_id": "{work}", "labels": "env=prod"}             |
      | labels     | {"session_id": "{work}", "labels": ["env"]}                |
      | labels     | {"session_id": "{work}", "labels": null}                   |
    @req:patch_session_labels.input.labels.values
    Examples:
      | argument   | arguments                                                  |
      | env        | {"session_id": "{work}", "labels": {"env": 1}}             |
      | env        | {"session_id": "{work}", "labels": {"ok": "x", "env": null}} |
      | env        | {"session_id": "{work}", "labels": {"env": {"a": "b"}}}    |

  @req:patch_session_labels.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused with the nearest known one
    When the caller calls "patch_session_labels" with {"session_id": "{work}", "labels": {"env": "prod"}, "label": {"env": "prod"}}
    Then the call fails with INVALID_REQUEST
    And the reason names "label"
    And the reason names "labels"
    And the platform received no call
    And nothing stored has changed

  @req:D11.id-refused
  Scenario: An unsafe session_id is refused before anything is asked
    When the caller calls "patch_session_labels" with {"session_id": "{work}/start", "labels": {"env": "prod"}}
    Then the call fails with INVALID_REQUEST
    And the reason names "session_id"
    And the platform received no call
