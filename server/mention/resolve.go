// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package mention

import (
	"context"
	"slices"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

// Agents looks agents up. [*platform.Client] does.
type Agents interface {
	AgentsByIDOrName(ctx context.Context, ref string) ([]*platform.Agent, error)
}

// Delegate is an agent that a text mentions, with every place that means it.
type Delegate struct {
	Agent    *platform.Agent
	Mentions []Mention
}

// Prompt is the text without the mentions of this delegate.
func (d Delegate) Prompt(text string) string { return Strip(text, d.Mentions) }

// Resolve finds the agent of every mention before anything is done with one of
// them. An agent mentioned twice, by name or by id, is one delegate; delegates are in
// the order in which they are first mentioned. The error is a [*toolerr.Error].
func Resolve(ctx context.Context, agents Agents, mentions []Mention) ([]Delegate, error) {
	var delegates []Delegate
	known := map[string]*platform.Agent{}
	for _, m := range mentions {
		agent, ok := known[m.Identifier]
		if !ok {
			var err error
			if agent, err = resolve(ctx, agents, m); err != nil {
				return nil, err
			}
			known[m.Identifier] = agent
		}
		i := slices.IndexFunc(delegates, func(d Delegate) bool { return d.Agent.ID == agent.ID })
		if i < 0 {
			i = len(delegates)
			delegates = append(delegates, Delegate{Agent: agent})
		}
		delegates[i].Mentions = append(delegates[i].Mentions, m)
	}
	return delegates, nil
}

func resolve(ctx context.Context, agents Agents, m Mention) (*platform.Agent, error) {
	found, err := agents.AgentsByIDOrName(ctx, m.Identifier)
	switch {
	case err != nil:
		return nil, platform.Explain(err, toolerr.Context{Action: "look up the agent of @" + m.Identifier, Arguments: []string{"text"}})
	case len(found) == 0:
		return nil, toolerr.New(toolerr.MentionNotResolved, "no agent matches @%s", m.Identifier)
	case len(found) > 1:
		return nil, toolerr.New(toolerr.AmbiguousAgentName, "@%s matches %d agents; mention one by its id", m.Identifier, len(found))
	}
	return found[0], nil
}
