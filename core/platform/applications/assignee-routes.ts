import { idText, inWorkspace, ofSubject, orNull, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { decideApplications } from '../workflow/contract.ts';
import type { Assigning } from './assignees.ts';
import { assignApplications, readApplications } from './contract.ts';

const exactly = { additionalProperties: false };
const Id = Type.Object({ id: idText() });
const Workspace = Type.Object({ workspaceId: idText() });
const Person = Type.Object({ userId: idText() }, exactly);
const either = { anyOf: [decideApplications, assignApplications], outside: 'forbidden' } as const;
const ofApplication = ofSubject('application', either);
const problems = { 409: 'It is decided already (`already-decided`)' } as const;
const resource = '/api/v1/applications/:id';

/** Who works on an application. */
export const assigneeRoutes = {
  assign: {
    method: 'POST',
    resource,
    url: '/api/v1/applications/:id/assignees',
    params: Id,
    body: Person,
    status: 204,
    gate: ofApplication,
    problems,
    summary: 'Assign somebody, or take it yourself; who is assigned already stays so',
  },
  unassign: {
    method: 'DELETE',
    resource,
    url: '/api/v1/applications/:id/assignees/:userId',
    params: Type.Object({ id: idText(), userId: idText() }),
    status: 204,
    gate: ofApplication,
    problems,
    summary: 'Take somebody off, or give it back yourself; who is not assigned is no fault',
  },
  handOver: {
    method: 'POST',
    resource,
    url: '/api/v1/applications/:id/hand-over',
    params: Id,
    body: Person,
    status: 204,
    gate: ofApplication,
    problems: { 409: 'It is decided already (`already-decided`), or not assigned to you (`not-yours`)' },
    summary: 'Give an application that is assigned to you to somebody else',
  },
  bulk: {
    method: 'POST',
    resource: null,
    url: '/api/v1/workspaces/:workspaceId/applications/assign',
    params: Workspace,
    body: Type.Object(
      {
        applications: Type.Array(
          Type.Object(
            {
              id: idText(),
              version: Type.Integer({ minimum: 1, description: 'As it was seen; one that has changed is left.' }),
            },
            exactly,
          ),
          { minItems: 1, maxItems: 100 },
        ),
        userId: orNull(idText('Null takes everybody off.')),
      },
      exactly,
    ),
    status: 200,
    reply: Type.Array(
      Type.Object({
        applicationId: idText(),
        assigned: Type.Boolean(),
        problem: orNull(Type.Object({ code: Type.String(), detail: Type.String() })),
        now: orNull(
          Type.Object(
            {
              version: Type.Integer(),
              status: Type.String(),
              assignees: Type.Array(Type.Object({ id: idText(), name: Type.String() })),
            },
            { description: 'One that was left, as it is by now; null where it is none of the workspace.' },
          ),
        ),
      }),
    ),
    idempotent: true,
    gate: inWorkspace(either),
    summary: 'Assign several applications to somebody, each by itself and only as it was seen',
  },
  takeNext: {
    method: 'POST',
    resource: null,
    url: '/api/v1/workspaces/:workspaceId/applications/take-next',
    params: Workspace,
    status: 200,
    reply: Type.Object({ id: orNull(idText('Null when none waits without an officer.')) }),
    idempotent: true,
    gate: inWorkspace(either),
    summary: 'Take the most urgent application that waits for an officer and has none: by when it is due, then by age',
  },
  officers: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/officers',
    params: Workspace,
    reply: Type.Array(
      Type.Object({
        id: idText(),
        name: Type.String(),
        open: Type.Integer({ description: 'Open applications that are assigned to them, in all workspaces.' }),
      }),
    ),
    gate: inWorkspace({ permission: readApplications }),
    summary: 'Those to whom applications of the workspace can be assigned, with how many open ones they have',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const assigneeHandlers = (assigning: Assigning): RouteHandlers<typeof assigneeRoutes> => ({
  assign: async ({ access, params, body }) => assigning.add(access, params.id, body.userId),
  unassign: async ({ access, params }) => assigning.remove(access, params.id, params.userId),
  handOver: async ({ access, params, body }) => assigning.handOver(access, params.id, body.userId),
  bulk: async ({ access, body }) =>
    (await assigning.bulk(access, body)).map(({ now, ...one }) => ({
      ...one,
      now: now && { ...now, assignees: [...now.assignees] },
    })),
  takeNext: async ({ access }) => ({ id: await assigning.takeNext(access) }),
  officers: async ({ access }) => [...(await assigning.officers(access))],
});
