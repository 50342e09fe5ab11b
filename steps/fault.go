// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"fmt"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

// faults are the ways in which the platform can fail, as scenarios call them.
var faults = map[string]control.Fault{
	"closes the connection":                   {Kind: control.FaultCloseBeforeHeaders},
	"closes the connection after the headers": {Kind: control.FaultCloseAfterHeaders},
	"breaks off in the middle of the answer":  {Kind: control.FaultCloseMidStream},
	"answers with a body that is not JSON":    {Kind: control.FaultMalformedBody},
	"answers with JSON of another shape":      {Kind: control.FaultWrongShape},
	"answers late":                            {Kind: control.FaultDelay, DelayMS: 50},
}

func addFault(sc *godog.ScenarioContext) {
	sc.Given(`^the platform answers (\d+) to "([^"]*)"(?: (once))?$`, func(ctx context.Context, status int, route, once string) error {
		return From(ctx).fault(ctx, control.Fault{Kind: control.FaultStatus, Status: status}, route, 0, once)
	})
	sc.Given(`^the platform answers (\d+) to "([^"]*)"(?: (once))? with the body:$`,
		func(ctx context.Context, status int, route, once string, body *godog.DocString) error {
			return From(ctx).fault(ctx, control.Fault{Kind: control.FaultStatus, Status: status, Body: body.Content}, route, 0, once)
		})
	sc.Given(`^the platform answers (\d+) to the (first|second|third) "([^"]*)" with the body:$`,
		func(ctx context.Context, status int, nth, route string, body *godog.DocString) error {
			skip := map[string]int{"first": 0, "second": 1, "third": 2}[nth]
			return From(ctx).fault(ctx, control.Fault{Kind: control.FaultStatus, Status: status, Body: body.Content}, route, skip, "once")
		})
	sc.Given(`^the platform ((?:answers|closes|breaks)[^"\d]*) to "([^"]*)"(?: (once))?$`, func(ctx context.Context, how, route, once string) error {
		f, ok := faults[how]
		if !ok {
			return fmt.Errorf("the platform cannot fail so that it %q", how)
		}
		return From(ctx).fault(ctx, f, route, 0, once)
	})
	sc.When(`^the platform is well again$`, func(ctx context.Context) error {
		return From(ctx).env.Platform().ClearFaults(ctx)
	})
}

// fault injects f for a route given as "METHOD /path", "ANY" for every method.
func (w *World) fault(ctx context.Context, f control.Fault, route string, skip int, once string) error {
	method, path, ok := strings.Cut(route, " ")
	if !ok {
		return fmt.Errorf("%q is no route such as \"GET /sessions/{id}\"", route)
	}
	var err error
	if f.Body, err = w.names.expand(f.Body); err != nil {
		return err
	}
	if f.Method = method; method == "ANY" {
		f.Method = ""
	}
	f.Path, f.Skip = path, skip
	if once != "" {
		f.Times = 1
	}
	_, err = w.env.Platform().AddFault(ctx, f)
	return err
}
