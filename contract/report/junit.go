// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// JUnit is a JUnit XML file: a suite per pass, a case per scenario, each name unique.
type JUnit struct{}

// Name is "junit".
func (JUnit) Name() string { return "junit" }

// Write writes the XML document.
func (JUnit) Write(w io.Writer, r *Report) error {
	all := junit.Testsuites{Name: "contract", Time: seconds(r.Seconds)}
	for i, p := range r.Passes {
		suite := junit.Testsuite{ID: i, Name: p.Title(r.repeated()), Time: seconds(p.Seconds)}
		suite.SetTimestamp(p.StartedAt)
		if r.Seed != 0 {
			suite.AddProperty("seed", strconv.FormatInt(r.Seed, 10))
		}
		if r.Shard != nil {
			suite.AddProperty("shard", r.Shard.String())
		}
		atLarge(&suite, p.Broken, p.Unjudged)
		for _, s := range p.Scenarios {
			suite.AddTestcase(testcase(suite.Name, s))
		}
		if len(p.Attachments) > 0 {
			suite.SystemOut = &junit.Output{Data: clean(attached(p.Attachments))}
		}
		all.AddSuite(suite)
	}
	if r.Unjudged != "" {
		suite := junit.Testsuite{ID: len(r.Passes), Name: all.Name, Time: seconds(0)}
		atLarge(&suite, "", r.Unjudged)
		all.AddSuite(suite)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write junit: %w", err)
	}
	if err := all.WriteXML(w); err != nil {
		return fmt.Errorf("write junit: %w", err)
	}
	return nil
}

// atLarge adds a case each for what is wrong with no scenario but the whole.
func atLarge(suite *junit.Testsuite, broken, unjudged string) {
	if broken != "" {
		suite.AddTestcase(junit.Testcase{
			Name: "contract", Classname: suite.Name,
			Failure: &junit.Result{Message: clean(broken), Type: string(Broken)},
		})
	}
	if unjudged != "" {
		suite.AddTestcase(junit.Testcase{
			Name: "target", Classname: suite.Name,
			Error: &junit.Result{Message: clean(unjudged), Type: string(CouldNotJudge)},
		})
	}
}

func testcase(suite string, s Scenario) junit.Testcase {
	tc := junit.Testcase{
		Name:      clean(s.Name),
		Classname: clean(suite + "." + s.URI),
		Time:      seconds(s.Seconds),
		Status:    string(s.Status),
	}
	result := &junit.Result{Message: clean(s.Summary()), Type: string(s.Status), Data: clean(s.Message)}
	switch s.Status {
	case Passed:
		return tc
	case Skipped:
		result.Data = ""
		tc.Skipped = result
		return tc
	case Unjudged:
		tc.Error = result
	default:
		tc.Failure = result
	}
	if len(s.Wire) > 0 {
		tc.SystemOut = &junit.Output{Data: clean(strings.Join(s.Wire, "\n"))}
	}
	if len(s.Log) > 0 {
		tc.SystemErr = &junit.Output{Data: clean(strings.Join(s.Log, "\n"))}
	}
	return tc
}

// clean drops what XML 1.0 cannot carry and what would end a CDATA section.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r != 0xFFFE && r != 0xFFFF {
			return r
		}
		return '\uFFFD'
	}, s)
	return strings.ReplaceAll(s, "]]>", "]]\u200b>")
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }
