# Copyright 2026 The Ambient MCP Authors
# SPDX-License-Identifier: Apache-2.0

@needs:image
Feature: The image of the server
  The image runs as an ordinary user with nothing that it could misuse: what the
  manifests ask for is also what the process in the container has.

  @req:image.user
  Scenario: The server runs as user 1001
    When the container of the server is looked into
    Then its process runs as user 1001

  @req:image.privileges
  Scenario: The server has no privileges and can gain none
    When the container of the server is looked into
    Then its process has no capability
    And its process cannot gain privileges

  @req:image.read-only
  Scenario: The server needs to write nothing
    When the container of the server is looked into
    Then its user can write to no directory

  @req:image.healthcheck
  Scenario: The health check of the image is the server itself
    When the container of the server is looked into
    Then its health check ends with exit code 0

  @needs:programs @req:image.healthcheck
  Scenario: The health check tells of a server that does not serve
    Given the environment variable MCP_TRANSPORT is "sse"
    And the environment variable MCP_BIND_ADDR is "127.0.0.1:1"
    When this is run: ambient-mcp healthcheck
    Then the exit code is 1
    And nothing is printed
    And there is one line of explanation, which names "127.0.0.1:1"

  @needs:programs @req:image.healthcheck
  Scenario: The health check has nothing to ask on stdio
    When this is run: ambient-mcp healthcheck
    Then the exit code is 0
    And there is no explanation

  @needs:programs @req:image.healthcheck
  Scenario: The health check tells of a wrong configuration
    Given the environment variable MCP_TRANSPORT is "pigeon"
    When this is run: ambient-mcp healthcheck
    Then the exit code is 2
    And nothing is printed
    And there is one line of explanation, which names "MCP_TRANSPORT", "pigeon"
