Feature: ambiguous

  Scenario: two definitions match
    Given a step that two definitions match
