// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"bytes"
	"encoding/json"
)

// encode writes labels or annotations as they are stored: JSON with sorted keys.
func encode(pairs map[string]string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(pairs) // a map of strings always encodes
	return string(bytes.TrimSpace(b.Bytes()))
}

func (r *reader) token(v value) error {
	t := Token{}
	var expired bool
	if err := v.object(
		key{name: "label", required: true, read: matching(&t.Label, label)},
		key{name: "token", read: matching(&t.Token, bearer)},
		key{name: "user", read: matching(&t.User, user)},
		key{name: "permissions", required: true, read: func(v value) error {
			t.Permissions = []string{}
			return v.each(func(v value) error {
				var p string
				err := oneOf(&p, permissions)(v)
				t.Permissions = append(t.Permissions, p)
				return err
			})
		}},
		key{name: "projects", read: func(v value) error {
			t.Projects = []string{}
			return v.each(func(v value) error {
				p, err := v.str()
				t.Projects = append(t.Projects, p)
				if err != nil {
					return err
				}
				return r.refers(v, "project", p, r.known.Project)
			})
		}},
		key{name: "expires_at", read: func(v value) (err error) { t.ExpiresAt, err = v.moment(); return err }},
		key{name: "expired", read: func(v value) (err error) { expired, err = v.yes(); return err }},
	); err != nil {
		return err
	}
	if expired {
		if t.ExpiresAt != nil {
			return v.fail("expires_at and expired exclude each other")
		}
		at := epoch
		t.ExpiresAt = &at
	}
	if t.User == "" {
		t.User = t.Label
	}
	if err := r.unique(v, "token label", t.Label); err != nil {
		return err
	}
	if t.Token != "" {
		// The bearer is a secret: the message names the label only.
		if _, taken := r.seen["bearer "+t.Token]; taken {
			return v.fail("the bearer of token %q is already that of another token", t.Label)
		}
		r.seen["bearer "+t.Token] = line(v.node)
	}
	r.doc.Tokens = append(r.doc.Tokens, t)
	return nil
}

func (r *reader) project(v value) error {
	p := Project{}
	if err := v.object(
		key{name: "name", required: true, read: matching(&p.Name, projectName)},
		key{name: "description", read: anything(&p.Description)},
		key{name: "labels", read: stored(&p.Labels, labelRule)},
		key{name: "annotations", read: stored(&p.Annotations, annotationRule)},
	); err != nil {
		return err
	}
	if err := r.unique(v, "project", p.Name); err != nil {
		return err
	}
	r.count["project "+p.Name]++
	r.doc.Projects = append(r.doc.Projects, p)
	return nil
}

func (r *reader) agent(v value) error {
	a := Agent{Owner: DefaultOwner, Versions: 1}
	if err := v.object(
		key{name: "id", read: matching(&a.ID, uuid)},
		key{name: "name", required: true, read: matching(&a.Name, agentName)},
		key{name: "owner", read: matching(&a.Owner, user)},
		key{name: "project", read: func(v value) error {
			if err := anything(&a.Project)(v); err != nil {
				return err
			}
			return r.refers(v, "project", a.Project, r.known.Project)
		}},
		key{name: "prompt", required: true, read: anything(&a.Prompt)},
		key{name: "llm_model", read: matching(&a.LLMModel, some)},
		key{name: "labels", read: stored(&a.Labels, labelRule)},
		key{name: "annotations", read: stored(&a.Annotations, annotationRule)},
		key{name: "versions", read: func(v value) (err error) { a.Versions, err = v.count(1, 1000); return err }},
	); err != nil {
		return err
	}
	if err := r.unique(v, "agent of owner "+a.Owner, a.Name); err != nil {
		return err
	}
	if a.ID != "" {
		if err := r.unique(v, "agent id", a.ID); err != nil {
			return err
		}
		r.count["agent "+a.ID]++
	}
	r.count["agent "+a.Name]++
	r.doc.Agents = append(r.doc.Agents, a)
	return nil
}

func (r *reader) session(v value) error {
	s := Session{Owner: DefaultOwner}
	if err := v.object(
		key{name: "id", read: matching(&s.ID, ksuid)},
		key{name: "name", required: true, read: matching(&s.Name, some)},
		key{name: "project", required: true, read: func(v value) error {
			if err := anything(&s.Project)(v); err != nil {
				return err
			}
			return r.refers(v, "project", s.Project, r.known.Project)
		}},
		key{name: "agent", read: func(v value) error {
			if err := anything(&s.Agent)(v); err != nil {
				return err
			}
			return r.refers(v, "agent", s.Agent, r.known.Agent)
		}},
		key{name: "prompt", read: anything(&s.Prompt)},
		key{name: "phase", read: oneOf(&s.Phase, phases)},
		key{name: "parent", read: func(v value) error {
			if err := anything(&s.Parent)(v); err != nil {
				return err
			}
			return r.refers(v, "session", s.Parent, r.known.Session)
		}},
		key{name: "owner", read: matching(&s.Owner, user)},
		key{name: "labels", read: stored(&s.Labels, labelRule)},
		key{name: "annotations", read: stored(&s.Annotations, annotationRule)},
		key{name: "created_at", read: func(v value) (err error) { s.CreatedAt, err = v.moment(); return err }},
		key{name: "messages", read: func(v value) error {
			return v.each(func(v value) error {
				m := Message{}
				err := v.object(
					key{name: "event_type", required: true, read: matching(&m.EventType, eventType)},
					key{name: "payload", required: true, read: anything(&m.Payload)},
				)
				s.Messages = append(s.Messages, m)
				return err
			})
		}},
	); err != nil {
		return err
	}
	if s.ID != "" {
		if err := r.unique(v, "session id", s.ID); err != nil {
			return err
		}
		r.count["session "+s.ID]++
	}
	// Session names may repeat, as on the platform; only a reference to a repeated one is refused.
	r.count["session "+s.Name]++
	r.doc.Sessions = append(r.doc.Sessions, s)
	return nil
}
