// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/wire"
)

// door is what somebody does at the server's HTTP door who is no MCP client of
// the scenario.
type door struct {
	session  *wire.Conn
	endpoint string

	status int
	header http.Header
	body   string
}

// visitor tells who stands at the door.
const visitor = `(somebody with the caller's token|somebody with the token of "[^"]*"|somebody without a token|a page of "[^"]*" with the caller's token)`

func addDoor(sc *godog.ScenarioContext) {
	sc.Step(`^`+visitor+` gets "([^"]*)"(?: from the host "([^"]*)")?$`, func(ctx context.Context, who, path, host string) error {
		return From(ctx).knock(ctx, who, http.MethodGet, path, host, nil)
	})
	sc.Step(`^`+visitor+` sends (POST|GET|DELETE|PUT) to "([^"]*)"$`, func(ctx context.Context, who, method, path string) error {
		return From(ctx).knock(ctx, who, method, path, "", strings.NewReader("{}"))
	})
	sc.Step(`^`+visitor+` posts (\{.*\}) to (?:"([^"]*)"|the session)$`, func(ctx context.Context, who, message, path string) error {
		return From(ctx).knock(ctx, who, http.MethodPost, path, "", strings.NewReader(message))
	})
	sc.Step(`^`+visitor+` posts a message of (\d+) megabytes to the session$`, func(ctx context.Context, who string, megabytes int) error {
		message := `{"jsonrpc": "2.0", "id": 8, "method": "ping", "params": {"x": "` + strings.Repeat("x", megabytes<<20) + `"}}`
		return From(ctx).knock(ctx, who, http.MethodPost, "", "", strings.NewReader(message))
	})
	sc.Step(`^somebody with the caller's token has opened a session$`, openSession)
	sc.Step(`^the session is answered (\{.*\})$`, func(ctx context.Context, text string) error {
		return From(ctx).sessionAnswered(ctx, text)
	})
	sc.Step(`^the status is (?:one of )?(\d+(?:, \d+)*)$`, func(ctx context.Context, list string) error {
		d := From(ctx).door
		if !slices.Contains(strings.Split(list, ", "), strconv.Itoa(d.status)) {
			return fmt.Errorf("expected the status %s, got %d: %s", list, d.status, d.body)
		}
		return nil
	})
	sc.Step(`^the content type is "([^"]*)"$`, func(ctx context.Context, expected string) error {
		kind, _, err := mime.ParseMediaType(From(ctx).door.header.Get("Content-Type"))
		if err == nil && kind != expected {
			err = fmt.Errorf("expected %q, got %q", expected, kind)
		}
		return err
	})
	sc.Step(`^the first event is "([^"]*)" with a path that begins with "([^"]*)"$`, func(ctx context.Context, event, prefix string) error {
		first := regexp.MustCompile(`^event: (\S+)\r?\ndata: (\S+)\r?\n\r?\n`).FindStringSubmatch(From(ctx).door.body)
		if first == nil || first[1] != event || !strings.HasPrefix(first[2], prefix) {
			return fmt.Errorf("expected the event %q with %s…, got %q", event, prefix, From(ctx).door.body)
		}
		return nil
	})
	sc.Step(`^nobody else's origin may read it$`, func(ctx context.Context) error {
		d := From(ctx).door
		if v := d.header.Values("Access-Control-Allow-Origin"); len(v) > 0 || d.header == nil {
			return fmt.Errorf("expected no Access-Control-Allow-Origin, got %q", v)
		}
		return nil
	})
	sc.Step(`^the body says nothing of a caller$`, func(ctx context.Context) error {
		w := From(ctx)
		if len(w.door.body) > 256 || w.access.leakedIn(w.door.body) != "" || strings.Contains(w.door.body, defaultClient) {
			return fmt.Errorf("the body is %q", w.door.body)
		}
		return nil
	})
	sc.Step(`^the post was accepted with status (\d+) and no body$`, func(ctx context.Context, status int) error {
		w := From(ctx)
		posts := w.exchange.client.Conn().Posts()
		if len(posts) == 0 {
			return errors.New("nothing was posted")
		}
		if last := posts[len(posts)-1]; last.Status != status || last.Body != "" {
			return fmt.Errorf("expected the status %d without a body, got %d with %q", status, last.Status, last.Body)
		}
		return nil
	})
	sc.After(func(ctx context.Context, _ *godog.Scenario, err error) (context.Context, error) {
		if w := From(ctx); w != nil {
			for _, release := range w.releases {
				release()
			}
		}
		return ctx, err
	})
}

