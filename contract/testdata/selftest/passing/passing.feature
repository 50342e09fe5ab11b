@area
Feature: passing

  @req:one
  Scenario: it passes
    Given a step that passes
