// Copyright 2026 The Ambient MCP Authors
// SPDX-License-Identifier: Apache-2.0

package tools

import (
	"context"

	"github.com/ambient-code/platform/components/ambient-mcp/server/platform"
	"github.com/ambient-code/platform/components/ambient-mcp/server/toolerr"
)

func patchSessionLabelsTool() Tool {
	return describe(Tool{
		Name: "patch_session_labels", Summary: "Merge labels into a session",
		InputSchema: input("patch_session_labels"), OutputSchema: output("session"),
		RBAC: "sessions:patch", Backing: []string{"PATCH /api/ambient/v1/sessions/{id}"},
		Errors: errorsOf(
			own(toolerr.SessionNotFound, "No session with that ID"),
			own(toolerr.InvalidLabelKey, "A key contains = or whitespace"),
			own(toolerr.InvalidLabelValue, "A value is empty"),
			own(toolerr.Forbidden, "Token lacks sessions:patch"),
		),
		Annotations: Annotations{Idempotent: true}, Group: GroupAnnotate,
	}, "Merges key-value label pairs into a session's labels field. Existing labels not present in the patch are preserved.")
}

func patchSessionAnnotationsTool() Tool {
	return describe(Tool{
		Name: "patch_session_annotations", Summary: "Merge annotations into a session (programmable state)",
		InputSchema: input("patch_session_annotations"), OutputSchema: output("session"),
		RBAC: "sessions:patch", Backing: []string{"PATCH /api/ambient/v1/sessions/{id}"},
		Errors: errorsOf(
			own(toolerr.SessionNotFound, "No session with that ID"),
			own(toolerr.AnnotationValueTooLarge, "A value exceeds 4096 bytes"),
			own(toolerr.Forbidden, "Token lacks sessions:patch"),
		),
		Annotations: Annotations{Destructive: true, Idempotent: true}, Group: GroupAnnotate,
	}, "Merges key-value annotation pairs into a session's annotations field. Annotations are unrestricted user-defined string metadata — unlike labels they are not used for filtering, "+
		"but they are readable by any agent or external system with sessions:get. This makes them a scoped, programmable state store: any application can write and read agent/session state without a custom database.")
}

func patchAgentAnnotationsTool() Tool {
	return describe(Tool{
		Name: "patch_agent_annotations", Summary: "Merge annotations into an agent (durable state)",
		InputSchema: input("patch_agent_annotations"), OutputSchema: output("agent"),
		RBAC: "agents:patch", Backing: []string{"PATCH /api/ambient/v1/projects/{project_id}/agents/{agent_id}"},
		Errors: errorsOf(
			own(toolerr.AgentNotFound, "No agent with that ID or name"),
			own(toolerr.AnnotationValueTooLarge, "A value exceeds 4096 bytes"),
			own(toolerr.Forbidden, "Token lacks agents:patch"),
			general(toolerr.AmbiguousAgentName, "agent_id is the name of more than one agent of the project"),
		),
		Annotations: Annotations{Destructive: true, Idempotent: true}, Group: GroupAnnotate,
	}, "Merges key-value annotation pairs into a ProjectAgent's annotations field. Agent annotations are persistent across sessions — they survive session termination and are visible to all future sessions for that agent. "+
		"Use them to store durable agent state: last-known task, accumulated context index, external system IDs, etc.")
}

func patchProjectAnnotationsTool() Tool {
	return describe(Tool{
		Name: "patch_project_annotations", Summary: "Merge annotations into a project (shared state)",
		InputSchema: input("patch_project_annotations"), OutputSchema: output("project"),
		RBAC: "projects:patch", Backing: []string{"PATCH /api/ambient/v1/projects/{id}"},
		Errors: errorsOf(
			own(toolerr.ProjectNotFound, "No project with that ID or name"),
			own(toolerr.AnnotationValueTooLarge, "A value exceeds 4096 bytes"),
			own(toolerr.Forbidden, "Token lacks projects:patch"),
			general(toolerr.InvalidRequest, "project_id is the name of more than one project; an argument is unknown, missing or of the wrong type"),
		),
		Annotations: Annotations{Destructive: true, Idempotent: true}, Group: GroupAnnotate,
	}, "Merges key-value annotation pairs into a Project's annotations field. Project annotations are the widest-scope state store — visible to every agent and session in the project. "+
		"Use them for project-level configuration, feature flags, shared context, and cross-agent coordination state that outlives any single session.")
}

