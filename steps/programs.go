// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package steps

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"strings"

	"github.com/cucumber/godog"

	"github.com/ambient-code/platform/components/ambient-mcp/contract/target"
)

// program is a released program that the scenario ran, and what the next one is given.
type program struct {
	env    map[string]string
	stdin  string
	result *target.Result
}

// addPrograms registers running the released programs.
func addPrograms(sc *godog.ScenarioContext) {
	sc.Step(`^the environment variable ([A-Z_]+) is "([^"]*)"$`, func(ctx context.Context, name, value string) error {
		return From(ctx).setenv(ctx, name, value)
	})
	sc.Step(`^the environment variable ([A-Z_]+) is not set$`, func(ctx context.Context, name string) error {
		if err := From(ctx).environment(ctx); err != nil {
			return err
		}
		delete(From(ctx).program.env, name)
		return nil
	})
	sc.Step(`^the standard input is:$`, func(ctx context.Context, text *godog.DocString) error {
		From(ctx).program.stdin = text.Content + "\n"
		return nil
	})
	sc.Step(`^this is run: (.*)$`, func(ctx context.Context, line string) error { return From(ctx).run(ctx, line) })
	sc.Step(`^the address ":(\d+)" is taken$`, func(ctx context.Context, port string) error {
		// An error means that somebody has it already, which is as good.
		if l, err := net.Listen("tcp", ":"+port); err == nil { //nolint:noctx // nothing is awaited
			From(ctx).releases = append(From(ctx).releases, func() { _ = l.Close() })
		}
		return nil
	})
	sc.Step(`^the exit code is (\d+)$`, func(ctx context.Context, code int) error {
		r, err := From(ctx).ran()
		if err == nil && r.ExitCode != code {
			err = fmt.Errorf("expected the exit code %d, got %d; standard output: %q, standard error: %q", code, r.ExitCode, r.Stdout, r.Stderr)
		}
		return err
	})
	sc.Step(`^nothing is printed$`, func(ctx context.Context) error {
		r, err := From(ctx).ran()
		if err == nil && r.Stdout != "" {
			err = fmt.Errorf("expected nothing on standard output, got %q", r.Stdout)
		}
		return err
	})
	sc.Step(`^there is one line of explanation, which names ("[^"]*"(?:, "[^"]*")*)$`, func(ctx context.Context, list string) error {
		return From(ctx).explains(quoted(list))
	})
	sc.Step(`^there is no explanation$`, func(ctx context.Context) error {
		r, err := From(ctx).ran()
		if err == nil && r.Stderr != "" {
			err = fmt.Errorf("expected nothing on standard error, got %q", r.Stderr)
		}
		return err
	})
	sc.Step(`^standard error names ("[^"]*"(?:, "[^"]*")*)$`, func(ctx context.Context, list string) error {
		r, err := From(ctx).ran()
		if err != nil {
			return err
		}
		return contains("standard error", r.Stderr, quoted(list))
	})
	sc.Step(`^this is printed:$`, func(ctx context.Context, text *godog.DocString) error {
		w := From(ctx)
		r, err := w.ran()
		if err != nil {
			return err
		}
		expected, err := w.names.expand(text.Content)
		if err != nil {
			return err
		}
		return sameStrings(strings.Split(expected, "\n"), strings.Split(strings.TrimSuffix(r.Stdout, "\n"), "\n"))
	})
	sc.Step(`^what is printed names ("[^"]*"(?:, "[^"]*")*)$`, func(ctx context.Context, list string) error {
		r, err := From(ctx).ran()
		if err != nil {
			return err
		}
		return contains("standard output", r.Stdout, quoted(list))
	})
	sc.Step(`^JSON is printed whose "([^"]*)" is ([\["{\d-].*|true|false|null)$`, func(ctx context.Context, path, literal string) error {
		w := From(ctx)
		v, err := w.printed()
		if err != nil {
			return err
		}
		return w.has(v, path, literal)
	})
	sc.Step(`^the token "([^"]*)" is printed nowhere$`, func(ctx context.Context, label string) error {
		w := From(ctx)
		r, err := w.ran()
		if err != nil {
			return err
		}
		token, err := w.token(ctx, label)
		if err == nil && strings.Contains(r.Stdout+r.Stderr, token) {
			err = fmt.Errorf("the token of %q is in %q, %q", label, r.Stdout, r.Stderr)
		}
		return err
	})
}

