Feature: skipped

  @needs:server-clock
  Scenario: the target lacks what this needs
    Given a step that fails