func (s *Set) patchSessionLabels(c call) (any, error) {
	labels := c.args.pairs("labels")
	if err := checkLabels(labels); err != nil {
		return nil, err
	}
	return s.editSession(c, edit{field: "labels", pairs: labels})
}

func (s *Set) patchSessionAnnotations(c call) (any, error) {
	annotations := c.args.pairs("annotations")
	if err := checkAnnotations(annotations); err != nil {
		return nil, err
	}
	return s.editSession(c, edit{field: "annotations", pairs: annotations, deletesEmpty: true})
}

func (s *Set) editSession(c call, e edit) (any, error) {
	v := s.merges.visit()
	defer v.done()
	session, err := s.session(c, "read")
	if err != nil {
		return nil, err
	}
	view := func(session *platform.Session) stored {
		if e.field == "labels" {
			return stored{session.Labels, showSession(session)}
		}
		return stored{session.Annotations, showSession(session)}
	}
	e.resource = "session/" + session.ID
	e.where = sessionContext("change the "+e.field+" of", session.ID)
	e.where.Arguments = []string{e.field}
	e.read = func(ctx context.Context) (stored, error) {
		again, err := s.platform.GetSession(ctx, session.ID)
		if err != nil {
			return stored{}, err
		}
		return view(again), nil
	}
	e.write = func(ctx context.Context, p platform.Patch) error {
		_, err := s.platform.PatchSession(ctx, session.ID, p)
		return err
	}
	return s.apply(c.ctx, e, view(session), v)
}

func (s *Set) patchAgentAnnotations(c call) (any, error) {
	annotations := c.args.pairs("annotations")
	if err := checkAnnotations(annotations); err != nil {
		return nil, err
	}
	v := s.merges.visit()
	defer v.done()
	if _, err := c.args.id("project_id"); err != nil {
		return nil, err
	}
	agent, err := s.namedAgent(c)
	if err != nil {
		return nil, err
	}
	return s.apply(c.ctx, edit{
		resource: "agent/" + agent.ID, field: "annotations", pairs: annotations, deletesEmpty: true,
		where: toolerr.Context{
			Thing: "agent with id " + agent.ID, Action: "change the annotations of agent " + agent.ID,
			Arguments: []string{"annotations"}, NotFound: toolerr.AgentNotFound,
		},
		read: func(ctx context.Context) (stored, error) {
			again, err := s.platform.GetAgent(ctx, agent.ID)
			if err != nil {
				return stored{}, err
			}
			return stored{again.Annotations, again.Raw}, nil
		},
		write: func(ctx context.Context, p platform.Patch) error {
			_, err := s.platform.PatchProjectAgent(ctx, agent.ProjectID, agent.ID, p)
			return err
		},
	}, stored{agent.Annotations, agent.Raw}, v)
}

func (s *Set) patchProjectAnnotations(c call) (any, error) {
	annotations := c.args.pairs("annotations")
	if err := checkAnnotations(annotations); err != nil {
		return nil, err
	}
	v := s.merges.visit()
	defer v.done()
	project, err := s.project(c)
	if err != nil {
		return nil, err
	}
	return s.apply(c.ctx, edit{
		resource: "project/" + project.ID, field: "annotations", pairs: annotations, deletesEmpty: true,
		where: toolerr.Context{
			Thing: "project with id " + project.ID, Action: "change the annotations of project " + project.ID,
			Arguments: []string{"annotations"}, NotFound: toolerr.ProjectNotFound,
		},
		read: func(ctx context.Context) (stored, error) {
			again, err := s.platform.GetProject(ctx, project.ID)
			if err != nil {
				return stored{}, err
			}
			return stored{again.Annotations, again.Raw}, nil
		},
		write: func(ctx context.Context, p platform.Patch) error {
			_, err := s.platform.PatchProject(ctx, project.ID, p)
			return err
		},
	}, stored{project.Annotations, project.Raw}, v)
}
