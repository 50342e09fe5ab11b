Feature: Errors of the platform
  Whatever the platform answers, the caller gets one code of the catalogue, a
  reason of one line, and nothing of what lies behind the server.

  Background:
    Given a project "demo" with an agent "planner" and a running session "work"

  @req:error.format @req:D6.shape @req:D6.catalog-only @req:D6.operation-id @req:D6.reason-one-line
  Scenario: The shape of an error
    When the caller calls "get_session" with {"session_id": "3BEaN6kqawvTNUIXoSMcgOQvUDj"}
    Then the call fails with SESSION_NOT_FOUND
    And the error has exactly the fields "code, operation_id, reason"
    And the error's "code" is "SESSION_NOT_FOUND"
    And the error's "operation_id" is "get_session"

  @req:D14.5xx @req:error.catalog.INTERNAL @req:D6.operation-id
  Scenario Outline: <tool>: the platform answers 500
    Given the platform answers 500 to "<route>"
    When the caller calls "<tool>" plainly
    Then the call fails with INTERNAL
    And nothing stored has changed

    @req:list_sessions.error.INTERNAL
    Examples:
      | tool                      | route                                |
      | list_sessions             | GET /sessions                        |

    @req:create_session.error.INTERNAL
    Examples:
      | tool                      | route                                |
      | create_session            | POST /sessions                       |

    Examples:
      | tool                      | route                                |
      | get_session               | GET /sessions/{id}                   |
      | push_message              | GET /sessions/{id}                   |
      | push_message              | POST /sessions/{id}/messages         |
      | patch_session_labels      | GET /sessions/{id}                   |
      | patch_session_labels      | PATCH /sessions/{id}                 |
      | list_agents               | GET /agents                          |
      | get_agent                 | GET /agents/{id}                     |
      | create_agent              | POST /agents                         |
      | update_agent              | PATCH /agents/{id}                   |
      | patch_session_annotations | GET /sessions/{id}                   |
      | patch_session_annotations | PATCH /sessions/{id}                 |
      | patch_agent_annotations   | GET /agents/{id}                     |
      | patch_agent_annotations   | PATCH /projects/{project}/agents/{id} |
      | patch_project_annotations | GET /projects                        |
      | patch_project_annotations | PATCH /projects/{id}                 |
      | list_projects             | GET /projects                        |
      | get_project               | GET /projects                        |

  @req:D14.5xx
  Scenario Outline: <status> is INTERNAL as well
    Given the platform answers <status> to "GET /sessions/{id}"
    When the caller calls "get_session" plainly
    Then the call fails with INTERNAL

    Examples:
      | status |
      | 501    |
      | 502    |
      | 503    |
      | 504    |

  @req:D14.401 @req:D14.403 @req:D14.404 @req:D14.400
  Scenario Outline: <tool>: <status> is <code>
    Given the platform answers <status> to "<route>"
    When the caller calls "<tool>" plainly
    Then the call fails with <code>
    And nothing stored has changed

    Examples: the thing asked for is not there
      | tool                      | route                                 | status | code              |
      | get_session               | GET /sessions/{id}                    | 404    | SESSION_NOT_FOUND |
      | push_message              | POST /sessions/{id}/messages          | 404    | SESSION_NOT_FOUND |
      | patch_session_labels      | PATCH /sessions/{id}                  | 404    | SESSION_NOT_FOUND |
      | patch_session_annotations | PATCH /sessions/{id}                  | 404    | SESSION_NOT_FOUND |
      | update_agent              | PATCH /agents/{id}                    | 404    | AGENT_NOT_FOUND   |
      | patch_agent_annotations   | PATCH /projects/{project}/agents/{id} | 404    | AGENT_NOT_FOUND   |
      | patch_project_annotations | PATCH /projects/{id}                  | 404    | PROJECT_NOT_FOUND |
      | create_session            | POST /sessions                        | 404    | PROJECT_NOT_FOUND |

    Examples: the token is refused half way
      | tool                      | route                                 | status | code              |
      | push_message              | POST /sessions/{id}/messages          | 401    | UNAUTHORIZED      |
      | patch_session_labels      | PATCH /sessions/{id}                  | 401    | UNAUTHORIZED      |
      | patch_agent_annotations   | PATCH /projects/{project}/agents/{id} | 401    | UNAUTHORIZED      |
      | create_session            | POST /sessions/{id}/start             | 401    | UNAUTHORIZED      |
      | create_session            | POST /sessions/{id}/start             | 403    | FORBIDDEN         |
      | push_message              | POST /sessions/{id}/messages          | 403    | FORBIDDEN         |
      | patch_project_annotations | PATCH /projects/{id}                  | 403    | FORBIDDEN         |

    Examples: the platform finds fault with the request
      | tool                      | route                                 | status | code              |
      | list_sessions             | GET /sessions                         | 400    | INVALID_REQUEST   |
      | list_agents               | GET /agents                           | 400    | INVALID_REQUEST   |
      | create_session            | POST /sessions                        | 400    | INVALID_REQUEST   |
      | push_message              | POST /sessions/{id}/messages          | 400    | INVALID_REQUEST   |
      | create_agent              | POST /agents                          | 400    | INVALID_REQUEST   |
      | update_agent              | PATCH /agents/{id}                    | 400    | INVALID_REQUEST   |
      | patch_session_labels      | PATCH /sessions/{id}                  | 400    | INVALID_REQUEST   |

      | patch_session_annotations | PATCH /sessions/{id}                  | 400    | INVALID_REQUEST   |
      | patch_agent_annotations   | PATCH /projects/{project}/agents/{id} | 400    | INVALID_REQUEST   |
      | patch_project_annotations | PATCH /projects/{id}                  | 400    | INVALID_REQUEST   |
      | get_session               | GET /sessions/{id}                    | 400    | INVALID_REQUEST   |
      | push_message              | POST /sessions/{id}/messages          | 413    | INVALID_REQUEST   |
      | create_session            | POST /sessions                        | 422    | INVALID_REQUEST   |

    Examples: the request conflicts with what is there
      | tool                      | route                                 | status | code                |
      | push_message              | POST /sessions/{id}/messages          | 409    | SESSION_NOT_RUNNING |
      | create_agent              | POST /agents                          | 409    | AGENT_NAME_CONFLICT |

  @req:D14.argument-named
  Scenario Outline: <tool>: the reason of a <status> names <argument>, whose value was sent
    Given the platform answers <status> to "<route>"
    When the caller calls "<tool>" plainly
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And nothing stored has changed

    Examples:
      | tool                      | route                                 | status | argument    |
      | get_session               | GET /sessions/{id}                    | 400    | session_id  |
      | create_session            | POST /sessions                        | 400    | project_id  |
      | create_session            | POST /sessions                        | 422    | prompt      |
      | push_message              | GET /sessions/{id}                    | 400    | session_id  |
      | push_message              | POST /sessions/{id}/messages          | 400    | text        |
      | push_message              | POST /sessions/{id}/messages          | 413    | text        |
      | patch_session_labels      | PATCH /sessions/{id}                  | 400    | labels      |
      | get_agent                 | GET /agents/{id}                      | 400    | agent_id    |
      | create_agent              | POST /agents                          | 400    | name        |
      | create_agent              | POST /agents                          | 413    | prompt      |
      | update_agent              | PATCH /agents/{id}                    | 400    | prompt      |
      | patch_session_annotations | PATCH /sessions/{id}                  | 413    | annotations |
      | patch_agent_annotations   | PATCH /projects/{project}/agents/{id} | 400    | annotations |
      | patch_project_annotations | PATCH /projects/{id}                  | 400    | annotations |
      | get_project               | GET /projects                         | 400    | project_id  |

  @req:D14.transport
  Scenario Outline: <tool>: the platform closes the connection
    Given the platform closes the connection to "<route>"
    When the caller calls "<tool>" plainly
    Then the call fails with INTERNAL
    And nothing stored has changed

    Examples:
      | tool                      | route                                 |
      | list_sessions             | GET /sessions                         |
      | get_session               | GET /sessions/{id}                    |
      | create_session            | POST /sessions                        |
      | push_message              | POST /sessions/{id}/messages          |
      | patch_session_labels      | PATCH /sessions/{id}                  |
      | list_agents               | GET /agents                           |
      | get_agent                 | GET /agents/{id}                      |
      | create_agent              | POST /agents                          |
      | update_agent              | PATCH /agents/{id}                    |
      | patch_session_annotations | PATCH /sessions/{id}                  |
      | patch_agent_annotations   | PATCH /projects/{project}/agents/{id} |
      | patch_project_annotations | PATCH /projects/{id}                  |
      | list_projects             | GET /projects                         |
      | get_project               | GET /projects                         |

  @req:D14.transport
  Scenario Outline: <tool>: the platform <failure>
    Given the platform <failure> to "<route>"
    When the caller calls "<tool>" plainly
    Then the call fails with INTERNAL
    And nothing stored has changed

    Examples:
      | tool          | route              | failure                                 |
      | list_sessions | GET /sessions      | closes the connection after the headers |
      | get_session   | GET /sessions/{id} | closes the connection after the headers |
      | list_agents   | GET /agents        | breaks off in the middle of the answer  |
      | get_project   | GET /projects      | breaks off in the middle of the answer  |

  @req:D14.malformed
  Scenario Outline: <tool>: the platform answers with a body that is not JSON
    Given the platform answers with a body that is not JSON to "<route>"
    When the caller calls "<tool>" plainly
    Then the call fails with INTERNAL

    Examples:
      | tool                      | route                                 |
      | list_sessions             | GET /sessions                         |
      | get_session               | GET /sessions/{id}                    |
      | create_session            | POST /sessions                        |
      | push_message              | POST /sessions/{id}/messages          |
      | patch_session_labels      | PATCH /sessions/{id}                  |
      | list_agents               | GET /agents                           |
      | get_agent                 | GET /agents/{id}                      |
      | create_agent              | POST /agents                          |
      | update_agent              | PATCH /agents/{id}                    |
      | patch_session_annotations | GET /sessions/{id}                    |
      | patch_agent_annotations   | GET /agents/{id}                      |
      | patch_project_annotations | GET /projects                         |
      | list_projects             | GET /projects                         |
      | get_project               | GET /projects                         |

  @req:D14.malformed
  Scenario Outline: <tool>: the platform answers with JSON of another shape
    Given the platform answers with JSON of another shape to "<route>"
    When the caller calls "<tool>" plainly
    Then the call fails with INTERNAL

    Examples:
      | tool                      | route                                 |
      | list_sessions             | GET /sessions                         |
      | get_session               | GET /sessions/{id}                    |
      | create_session            | POST /sessions                        |
      | push_message              | POST /sessions/{id}/messages          |
      | patch_session_labels      | GET /sessions/{id}                    |
      | list_agents               | GET /agents                           |
      | get_agent                 | GET /agents/{id}                      |
      | create_agent              | POST /agents                          |
      | update_agent              | PATCH /agents/{id}                    |
      | patch_session_annotations | GET /sessions/{id}                    |
      | patch_agent_annotations   | GET /agents/{id}                      |
      | patch_project_annotations | GET /projects                         |
      | list_projects             | GET /projects                         |
      | get_project               | GET /projects                         |

  @req:D14.malformed
  Scenario Outline: A session that the platform answers as <body> is INTERNAL
    Given the platform answers 200 to "GET /sessions/{id}" with the body:
      """
      <body>
      """
    When the caller calls "get_session" plainly
    Then the call fails with INTERNAL

    Examples:
      | body                                                    |
      | null                                                    |
      | []                                                      |
      | {}                                                      |
      | {"id": 5}                                               |
      | {"kind": "Error", "id": "7", "reason": "not here"}      |
      | {"id": "x", "kind": "Session", "phase": 3}              |
      | {"id": "x", "kind": "Session"} trailing                 |

  @req:D6.reason-clean @req:D6.reason-one-line @req:protocol.token-never-shown
  Scenario Outline: What the platform says in its <status> stays behind the server
    Given the platform answers <status> to "GET /sessions/{id}" with the body:
      """
      {"kind": "Error", "id": "9", "code": "ambient-api-server-9", "operation_id": "zzz",
       "reason": "Unable to list: pq: column \"bogus\" does not exist at http://db.internal:5432\nSELECT * FROM tokens WHERE bearer = 'hunter2'"}
      """
    When the caller calls "get_session" plainly
    Then the call fails with <code>
    And the answer says nothing of "pq:"
    And the answer says nothing of "SELECT"
    And the answer says nothing of "db.internal"
    And the answer says nothing of "hunter2"
    And the error's "operation_id" is "get_session"

    Examples:
      | status | code              |
      | 500    | INTERNAL          |
      | 503    | INTERNAL          |
      | 400    | INVALID_REQUEST   |
      | 401    | UNAUTHORIZED      |
      | 403    | FORBIDDEN         |
      | 404    | SESSION_NOT_FOUND |

  @req:D6.reason-clean
  Scenario: An error page instead of JSON stays behind the server
    Given the platform answers 502 to "GET /sessions" with the body:
      """
      <html><body>nginx: upstream 10.1.2.3:8000 refused</body></html>
      """
    When the caller calls "list_sessions" plainly
    Then the call fails with INTERNAL
    And the answer says nothing of "nginx"
    And the answer says nothing of "10.1.2.3"

  @req:D24.redirects
  Scenario Outline: A redirect of the platform (<status>) is an error and not followed
    Given the platform answers <status> to "GET /sessions/{id}" with the body:
      """
      {}
      """
    When the caller calls "get_session" plainly
    Then the call fails with INTERNAL
    And the platform received exactly "GET /sessions/{work}"

    Examples:
      | status |
      | 301    |
      | 302    |
      | 307    |

  @req:D14.transport
  Scenario Outline: <tool>: a late answer is still the answer
    Given the platform answers late to "<route>"
    When the caller calls "<tool>" plainly
    Then the call succeeds

    Examples:
      | tool                 | route                        |
      | list_sessions        | GET /sessions                |
      | create_session       | POST /sessions/{id}/start    |
      | push_message         | POST /sessions/{id}/messages |
      | patch_session_labels | PATCH /sessions/{id}         |

  @req:D14.5xx @req:D14.transport
  Scenario: The next call succeeds once the platform is well again
    Given the platform closes the connection to "GET /sessions/{id}"
    When the caller calls "get_session" plainly
    Then the call fails with INTERNAL
    When the platform is well again
    And the caller calls "get_session" plainly
    Then the answer is the stored session "work"

  @req:D18.read-back @req:D14.5xx
  Scenario: A merge that cannot be read back is not reported as done
    Given the platform answers 500 to the second "GET /sessions/{id}" with the body:
      """
      {}
      """
    When the caller calls "patch_session_labels" plainly
    Then the call fails with INTERNAL
    And the stored session "work" has the labels {"kept": "yes", "env": "prod"}

  @req:D5.missing @req:error.catalog.INVALID_REQUEST
  Scenario Outline: <tool>: a call that is refused never reaches the platform, well or not
    Given the platform answers 500 to "ANY /{any}"
    When the caller calls "<tool>" with {"surprise": true}
    Then the call fails with INVALID_REQUEST
    And the reason names "surprise"
    And the platform received no call

    Examples:
      | tool          |
      | list_sessions |
      | list_agents   |
      | list_projects |

  @req:D5.text @req:D5.before-anything
  Scenario Outline: <tool>: half a surrogate pair or a NUL character in <argument> is refused, not replaced or sent (<text>)
    When the caller calls "<tool>" with <arguments>
    Then the call fails with INVALID_REQUEST
    And the reason names "<argument>"
    And the platform received no call
    And nothing stored has changed

    Examples:
      | tool                      | argument    | text       | arguments                                                                            |
      | push_message              | text        | lone high  | {"session_id": "{work}", "text": "a\ud800b"}                                         |
      | push_message              | text        | lone low   | {"session_id": "{work}", "text": "a\udc00b"}                                         |
      | push_message              | text        | high twice | {"session_id": "{work}", "text": "\ud83d\ud83d\ude00"}                               |
      | push_message              | text        | NUL        | {"session_id": "{work}", "text": "a\u0000b"}                                         |
      | create_session            | prompt      | lone high  | {"project_id": "demo", "prompt": "Do it \ud800"}                                     |
      | create_session            | prompt      | NUL        | {"project_id": "demo", "prompt": "Do it \u0000"}                                     |
      | create_session            | name        | NUL        | {"project_id": "demo", "prompt": "Do it", "name": "\u0000"}                          |
      | create_session            | model       | lone low   | {"project_id": "demo", "prompt": "Do it", "model": "\uDFFF"}                         |
      | create_agent              | prompt      | NUL        | {"name": "fresh", "prompt": "You \u0000"}                                            |
      | update_agent              | prompt      | lone high  | {"agent_id": "planner", "prompt": "You \udbff"}                                      |
      | list_agents               | search      | NUL        | {"search": "name = 'a\u0000'"}                                                       |
      | list_agents               | search      | lone high  | {"search": "name = 'a\ud800'"}                                                       |
      | get_session               | session_id  | lone high  | {"session_id": "a\ud800"}                                                            |
      | get_agent                 | agent_id    | NUL        | {"agent_id": "a\u0000"}                                                              |
      | patch_session_labels      | labels      | lone high  | {"session_id": "{work}", "labels": {"good": "yes", "env": "\ud800"}}                 |
      | patch_session_labels      | labels      | NUL in key | {"session_id": "{work}", "labels": {"e\u0000v": "x"}}                                |
      | patch_session_annotations | annotations | NUL        | {"session_id": "{work}", "annotations": {"myapp.io/step": "\u0000"}}                 |
      | patch_agent_annotations   | annotations | lone low   | {"project_id": "demo", "agent_id": "planner", "annotations": {"\udc00": "x"}}        |
      | patch_project_annotations | annotations | NUL        | {"project_id": "demo", "annotations": {"myapp.io/step": "\u0000"}}                   |

  @req:D5.text
  Scenario: A whole surrogate pair, a replacement character and other controls are text like any other
    When the caller calls "push_message" with {"session_id": "{work}", "text": "\ud83d\ude00 \ufffd \u0001 \\ud800 \\u0000"}
    Then the call succeeds
    And the answer's "message.payload" is "\ud83d\ude00 \ufffd \u0001 \\ud800 \\u0000"
    And the answer's "message" is the last stored message of "work"
