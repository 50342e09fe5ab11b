// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mockplatform_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform"
	"github.com/ambient-code/platform/components/ambient-mcp/mockplatform/control"
)

func TestJournalKeepsWhatCame(t *testing.T) {
	p := platform(t)
	d, c := p.Default(), client{t, p, "admin"}
	mark := d.Journal(0).Mark
	c.do("POST", "/sessions/a%2Fb/messages?x=1", `{"payload":"hi"}`)
	c.must(200, "GET", "/sessions", "")
	j := d.Journal(mark)
	if len(j.Requests) != 2 || j.Mark != mark+2 || j.Requests[0].N != mark+1 {
		t.Fatalf("journal %+v", j)
	}
	got := j.Requests[0]
	want := control.Request{
		N: mark + 1, Method: "POST", Path: "/api/ambient/v1/sessions/a%2Fb/messages", Query: "x=1", TokenLabel: "admin",
		Body: `{"payload":"hi"}`, Status: 400, Header: got.Header, StartedAt: got.StartedAt, EndedAt: got.EndedAt,
	}
	if g, w := asJSON(t, got), asJSON(t, want); g != w {
		t.Errorf("entry %s\nwant  %s", g, w)
	}
	if got.EndedAt.Before(got.StartedAt) || got.Header.Get("Authorization") != "Bearer admin" {
		t.Errorf("times %s to %s, header %v", got.StartedAt, got.EndedAt, got.Header)
	}
	if rest := d.Journal(j.Mark + 100); rest.Requests == nil || len(rest.Requests) != 0 {
		t.Errorf("after the newest comes %+v", rest)
	}
	if all := d.Journal(-5); int64(len(all.Requests)) != all.Mark {
		t.Errorf("from before the first come %d of %d", len(all.Requests), all.Mark)
	}
}

func TestJournalShowsNoBearer(t *testing.T) {
	p := platform(t)
	secret := "s3cr3t-bearer-of-ada"
	if _, err := p.Default().AddToken(control.TokenSpec{Label: "ada", Token: secret, Permissions: []string{"*"}}); err != nil {
		t.Fatal(err)
	}
	c := client{t, p, ""}
	for name, header := range map[string]string{"the bearer": "Bearer " + secret, "another scheme": "Basic " + secret, "none": "", "another bearer": "Bearer admin-token"} {
		t.Run(name, func(t *testing.T) {
			c.do("POST", "/sessions?token="+secret, `{"name":"`+secret+`"}`, func(r *http.Request) {
				r.Header.Set("Authorization", header)
				r.Header.Set("X-Copy", secret)
			})
			e := last(p.Default())
			if text := asJSON(t, e); strings.Contains(text, secret) {
				t.Errorf("the bearer is in %s", text)
			}
			if e.Query != "token=ada" || e.Body != `{"name":"ada"}` || e.Header.Get("X-Copy") != "ada" {
				t.Errorf("entry is %+v", e)
			}
		})
	}
}

func TestUnknownBearerIsJournalledAsUnknown(t *testing.T) {
	p := platform(t)
	c := client{t, p, "wherever-this-is-from"}
	c.do("GET", "/sessions?again=wherever-this-is-from-token", "")
	e := last(p.Default())
	if e.Header.Get("Authorization") != "Bearer unknown" || e.TokenLabel != "unknown" || e.Query != "again=unknown" || e.Status != 401 {
		t.Errorf("entry is %+v", e)
	}
	client{t, p, ""}.do("GET", "/sessions", "")
	if e := last(p.Default()); e.TokenLabel != "" || e.Header.Get("Authorization") != "" {
		t.Errorf("entry without a bearer is %+v", e)
	}
}

func TestRevokedAndExpiredBearersAreJournalledByTheirTenant(t *testing.T) {
	var p mockplatform.Platform
	tenant, err := p.CreateTenant(control.TenantSpec{})
	if err != nil {
		t.Fatal(err)
	}
	past := time.Unix(0, 0)
	for _, spec := range []control.TokenSpec{
		{Label: "old", Token: "old-token", ExpiresAt: &past}, {Label: "revoked", Token: "revoked-token"},
	} {
		if _, err := tenant.AddToken(spec); err != nil {
			t.Fatal(err)
		}
	}
	if err := tenant.RevokeToken("revoked"); err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"old", "revoked"} {
		client{t, &p, label}.do("GET", "/sessions", "").refused(t, 401, "15", "")
		if e := last(tenant); e.TokenLabel != label || e.Status != 401 {
			t.Errorf("entry is %+v", e)
		}
	}
	if n := p.Default().Journal(0).Mark; n != 0 {
		t.Errorf("the default tenant has %d requests", n)
	}
}

func TestRequestIsJournalledAtItsArrival(t *testing.T) {
	var p mockplatform.Platform
	var during control.Request
	p.OnRequest = func(tenant string, r *http.Request) { during = last(p.Tenant(tenant)) }
	client{t, &p, ""}.do("GET", "/sessions", "")
	if during.N != 1 || during.Status != 0 || !during.EndedAt.IsZero() {
		t.Errorf("while it is served the entry is %+v", during)
	}
	if e := last(p.Default()); e.Status != 401 || e.EndedAt.IsZero() {
		t.Errorf("then the entry is %+v", e)
	}
}

func TestOpenStreamHasAStatusAndNoEndInTheJournal(t *testing.T) {
	p := platform(t)
	s := serve(t, p, "memory")
	id := client{t, p, "admin"}.session("s")
	e := s.stream(id, "")
	if r := last(p.Default()); r.Status != 200 || !r.EndedAt.IsZero() {
		t.Errorf("open: %+v", r)
	}
	e.cancel()
	<-s.ended
	if r := last(p.Default()); r.EndedAt.IsZero() {
		t.Errorf("ended: %+v", r)
	}
}

func TestJournalCapDropsTheOldestAndNumbersGoOn(t *testing.T) {
	p := mockplatform.Platform{JournalCap: 3}
	for range 5 {
		client{t, &p, ""}.do("GET", "/sessions", "")
	}
	for since, want := range map[int64]int64{0: 3, 3: 4, 4: 5} {
		if j := p.Default().Journal(since); j.Mark != 5 || j.Requests[0].N != want {
			t.Errorf("since %d: mark %d, first %d, want %d", since, j.Mark, j.Requests[0].N, want)
		}
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