// plainHTTP speaks to servers on this machine, without a proxy and without following anything.
var plainHTTP = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// knock sends a request to the server and keeps the answer; of an event stream the first event.
// The path of the open session when path is empty.
func (w *World) knock(ctx context.Context, who, method, path, host string, body io.Reader) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := w.arrange(ctx); err != nil {
		return err
	}
	base, err := w.env.ServerURL(ctx)
	if err != nil {
		return err
	}
	w.bookServer(base)
	to := base + path
	if path == "" {
		to = w.door.endpoint
		if body, err = w.bookSessionPost(body); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, to, body)
	if err != nil {
		return err
	}
	if err := w.dress(ctx, req, who); err != nil {
		return err
	}
	if req.Host = host; method == http.MethodGet {
		req.Header.Set("Accept", "text/event-stream")
	} else {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := plainHTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	w.door.status, w.door.header = resp.StatusCode, resp.Header
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		w.door.body, err = firstEvent(resp.Body)
	} else {
		var text []byte
		text, err = io.ReadAll(io.LimitReader(resp.Body, 64<<10))
		w.door.body = string(text)
	}
	w.bookAnswer("door", "status %d\ncontent type %s\n%s", w.door.status, w.door.header.Get("Content-Type"), w.door.body)
	return err
}

// dress gives the request what the visitor brings.
func (w *World) dress(ctx context.Context, req *http.Request, who string) error {
	label := defaultClient
	switch names := quoted(who); {
	case who == "somebody without a token":
		return nil
	case strings.HasPrefix(who, "a page of"):
		req.Header.Set("Origin", names[0])
	case len(names) == 1:
		label = names[0]
	}
	token, err := w.token(ctx, label)
	if err == nil {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return err
}

// firstEvent reads up to the first empty line.
func firstEvent(body io.Reader) (string, error) {
	r := bufio.NewReader(body)
	var text strings.Builder
	for {
		line, err := r.ReadString('\n')
		text.WriteString(line)
		if strings.TrimSpace(line) == "" && text.Len() > len(line) {
			return text.String(), nil
		}
		if err != nil {
			return text.String(), fmt.Errorf("read the first event: %w", err)
		}
	}
}

// openSession opens an event stream beside the scenario's clients.
func openSession(ctx context.Context) error {
	w := From(ctx)
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := w.arrange(ctx); err != nil {
		return err
	}
	conn, endpoint, err := w.openAs(ctx, defaultClient)
	if err != nil {
		return err
	}
	w.door.session, w.door.endpoint = conn, endpoint
	return nil
}

// openAs opens an event stream with the token of that label.
func (w *World) openAs(ctx context.Context, label string) (*wire.Conn, string, error) {
	base, err := w.env.ServerURL(ctx)
	if err != nil {
		return nil, "", err
	}
	token, err := w.token(ctx, label)
	if err != nil {
		return nil, "", err
	}
	stream, err := wire.OpenSSE(ctx, wire.SSEOptions{
		URL: base + "/sse", HTTP: plainHTTP, Header: http.Header{"Authorization": {"Bearer " + token}},
	})
	if err != nil {
		return nil, "", err
	}
	conn := wire.NewConn(stream, wire.Options{})
	w.bookServer(base)
	w.bookConn("session of "+label, conn)
	w.releases = append(w.releases, func() { _ = conn.Close() })
	if _, err := url.Parse(stream.Endpoint()); err != nil {
		return nil, "", err
	}
	return conn, stream.Endpoint(), nil
}

// sessionAnswered waits for exactly this message on the open session.
func (w *World) sessionAnswered(ctx context.Context, text string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	expected, err := object(text)
	if err != nil {
		return err
	}
	m, err := w.door.session.Await(ctx, func(m wire.Message) bool { return string(m.ID) == fmt.Sprint(expected["id"]) })
	if err != nil {
		return err
	}
	got, err := object(string(m.Raw))
	if err != nil {
		return err
	}
	return same(any(expected), any(got))
}
