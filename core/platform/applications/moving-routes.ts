import { idText, inOrganization, orNull, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageTemplates } from '../templates/contract.ts';
import type { Moving } from './moving.ts';

const gate = inOrganization({ permission: manageTemplates });
const Id = Type.Object({ id: idText() });
const Wanted = Type.Object(
  {
    applicationIds: Type.Array(idText(), { minItems: 1, maxItems: 100, uniqueItems: true }),
    version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  },
  { additionalProperties: false },
);
const kinds = ['added', 'changed', 'removed'] as const;

/** Applications that go on with a newer version of their template. */
export const movingRoutes = {
  running: {
    method: 'GET',
    url: '/api/v1/templates/:id/running',
    params: Id,
    reply: Type.Array(Type.Object({ version: Type.Integer(), count: Type.Integer() })),
    gate,
    summary: 'How many undecided applications that you may read each version of a template has',
  },
  movePreview: {
    method: 'POST',
    resource: null,
    url: '/api/v1/templates/:id/moves/preview',
    params: Id,
    body: Wanted,
    status: 200,
    reply: Type.Array(
      Type.Object({
        applicationId: idText(),
        number: Type.String(),
        changes: Type.Array(
          Type.Object({
            kind: Type.Unsafe<(typeof kinds)[number]>({ type: 'string', enum: kinds }),
            text: Type.String(),
          }),
        ),
        faults: Type.Array(
          Type.Object({
            pointer: Type.String(),
            code: Type.String(),
            detail: Type.String(),
          }),
          { description: 'Answers that do not fit the version, and what stands against moving it.' },
        ),
        from: Type.String({ description: 'The status now.' }),
        to: Type.Union([Type.String(), Type.Null()], {
          description: 'The status then; null where it is known only when the steps have run.',
        }),
      }),
    ),
    gate,
    summary: 'What would change in applications with a newer version; those that you may not read are left out',
  },
  move: {
    method: 'POST',
    resource: null,
    url: '/api/v1/templates/:id/moves',
    params: Id,
    body: Wanted,
    status: 200,
    reply: Type.Array(
      Type.Object({
        applicationId: idText(),
        moved: Type.Boolean(),
        problem: orNull(Type.Object({ code: Type.String(), detail: Type.String() })),
      }),
    ),
    idempotent: true,
    gate,
    summary: 'Let applications go on with a newer version, each by itself; decided ones are refused',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const movingHandlers = (moving: Moving): RouteHandlers<typeof movingRoutes> => ({
  running: async ({ access, params }) => [...(await moving.running(access, params.id))],
  movePreview: async ({ access, params, body }) =>
    (await moving.preview(access, { templateId: params.id, ...body })).map(({ changes, faults, ...row }) => ({
      ...row,
      changes: [...changes],
      faults: faults.map(({ pointer, code, detail }) => ({ pointer, code, detail })),
    })),
  move: async ({ access, params, body }) => [...(await moving.move(access, { templateId: params.id, ...body }))],
});
