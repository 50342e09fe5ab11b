// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/search"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/store"
)

// The bounds of a page.
const (
	defaultSize = 20
	maxSize     = 100
)

// readQuery takes the query string apart. Whatever the route does not
// understand is refused: a filter that is silently ignored answers too much.
func (c *call) readQuery() error {
	values, err := url.ParseQuery(c.r.URL.RawQuery)
	if err != nil {
		return badQuery.because("query string is malformed")
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !slices.Contains(c.route.Query, name) {
			return badQuery.because("unknown query parameter '%s'", name)
		}
		if len(values[name]) > 1 {
			return badQuery.because("query parameter '%s' is given more than once", name)
		}
	}
	c.query = values
	if text := values.Get("search"); text != "" {
		if c.where, err = search.Parse(text); err != nil {
			return err
		}
	}
	return nil
}

// integer reads a query parameter within bounds.
func (c *call) integer(name string, absent, least, most int64) (int64, error) {
	if !c.query.Has(name) {
		return absent, nil
	}
	return parseInteger("query parameter '"+name+"'", c.query.Get(name), least, most)
}

func parseInteger(what, text string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, badQuery.because("%s must be an integer, not '%s'", what, text)
	}
	if n < least || n > most {
		return 0, badQuery.because("%s must be between %d and %d, not %d", what, least, most, n)
	}
	return n, nil
}

const maxPage = 1<<31 - 1

// page reads the parameters of one page.
func (c *call) page() (page, size int, err error) {
	p, err := c.integer("page", 1, 1, maxPage)
	if err != nil {
		return 0, 0, err
	}
	s, err := c.integer("size", defaultSize, 1, maxSize)
	return int(p), int(s), err
}

// list reads the parameters of a list and limits it to the caller's projects.
func (c *call) list() (store.Query, error) {
	page, size, err := c.page()
	if err != nil {
		return store.Query{}, err
	}
	q := store.Query{Where: c.where, Page: page, Size: size, Projects: c.Caller.Projects()}
	if text := c.query.Get("orderBy"); text != "" {
		if q.Order, err = store.ParseOrder(text); err != nil {
			return store.Query{}, err
		}
	}
	return q, nil
}

var projectIDForm = regexp.MustCompile(`^[a-zA-Z0-9_.@:-]+$`)

// sessionList is list with the filters that only sessions have.
func (c *call) sessionList() (store.Query, error) {
	q, err := c.list()
	if err != nil {
		return q, err
	}
	if c.query.Has("project_id") {
		q.ProjectID = c.query.Get("project_id")
		if !projectIDForm.MatchString(q.ProjectID) {
			return q, invalid.because("invalid project_id format")
		}
	}
	if c.query.Has("phase") {
		q.Phase = store.Phase(c.query.Get("phase"))
		if !slices.Contains(store.Phases(), q.Phase) {
			return q, badQuery.because("query parameter 'phase' must be one of %v, not '%s'", store.Phases(), q.Phase)
		}
	}
	return q, nil
}
