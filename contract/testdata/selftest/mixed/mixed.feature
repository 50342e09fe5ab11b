Feature: mixed

  @req:tool.error.A @req:tool.error.B
  Scenario: passes
    Given a step that passes

  @req:tool.error.B
  Scenario: fails
    Given a step that passes
    Then a step that fails

  @req:tool.error.C @needs:server-clock
  Scenario: needs a clock
    Given a step that passes

  Scenario: panics
    Given a step that panics

  Scenario: is undefined
    Given nobody has defined this step

  Scenario Outline: a row with <value>
    Given a step that passes

    Examples:
      | value | other           |
      | one   | <&"]]>          |
      | one   | <&"]]>          |
      | two   | a pipe \| in it |

  Rule: rules are read too

    Scenario Outline: an outline that does not name its values
      Given a step that passes

      Examples:
        | value |
        | one   |
        | two   |

  Scenario: has no steps
