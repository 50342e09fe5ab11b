Feature: failing

  Scenario: a step fails
    Given a step that fails
