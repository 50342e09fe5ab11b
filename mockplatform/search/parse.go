// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package search

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// MaxLength is the length in bytes up to which [Parse] reads an expression.
const MaxLength = 64 << 10

// MaxDepth is how deep parentheses may be nested.
const MaxDepth = 200

// ParseError says that text is not an expression of the search language.
type ParseError struct {
	// Query is the whole text.
	Query string
	// Offset is the byte offset at which reading failed, from 0.
	Offset int
	// Reason says what was wrong there.
	Reason string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("search query at byte %d: %s", e.Offset, e.Reason)
}

// Parse reads an expression. A blank text is the expression without a
// condition. The error is a [*ParseError].
func Parse(query string) (Expr, error) {
	fail := func(offset int, reason string) (Expr, error) {
		return Expr{}, &ParseError{Query: query, Offset: offset, Reason: reason}
	}
	if len(query) > MaxLength {
		return fail(MaxLength, fmt.Sprintf("the query is longer than %d bytes", MaxLength))
	}
	if i := strings.IndexByte(query, 0); i >= 0 {
		return fail(i, "a NUL byte")
	}
	for i := 0; i < len(query); {
		r, size := utf8.DecodeRuneInString(query[i:])
		if r == utf8.RuneError && size == 1 {
			return fail(i, "not UTF-8")
		}
		i += size
	}
	if strings.TrimSpace(query) == "" {
		return Expr{}, nil
	}
	tree, err := parseTree(query)
	if err == nil {
		var root node
		if root, err = tree.node(); err == nil {
			return Expr{root: root}, nil
		}
	}
	offset, reason := explain(err)
	return fail(offset, reason)
}

// explain says what is wrong without the names that the grammar has in this code.
func explain(err error) (offset int, reason string) {
	var token *participle.UnexpectedTokenError
	var at participle.Error
	switch {
	case errors.As(err, &token) && token.Unexpected.EOF():
		return token.Unexpected.Pos.Offset, "unexpected end"
	case errors.As(err, &token):
		return token.Unexpected.Pos.Offset, "unexpected " + token.Unexpected.Value
	case errors.As(err, &at):
		return at.Position().Offset, strings.TrimPrefix(at.Message(), "lexer: ")
	default:
		return 0, err.Error()
	}
}

func parseTree(query string) (*disjunction, error) {
	lex, err := tokens.LexString("", query)
	if err != nil {
		return nil, err
	}
	// The depth is checked while lexing, before the recursive parser sees a token.
	peeking, err := lexer.Upgrade(&shallow{Lexer: lex}, parser.Lexer().Symbols()["Space"])
	if err != nil {
		return nil, err
	}
	return parser.ParseFromLexer(peeking)
}

// shallow is a lexer that refuses parentheses nested deeper than MaxDepth.
type shallow struct {
	lexer.Lexer
	depth int
}

func (s *shallow) Next() (lexer.Token, error) {
	t, err := s.Lexer.Next()
	if err != nil {
		return t, err
	}
	switch t.Value {
	case "(":
		s.depth++
	case ")":
		s.depth--
	}
	if s.depth > MaxDepth {
		return t, participle.Errorf(t.Pos, "parentheses nested deeper than %d", MaxDepth)
	}
	return t, nil
}
