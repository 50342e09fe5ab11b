Feature: panicking

  Scenario: a step panics
    Given a step that panics

  Scenario: the next scenario is not touched
    Given a step that passes