// environment fills the environment of the next program: the scenario's platform and the caller's token.
func (w *World) environment(ctx context.Context) error {
	if w.program.env != nil {
		return nil
	}
	token, err := w.token(ctx, defaultClient)
	if err != nil {
		return err
	}
	w.program.env = map[string]string{"AMBIENT_API_URL": w.env.PlatformURL(), "AMBIENT_TOKEN": token}
	return nil
}

func (w *World) setenv(ctx context.Context, name, value string) error {
	if err := w.environment(ctx); err != nil {
		return err
	}
	value, err := w.names.expand(value)
	if err != nil {
		return err
	}
	w.program.env[name] = value
	return nil
}

// run runs a command line to its end. {url} is the address of a server that speaks SSE, as the program reaches it.
func (w *World) run(ctx context.Context, line string) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := errors.Join(w.environment(ctx), w.arrange(ctx), w.observe(ctx)); err != nil {
		return err
	}
	if strings.Contains(line, "{url}") {
		url, err := w.env.ProgramURL(ctx)
		if err != nil {
			return err
		}
		w.bookServer(url)
		w.names.set("url", url)
	}
	line, err := w.names.expand(line)
	if err != nil {
		return err
	}
	words, err := split(line)
	if err != nil {
		return err
	}
	r, err := w.env.Run(ctx, target.Command{Program: words[0], Args: words[1:], Env: maps.Clone(w.program.env), Stdin: strings.NewReader(w.program.stdin)})
	w.program.result = &r
	w.bookResult(words[0], r)
	return err
}

// split cuts a command line at blanks that are not in single quotes.
func split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	quotes, any := false, false
	for _, r := range line {
		switch {
		case r == '\'':
			quotes, any = !quotes, true
		case r == ' ' && !quotes:
			if any {
				words = append(words, word.String())
			}
			word.Reset()
			any = false
		default:
			word.WriteRune(r)
			any = true
		}
	}
	if any {
		words = append(words, word.String())
	}
	if quotes || len(words) == 0 {
		return nil, fmt.Errorf("%q is no command line", line)
	}
	return words, nil
}

func (w *World) ran() (target.Result, error) {
	if w.program.result == nil {
		return target.Result{}, errors.New("no program was run")
	}
	return *w.program.result, nil
}

// explains checks that standard error is one line that names all of these.
func (w *World) explains(names []string) error {
	r, err := w.ran()
	if err != nil {
		return err
	}
	if strings.Count(r.Stderr, "\n") != 1 || !strings.HasSuffix(r.Stderr, "\n") {
		return fmt.Errorf("expected exactly one line on standard error, got %q", r.Stderr)
	}
	if label := w.access.leakedIn(r.Stderr); label != "" {
		return fmt.Errorf("standard error holds the token of %q", label)
	}
	return contains("standard error", r.Stderr, names)
}

func contains(what, text string, names []string) error {
	for _, name := range names {
		if !strings.Contains(text, name) {
			return fmt.Errorf("expected %s to name %q, got %q", what, name, text)
		}
	}
	return nil
}

// printed reads standard output as one JSON value.
func (w *World) printed() (any, error) {
	r, err := w.ran()
	if err != nil {
		return nil, err
	}
	v, err := decode(r.Stdout)
	if err != nil {
		return nil, fmt.Errorf("standard output %q: %w", r.Stdout, err)
	}
	return v, nil
}
