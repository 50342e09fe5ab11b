// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"io"
	"sync"

	"github.com/cucumber/godog"
	"github.com/cucumber/godog/formatters"
	messages "github.com/cucumber/messages/go/v34"
)

// formatName is godog's name for a formatter that prints nothing: outcomes are
// filed by the hooks of a [trial], which see skip reasons and surroundings.
const formatName = "contract-none"

var register = sync.OnceFunc(func() {
	godog.Format(formatName, "prints nothing", func(string, io.Writer) godog.Formatter { return none{} })
})

type none struct{}

type (
	scene = *messages.Pickle
	step  = *messages.PickleStep
	match = *formatters.StepDefinition
)

func (none) TestRunStarted()                                   {}
func (none) Feature(*messages.GherkinDocument, string, []byte) {}
func (none) Pickle(scene)                                      {}
func (none) Defined(scene, step, match)                        {}
func (none) Failed(scene, step, match, error)                  {}
func (none) Passed(scene, step, match)                         {}
func (none) Skipped(scene, step, match)                        {}
func (none) Undefined(scene, step, match)                      {}
func (none) Pending(scene, step, match)                        {}
func (none) Ambiguous(scene, step, match, error)               {}
func (none) Summary()                                          {}
