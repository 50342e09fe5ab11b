# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

@needs:programs
Feature: mockplatform
  The in-memory platform refuses what it cannot be before it serves anything.

  @req:platform.cli.flags
  Scenario Outline: What it cannot be: mockplatform <line>
    When this is run: mockplatform <line>
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names <names>

    Examples:
      | line                             | names                                |
      | serve --addr nowhere             | "--addr", "nowhere"                  |
      | serve --addr 127.0.0.1:99999     | "--addr", "99999"                    |
      | serve --profile downstream       | "--profile", "downstream", "spec"    |
      | serve --auth maybe               | "--auth", "maybe", "tokens", "off"   |
      | serve --seed no/such/file.yaml   | "--seed", "no/such/file.yaml", "demo" |
      | serve --control=maybe            | "--control", "maybe", "true or false" |
      | serve --frobnicate               | "--frobnicate"                       |
      | serve extra                      | "extra"                              |
      | sirve                            | "sirve"                              |

  @req:platform.cli.flags
  Scenario Outline: A variable that cannot be: <variable>=<value>
    Given the environment variable <variable> is "<value>"
    When this is run: mockplatform serve
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "<variable>", "<value>"

    Examples:
      | variable             | value   |
      | MOCKPLATFORM_ADDR    | nowhere |
      | MOCKPLATFORM_AUTH    | maybe   |
      | MOCKPLATFORM_CONTROL | perhaps |

  @req:platform.cli.seed
  Scenario: A seed document with a mistake is told by its line
    Given the standard input is:
      """
      projects:
      - name: demo
      sessions:
      - nme: work
        project: demo
      """
    When this is run: mockplatform seed check -
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "line 4", "nme", "name"

  @req:platform.cli.seed
  Scenario Outline: A seed document that cannot be: <what>
    Given the standard input is:
      """
      projects:
      - name: <project>
      sessions:
      - name: work
        project: <in>
        phase: <phase>
      """
    When this is run: mockplatform seed check -
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "line <line>", "<names>"

    Examples:
      | what                | project | in   | phase   | line | names   |
      | a phase there is not | demo   | demo | Resting | 6    | Resting |
      | a project there is not | demo | demi | Running | 5    | demi    |
      | a name that is none | Demo_!  | demo | Running | 2    | Demo_!  |
