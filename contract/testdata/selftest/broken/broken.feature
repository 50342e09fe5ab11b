Feature: broken

  Scenario: this is not Gherkin
    Given a step that passes
    nonsense
