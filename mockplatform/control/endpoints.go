// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package control

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const tenantPattern = Prefix + "tenants/{tenant}"

// endpoints is the control API. Adding an operation is adding a row.
var endpoints = []endpoint{
	{method: "GET", path: Prefix + "{$}", serve: func(c *call) (int, any, error) {
		return http.StatusOK, c.all.Info(), nil
	}},
	{method: "GET", path: Prefix + "tenants", serve: func(c *call) (int, any, error) {
		return http.StatusOK, c.all.Tenants(), nil
	}},
	{method: "POST", path: Prefix + "tenants", serve: createTenant},
	{method: "POST", path: Prefix + "state/save", serve: func(c *call) (int, any, error) {
		return http.StatusNoContent, nil, c.all.SaveState()
	}},
	{method: "GET", path: tenantPattern, serve: func(c *call) (int, any, error) {
		return http.StatusOK, c.one.Info(), nil
	}},
	{method: "DELETE", path: tenantPattern, serve: func(c *call) (int, any, error) {
		return http.StatusNoContent, nil, c.all.DeleteTenant(c.r.PathValue("tenant"))
	}},
	{method: "POST", path: tenantPattern + "/tokens", serve: addToken},
	{method: "DELETE", path: tenantPattern + "/tokens/{label}", serve: func(c *call) (int, any, error) {
		return http.StatusNoContent, nil, c.one.RevokeToken(c.r.PathValue("label"))
	}},
	{method: "POST", path: tenantPattern + "/seed", serve: applySeed},
	{method: "POST", path: tenantPattern + "/reset", serve: func(c *call) (int, any, error) {
		c.one.Reset()
		return http.StatusNoContent, nil, nil
	}},
	{method: "POST", path: tenantPattern + "/snapshots", serve: func(c *call) (int, any, error) {
		return http.StatusCreated, map[string]string{"id": c.one.Snapshot()}, nil
	}},
	{method: "POST", path: tenantPattern + "/snapshots/{id}/restore", serve: func(c *call) (int, any, error) {
		return http.StatusNoContent, nil, c.one.Restore(c.r.PathValue("id"))
	}},
	{method: "GET", path: tenantPattern + "/clock", serve: func(c *call) (int, any, error) {
		return http.StatusOK, c.one.Clock(), nil
	}},
	{method: "PUT", path: tenantPattern + "/clock", serve: setClock},
	{method: "POST", path: tenantPattern + "/clock/advance", serve: advanceClock},
	{method: "PUT", path: tenantPattern + "/sessions/{session}/phase", serve: setPhase},
	{method: "DELETE", path: tenantPattern + "/sessions/{session}", serve: func(c *call) (int, any, error) {
		return http.StatusNoContent, nil, c.one.DeleteSession(c.r.PathValue("session"))
	}},
	{method: "POST", path: tenantPattern + "/sessions/{session}/messages", serve: appendMessages},
	{method: "GET", path: tenantPattern + "/journal", query: []string{"since"}, serve: readJournal},
	{method: "GET", path: tenantPattern + "/faults", serve: func(c *call) (int, any, error) {
		return http.StatusOK, c.one.Faults(), nil
	}},
	{method: "POST", path: tenantPattern + "/faults", serve: addFault},
	{method: "DELETE", path: tenantPattern + "/faults", serve: func(c *call) (int, any, error) {
		c.one.ClearFaults()
		return http.StatusNoContent, nil, nil
	}},
	{method: "DELETE", path: tenantPattern + "/faults/{id}", serve: func(c *call) (int, any, error) {
		return http.StatusNoContent, nil, c.one.RemoveFault(c.r.PathValue("id"))
	}},
	{method: "GET", path: tenantPattern + "/state", serve: func(c *call) (int, any, error) {
		return http.StatusOK, c.one.State(), nil
	}},
}

func createTenant(c *call) (int, any, error) {
	var spec TenantSpec
	if err := c.read(&spec); err != nil {
		return 0, nil, err
	}
	t, err := c.all.CreateTenant(spec)
	return http.StatusCreated, t, err
}

func addToken(c *call) (int, any, error) {
	var spec TokenSpec
	if err := c.read(&spec); err != nil {
		return 0, nil, err
	}
	bearer, err := c.one.AddToken(spec)
	spec.Token = bearer
	return http.StatusCreated, spec, err
}

func applySeed(c *call) (int, any, error) {
	var in struct {
		Document *string `json:"document"`
	}
	if err := c.read(&in); err != nil {
		return 0, nil, err
	}
	if in.Document == nil {
		return 0, nil, fmt.Errorf("%w: document is missing", ErrInvalid)
	}
	return http.StatusNoContent, nil, c.one.Seed([]byte(*in.Document))
}

func setClock(c *call) (int, any, error) {
	var s ClockState
	if err := c.read(&s); err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, c.one.SetClock(s)
}

func advanceClock(c *call) (int, any, error) {
	var in struct {
		Duration string `json:"duration"`
	}
	if err := c.read(&in); err != nil {
		return 0, nil, err
	}
	d, err := time.ParseDuration(in.Duration)
	if err != nil {
		return 0, nil, fmt.Errorf("%w: duration %q is not one such as 1m30s", ErrInvalid, in.Duration)
	}
	return http.StatusNoContent, nil, c.one.Advance(d)
}

func setPhase(c *call) (int, any, error) {
	var in struct {
		Phase *string `json:"phase"`
	}
	if err := c.read(&in); err != nil {
		return 0, nil, err
	}
	if in.Phase == nil {
		return 0, nil, fmt.Errorf("%w: phase is missing", ErrInvalid)
	}
	return http.StatusNoContent, nil, c.one.SetPhase(c.r.PathValue("session"), *in.Phase)
}

func appendMessages(c *call) (int, any, error) {
	var messages []NewMessage
	if err := c.read(&messages); err != nil {
		return 0, nil, err
	}
	stored, err := c.one.Append(c.r.PathValue("session"), messages...)
	return http.StatusCreated, stored, err
}

func readJournal(c *call) (int, any, error) {
	var since int64
	if text := c.r.URL.Query().Get("since"); text != "" {
		var err error
		if since, err = strconv.ParseInt(text, 10, 64); err != nil {
			return 0, nil, fmt.Errorf("%w: since must be an integer, not %q", ErrInvalid, text)
		}
	}
	return http.StatusOK, c.one.Journal(since), nil
}

func addFault(c *call) (int, any, error) {
	var f Fault
	if err := c.read(&f); err != nil {
		return 0, nil, err
	}
	id, err := c.one.AddFault(f)
	f.ID = id
	return http.StatusCreated, f, err
}
