# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

Feature: unwatch_session_messages
  Cancels a subscription that watch_session_messages made.

  Background:
    Given a project "demo"
    And a session "work" in phase "Running"

  @req:unwatch_session_messages.input.subscription_id.required @req:D5.missing
  Scenario: subscription_id is required
    When the caller calls "unwatch_session_messages" with {}
    Then the call fails with INVALID_REQUEST
    And the reason names "subscription_id"
    And the platform received no call

  @req:unwatch_session_messages.input.subscription_id.type @req:D5.wrong-type
  Scenario Outline: subscription_id must be a string, not <value>
    When the caller calls "unwatch_session_messages" with {"subscription_id": <value>}
    Then the call fails with INVALID_REQUEST
    And the reason names "subscription_id"
    And the platform received no call

    Examples:
      | value     |
      | 7         |
      | null      |
      | ["sub_1"] |

  @req:unwatch_session_messages.input.unknown @req:D5.unknown-argument @req:D5.nearest-name
  Scenario: An unknown argument is refused
    When the caller calls "unwatch_session_messages" with {"subscription_id": "sub_abc123", "subscription": 1}
    Then the call fails with INVALID_REQUEST
    And the reason names "subscription_id"
    And the platform received no call

  @req:unwatch_session_messages.error.SUBSCRIPTION_NOT_FOUND @req:error.catalog.SUBSCRIPTION_NOT_FOUND
  Scenario Outline: A subscription that never was: "<id>"
    When the caller calls "unwatch_session_messages" with {"subscription_id": "<id>"}
    Then the call fails with SUBSCRIPTION_NOT_FOUND
    And the platform received no call

    Examples:
      | id         |
      | sub_abc123 |
      | abc123     |
      | {work}     |

  @needs:sse @req:unwatch_session_messages.return.cancelled @req:watch.unwatch.stops @req:watch_session_messages.behaviour.cancel-early
  Scenario: After unwatch nothing is delivered and the platform's stream is released
    When the caller watches "work"
    And the agent writes "before" in "work"
    And the caller is notified of "before"
    And the caller unwatches "work"
    Then the answer is:
      """
      {"cancelled": true}
      """
    And the platform received no call that changes anything
    And the platform serves no message stream
    When the agent writes "after" in "work"
    Then the watch "work" has delivered "before" and nothing after it

  @needs:sse @req:watch.unwatch.twice @req:unwatch_session_messages.error.SUBSCRIPTION_NOT_FOUND
  Scenario: A subscription is cancelled once
    When the caller watches "work"
    And the caller unwatches "work"
    And the caller unwatches "work"
    Then the call fails with SUBSCRIPTION_NOT_FOUND

  @needs:sse @req:D20.owner @req:unwatch_session_messages.error.SUBSCRIPTION_NOT_FOUND
  Scenario: Another client's subscription is nobody else's to cancel
    When the caller watches "work"
    And "viewer" calls "unwatch_session_messages" with {"subscription_id": "{watch}"}
    Then the call fails with SUBSCRIPTION_NOT_FOUND
    When the agent writes "still here" in "work"
    Then the caller is notified of "still here", and of nothing more
    When the caller unwatches "work"
    Then the call succeeds

  @needs:sse @req:D20.owner
  Scenario: Not even another client with the same token may cancel it
    Given "second" is another client of the caller
    When the caller watches "work"
    And "second" calls "unwatch_session_messages" with {"subscription_id": "{watch}"}
    Then the call fails with SUBSCRIPTION_NOT_FOUND
    When the agent writes "still here" in "work"
    Then the caller is notified of "still here", and of nothing more

  @needs:sse @req:watch.unwatch.stops @req:D20.shared
  Scenario: One of two subscriptions of a session is cancelled, the other goes on
    When the caller watches "work" as "first"
    And the caller watches "work" as "second"
    And the caller unwatches "first"
    Then the call succeeds
    When the agent writes "hello" in "work"
    Then the watch "second" delivers "hello", and nothing more
    And the watch "first" has delivered nothing
    And the platform serves 1 message stream

  @needs:sse @needs:server-env @req:watch.unwatch.ended
  Scenario: A subscription that has ended by itself is no longer there
    Given the server is started with MCP_WATCH_POLL_INTERVAL=20ms
    When the caller watches "work"
    And "work" becomes Completed
    And the caller is notified of the end in phase "Completed"
    And the caller unwatches "work"
    Then the call fails with SUBSCRIPTION_NOT_FOUND
