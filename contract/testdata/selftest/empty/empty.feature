Feature: empty

  Scenario: no steps
