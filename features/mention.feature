# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

Feature: @mention pattern
  A user message may name agents as "@code-review". Each agent named gets a child
  session of its own with the rest of the text as its task.

  Background:
    Given a project "demo"
    And the agents:
      | name        | prompt             |
      | code-review | You review code.   |
      | code        | You write code.    |
      | planner     | You split work up. |
      | q_a-2       | You test.          |
    And a session "parent" in phase "Running"

  @req:mention.example @req:push_message.behaviour.mentions-delegate @req:push_message.behaviour.original-text
  @req:mention.resolve.name @req:mention.delegate.project @req:mention.delegate.prompt @req:mention.delegate.agent
  @req:mention.delegate.parent @req:mention.delegate.name @req:mention.delegate.started @req:D16.order
  Scenario: The example of the specification
    When the caller pushes "@code-review check the auth module for security issues" to "parent"
    Then the call succeeds
    And the platform received exactly:
      | method | path                                                                                             | body                                                                                                                                                                                                                            |
      | GET    | /sessions/{parent}                                                                               |                                                                                                                                                                                                                                 |
      | GET    | /agents?search=name='code-review'&page=1&size=100&orderBy=created_at desc, id asc                |                                                                                                                                                                                                                                 |
      | POST   | /sessions/{parent}/messages                                                                      | {"event_type": "user", "payload": "@code-review check the auth module for security issues"}                                                                                                                                     |
      | POST   | /sessions                                                                                        | {"name": "check-the-auth-module-for-security-issue", "project_id": "demo", "prompt": "check the auth module for security issues", "agent_id": "{agent:code-review}", "parent_session_id": "{parent}"} |
      | POST   | /sessions/{new}/start                                                                            |                                                                                                                                                                                                                                 |
    And the platform stores the messages of "parent":
      | event_type | payload                                                |
      | user       | @code-review check the auth module for security issues |
    And the delegated sessions are:
      | agent       | prompt                                    | name                                     |
      | code-review | check the auth module for security issues | check-the-auth-module-for-security-issue |

  @req:mention.delegate.response @req:push_message.return.delegated-session @req:D16.answer
  Scenario: The answer holds the stored message and the child
    When the caller pushes "@code-review check auth.go" to "parent"
    Then the answer has exactly the fields "delegated_session, delegated_sessions, message"
    And the answer's "message" is the last stored message of "parent"
    And the answer's "message.payload" is "@code-review check auth.go"
    And the answer's "message.event_type" is "user"
    And the answer's "delegated_session.phase" is "Pending"
    And the answer's "delegated_session.agent_id" is "{agent:code-review}"
    And the answer's "delegated_session.parent_session_id" is "{parent}"
    And the delegated sessions are:
      | agent       | prompt        | name          |
      | code-review | check auth.go | check-auth-go |

  @req:push_message.return.delegated-null @req:D16.answer
  Scenario: A text without a mention delegates nothing
    When the caller pushes "just go on" to "parent"
    Then the answer's "delegated_session" is null
    And the answer's "delegated_sessions" is []
    And the platform received exactly:
      | method | path                        | body                                          |
      | GET    | /sessions/{parent}          |                                               |
      | POST   | /sessions/{parent}/messages | {"event_type": "user", "payload": "just go on"} |

  @req:mention.syntax @req:mention.strip @req:D17.white-space
  Scenario Outline: A mention is found <where> and stripped from the task
    When the caller pushes "<text>" to "parent"
    Then the delegated sessions are:
      | agent   | prompt   |
      | <agent> | <prompt> |
    And the message stored in "parent" is "<text>"

    Examples:
      | where                     | text                              | agent       | prompt            |
      | at the start              | @code-review check auth           | code-review | check auth        |
      | in the middle             | please @code-review check auth    | code-review | please check auth |
      | at the end                | check auth @code-review           | code-review | check auth        |
      | between many spaces       | check   @code-review   auth       | code-review | check auth        |
      | with underscore and digit | @q_a-2 test it                    | q_a-2       | test it           |
      | after white space at ends | \n @code-review check auth \n     | code-review | check auth        |

  @req:mention.syntax @req:mention.strip
  Scenario Outline: Punctuation <where> does not belong to the mention
    When the caller pushes "<text>" to "parent"
    Then one session was delegated, to "code-review" with the prompt "<prompt>" but for white space

    Examples:
      | where                | text                       | prompt           |
      | comma after          | @code-review, check auth   | , check auth     |
      | colon after          | @code-review: check auth   | : check auth     |
      | full stop after      | check auth, @code-review.  | check auth, .    |
      | question mark after  | who, @code-review?         | who, ?           |
      | parentheses around   | check auth (@code-review)  | check auth ()    |
      | slash before         | ask/@code-review now       | ask/ now         |
      | apostrophe after     | do @code-review's work     | do 's work       |
      | line break before    | first\n@code-review second | first second     |
      | line break after     | @code-review\nfirst        | first            |

  @req:mention.syntax @req:D17.longest
  Scenario: The longest identifier is the mention
    When the caller pushes "@code-review check auth" to "parent"
    Then the delegated sessions are:
      | agent       | prompt     |
      | code-review | check auth |
    And the platform received 1 "GET /agents" call

  @req:D17.longest @req:mention.resolve.zero @req:D16.nothing-left
  Scenario: An identifier is not cut short to fit an agent
    When the caller pushes "@code-reviewers check auth" to "parent"
    Then the call fails with MENTION_NOT_RESOLVED
    And the reason names "code-reviewers"
    And nothing stored has changed

  @req:D17.trailing-dash
  Scenario Outline: A hyphen that ends the word is not part of the mention: <text>
    When the caller pushes "<text>" to "parent"
    Then one session was delegated, to "code-review" with the prompt "<prompt>" but for white space

    Examples:
      | text                    | prompt        |
      | @code-review- check it  | - check it    |
      | check it @code-review-  | check it -    |
      | check (@code-review-) it | check (-) it |

  @req:D17.preceded @req:D17.email @req:mention.syntax
  Scenario Outline: No mention: <why>
    When the caller pushes "<text>" to "parent"
    Then nothing was delegated
    And the message stored in "parent" is "<text>"
    And the platform received exactly:
      | method | path                        | body                                            |
      | GET    | /sessions/{parent}          |                                                 |
      | POST   | /sessions/{parent}/messages | {"event_type": "user", "payload": "<text>"} |

    Examples:
      | why                         | text                              |
      | after a letter              | ask bob@code-review now           |
      | after a letter with accent  | ask café@code-review now          |
      | after a letter of Chinese   | 请@code-review now                |
      | after a digit               | take 2@code-review now            |
      | after an underscore         | take _@code-review now            |
      | after a hyphen              | take -@code-review now            |
      | after a full stop           | take .@code-review now            |
      | after another @             | take @@code-review now            |
      | an e-mail address           | write to jane.doe@planner         |
      | an e-mail address of a host | write to jane@planner.example.com |
      | @ and a space               | meet @ code-review                |
      | @ alone                     | @                                 |
      | @ and punctuation           | five @! six                       |

  @req:D17.code-span
  Scenario Outline: Inside a code span nothing is a mention: <what>
    When the caller pushes "<text>" to "parent"
    Then nothing was delegated
    And the message stored in "parent" is "<text>"

    Examples:
      | what             | text                                   |
      | one backtick     | the decorator `@planner` is odd        |
      | with other words | run `npm i @planner left` now          |
      | two backticks    | see ``a ` @planner`` there             |
      | over two lines   | see `one\n@planner` there              |

  @req:D17.code-span
  Scenario Outline: Outside of a code span a mention counts: <what>
    When the caller pushes "<text>" to "parent"
    Then one session was delegated, to "planner" with the prompt "<prompt>" but for white space

    Examples:
      | what                   | text                             | prompt                   |
      | after a span           | see `@code-review` @planner go   | see `@code-review` go    |
      | between two spans      | `a` @planner `b`                 | `a` `b`                  |
      | a backtick left open   | it`s for @planner to do          | it`s for to do           |

  @req:D17.fence
  Scenario: Inside a fenced block nothing is a mention
    When the caller pushes this to "parent":
      """
      what does this do?
      ```python
      @planner
      def f(): pass
      ```
      tell me
      """
    Then nothing was delegated

  @req:D17.fence
  Scenario: A fenced block that is never closed reaches to the end
    When the caller pushes this to "parent":
      """
      what does this do?
      ```
      @planner
      """
    Then nothing was delegated

  @req:D17.fence @req:mention.strip
  Scenario: A fenced block is handed on whole, and mentions around it count
    When the caller pushes this to "parent":
      """
      @planner what does this do?
      ```python
      @code-review
      def f(): pass
      ```
      """
    Then the delegated sessions are:
      | agent   | prompt                                                                   |
      | planner | what does this do?\n```python\n@code-review\ndef f(): pass\n``` |

  @req:mention.multiple @req:D17.own-token @req:D16.delegated-sessions
  Scenario: Each of several mentions gets a child with its own mention stripped
    When the caller pushes "@code-review check auth, then @planner plan the fix" to "parent"
    Then the delegated sessions are:
      | agent       | prompt                                     |
      | code-review | check auth, then @planner plan the fix     |
      | planner     | @code-review check auth, then plan the fix |
    And the message stored in "parent" is "@code-review check auth, then @planner plan the fix"

  @req:mention.multiple @req:D16.delegated-sessions @req:D16.order
  Scenario: Children come in the order of the text, after every mention is resolved and the message pushed
    When the caller pushes "@planner and @code and @code-review: go" to "parent"
    Then the answer's "delegated_session.agent_id" is "{agent:planner}"
    And the answer's "delegated_sessions.0.agent_id" is "{agent:planner}"
    And the answer's "delegated_sessions.1.agent_id" is "{agent:code}"
    And the answer's "delegated_sessions.2.agent_id" is "{agent:code-review}"
    And the platform received in this order:
      | method | path                        |
      | GET    | /sessions/{parent}          |
      | GET    | /agents                     |
      | GET    | /agents                     |
      | GET    | /agents                     |
      | POST   | /sessions/{parent}/messages |
      | POST   | /sessions                   |
      | POST   | /sessions/{new}/start       |
      | POST   | /sessions                   |
      | POST   | /sessions/{new:2}/start     |
      | POST   | /sessions                   |
      | POST   | /sessions/{new:3}/start     |

  @req:D17.once
  Scenario: The same agent twice is one delegation
    When the caller pushes "@code-review check auth and @code-review again" to "parent"
    Then the delegated sessions are:
      | agent       | prompt               |
      | code-review | check auth and again |

  @req:D17.once @req:mention.resolve.uuid
  Scenario: The same agent by id and by name is one delegation
    When the caller pushes "@{agent:code-review} check auth and @code-review again" to "parent"
    Then the delegated sessions are:
      | agent       | prompt               |
      | code-review | check auth and again |

  @req:mention.resolve.uuid @req:mention.strip
  Scenario: A UUID is looked up as an id
    When the caller pushes "@{agent:planner} plan it" to "parent"
    Then the delegated sessions are:
      | agent   | prompt  |
      | planner | plan it |
    And the platform received in this order:
      | method | path                        |
      | GET    | /sessions/{parent}          |
      | GET    | /agents/{agent:planner}     |
      | POST   | /sessions/{parent}/messages |
      | POST   | /sessions                   |
      | POST   | /sessions/{new}/start       |

  @req:mention.resolve.uuid @req:mention.resolve.name @req:D10.name-on-404
  Scenario: A UUID that is no agent's id is looked up as a name
    Given an agent "0f8b7c1e-1111-4222-8333-444455556666"
    When the caller pushes "@0f8b7c1e-1111-4222-8333-444455556666 go" to "parent"
    Then the delegated sessions are:
      | agent                                | prompt |
      | 0f8b7c1e-1111-4222-8333-444455556666 | go     |

  @req:mention.resolve.uuid @req:mention.resolve.zero @req:D16.nothing-left
  Scenario: A UUID in upper case is no id of the specification's form, and nobody's name
    Given the agents:
      | name  | id                                   |
      | fixed | 0f8b7c1e-1111-4222-8333-444455556677 |
    When the caller pushes "@0F8B7C1E-1111-4222-8333-444455556677 go" to "parent"
    Then the call fails with MENTION_NOT_RESOLVED
    And the reason names "0F8B7C1E-1111-4222-8333-444455556677"
    And nothing stored has changed

  @req:mention.resolve.uuid @req:mention.resolve.zero @req:D16.nothing-left
  Scenario: A UUID that is nobody's resolves to nothing
    When the caller pushes "@0f8b7c1e-1111-4222-8333-444455556666 go" to "parent"
    Then the call fails with MENTION_NOT_RESOLVED
    And the reason names "0f8b7c1e-1111-4222-8333-444455556666"
    And the platform received no call that changes anything
    And nothing stored has changed

  @req:mention.resolve.zero @req:push_message.error.MENTION_NOT_RESOLVED @req:D16.nothing-left @req:error.catalog.MENTION_NOT_RESOLVED
  Scenario: A mention of nobody leaves nothing behind
    When the caller pushes "@nobody check auth" to "parent"
    Then the call fails with MENTION_NOT_RESOLVED
    And the reason names "nobody"
    And the platform received exactly:
      | method | path                                                                                        |
      | GET    | /sessions/{parent}                                                                          |
      | GET    | /agents?search=name='nobody'&page=1&size=100&orderBy=created_at desc, id asc                |
    And nothing stored has changed

  @req:mention.resolve.zero
  Scenario: Names are compared as they are written
    When the caller pushes "@Code-Review check auth" to "parent"
    Then the call fails with MENTION_NOT_RESOLVED
    And the reason names "Code-Review"
    And nothing stored has changed

  @req:mention.resolve.many @req:D16.nothing-left @req:error.catalog.AMBIGUOUS_AGENT_NAME
  Scenario: A mention of two agents of one name leaves nothing behind
    Given an agent "twin" owned by "editor"
    And an agent "twin" owned by "admin"
    When the caller pushes "@twin look at this" to "parent"
    Then the call fails with AMBIGUOUS_AGENT_NAME
    And the reason names "twin"
    And the platform received no call that changes anything
    And nothing stored has changed

  @req:D16.nothing-left @req:mention.resolve.zero @req:mention.multiple
  Scenario Outline: One mention that fails among good ones leaves nothing behind: <text>
    Given an agent "twin" owned by "editor"
    And an agent "twin" owned by "admin"
    When the caller pushes "<text>" to "parent"
    Then the call fails with <code>
    And the platform received no call that changes anything
    And nothing stored has changed

    Examples:
      | text                                | code                 |
      | @nobody and @planner go             | MENTION_NOT_RESOLVED |
      | @planner and @nobody go             | MENTION_NOT_RESOLVED |
      | @planner, @code-review and @nobody  | MENTION_NOT_RESOLVED |
      | @planner and @twin go               | AMBIGUOUS_AGENT_NAME |

  @req:D17.only-mentions
  Scenario Outline: A text of nothing but mentions gives nobody a task: "<text>"
    When the caller pushes "<text>" to "parent"
    Then the call fails with INVALID_REQUEST
    And the reason names "text"
    And the platform received no call that changes anything
    And nothing stored has changed

    Examples:
      | text                      |
      | @code-review              |
      | \n @code-review \n       |
      | @code-review @planner     |
      | @code-review @code-review |

  @req:D16.terminal @req:D16.stopped @req:D13.terminal @req:push_message.error.SESSION_NOT_RUNNING
  Scenario Outline: No mention is resolved for a session that is <phase>
    Given a session "over" in phase "<phase>"
    When the caller pushes "@code-review check auth" to "over"
    Then the call fails with SESSION_NOT_RUNNING
    And the platform received exactly "GET /sessions/{over}"
    And nothing stored has changed

    Examples:
      | phase     |
      | Completed |
      | Failed    |
      | Stopped   |

  @req:mention.delegate.project
  Scenario: The child is in the project of its parent, whatever the agent's
    Given a project "other"
    And an agent "far-away" in project "other"
    When the caller pushes "@far-away come here" to "parent"
    Then the delegated sessions are:
      | agent    | prompt    | project |
      | far-away | come here | demo    |

  @req:D6.shape @req:D16.failure-details
  Scenario: A child that cannot be created leaves the message, and the error says so
    Given the platform answers 500 to "POST /sessions" once
    When the caller pushes "@code-review check auth" to "parent"
    Then the call fails with INTERNAL
    And the error's "details.message" is the last stored message of "parent"
    And the error's "details.delegated_sessions" is []
    And the message stored in "parent" is "@code-review check auth"
    And "parent" has no child

  @req:D16.failure-details @req:D15.start-fails @req:mention.delegate.started
  Scenario: A child that cannot be started is deleted again
    Given the platform answers 500 to "POST /sessions/{id}/start" once
    When the caller pushes "@code-review check auth" to "parent"
    Then the call fails with INTERNAL
    And the platform received in this order:
      | method | path                        |
      | GET    | /sessions/{parent}          |
      | GET    | /agents                     |
      | POST   | /sessions/{parent}/messages |
      | POST   | /sessions                   |
      | POST   | /sessions/{new}/start       |
      | DELETE | /sessions/{new}             |
    And the error's "details.message.payload" is "@code-review check auth"
    And the error's "details.delegated_sessions" is []
    And "parent" has no child

  @req:D16.failure-details @req:mention.multiple
  Scenario: When the second child fails the first lives on, and the error names it
    Given the platform answers 500 to the second "POST /sessions/{id}/start" with the body:
      """
      {"kind": "Error", "reason": "SQLSTATE 40001 at http://db.internal"}
      """
    When the caller pushes "@code-review and @planner: go" to "parent"
    Then the call fails with INTERNAL
    And the answer says nothing of "SQLSTATE"
    And the error's "details.message" is the last stored message of "parent"
    And the error's "details.delegated_sessions.0.agent_id" is "{agent:code-review}"
    And the error's "details.delegated_sessions.0.phase" is "Pending"
    And "parent" has one child, by "code-review"

  @req:D16.failure-details @req:D14.403
  Scenario: Who may push but not create gets the message through and FORBIDDEN for the child
    Given the caller may only "sessions:patch, agents:get, agents:list"
    When the caller pushes "@code-review check auth" to "parent"
    Then the call fails with FORBIDDEN
    And the error's "details.message" is the last stored message of "parent"
    And the message stored in "parent" is "@code-review check auth"
    And "parent" has no child

  @req:D16.nothing-left @req:D14.403
  Scenario: Who may not read agents cannot mention one
    Given the caller may only "sessions:patch, sessions:create"
    When the caller pushes "@code-review check auth" to "parent"
    Then the call fails with FORBIDDEN
    And the platform received no call that changes anything
    And nothing stored has changed

  @req:D10.equality @req:mention.resolve.name
  Scenario: The platform's answer to a name search is not taken on trust
    Given the platform answers 200 to "GET /agents" once with the body:
      """
      {"kind": "AgentList", "page": 1, "size": 100, "total": 1, "items": [
        {"id": "{agent:planner}", "kind": "Agent", "href": "/api/ambient/v1/agents/{agent:planner}", "name": "planner", "version": 1, "owner_user_id": "editor"}]}
      """
    When the caller pushes "@nobody check auth" to "parent"
    Then the call fails with MENTION_NOT_RESOLVED
    And nothing stored has changed
