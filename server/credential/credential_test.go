// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package credential_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ambient-code/platform/components/ambient-mcp/server/credential"
)

func TestTheCallersTokenWinsOverTheProcesss(t *testing.T) {
	ctx := context.Background()
	source := credential.Caller{Process: credential.Static("process")}
	if got, err := source.Bearer(ctx); got != "process" || err != nil {
		t.Errorf("without a caller: %q, %v", got, err)
	}
	if got, err := source.Bearer(credential.Forward(ctx, "caller")); got != "caller" || err != nil {
		t.Errorf("with a caller: %q, %v", got, err)
	}
	if got, err := source.Bearer(credential.Forward(ctx, "")); got != "process" || err != nil {
		t.Errorf("with an empty token: %q, %v", got, err)
	}
}

func TestNoTokenAtAllIsMissing(t *testing.T) {
	for _, s := range []credential.Source{credential.Caller{}, credential.Static(""), credential.Caller{Process: credential.Static("")}} {
		if _, err := s.Bearer(context.Background()); !errors.Is(err, credential.ErrMissing) {
			t.Errorf("%#v: %v", s, err)
		}
	}
}

func TestCheckRefusesWhatCannotBeSentAndTellsNothingOfIt(t *testing.T) {
	for _, good := range []string{"a", "eyJ.x-_~+/=", "demo-admin"} {
		if err := credential.Check(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"", "sec ret", "secret\n", "secret\r\nX: y", "secrét", "secret\x00", strings.Repeat("secret", 1<<14)} {
		if err := credential.Check(bad); err == nil || strings.Contains(err.Error(), "secr") {
			t.Errorf("%.20q: got %v", bad, err)
		}
	}
}

func TestFingerprintTellsTokensApartWithoutShowingThem(t *testing.T) {
	a, b := credential.Fingerprint("token-a"), credential.Fingerprint("token-b")
	if a == b || a != credential.Fingerprint("token-a") || strings.Contains(a, "token") {
		t.Errorf("got %s and %s", a, b)
	}
}
