Feature: unknown need

  @needs:time-machine
  Scenario: no target can have this
    Given a step that passes
