import { idText, ofSubject, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { decideApplications } from './contract.ts';
import type { Workflow } from './contract.ts';

export const routes = {
  tick: {
    method: 'PUT',
    resource: '/api/v1/applications/:id',
    url: '/api/v1/applications/:id/checklist/:key',
    params: Type.Object({ id: idText(), key: Type.String({ description: 'Of the point, as the template has it.' }) }),
    body: Type.Object({ ticked: Type.Boolean() }, { additionalProperties: false }),
    status: 204,
    gate: ofSubject('application', { permission: decideApplications, outside: 'forbidden' }),
    problems: {
      409: 'It is decided already (`already-decided`), or the system still checks it (`not-at-manual-step`)',
    },
    summary: 'Tick a point of the checklist of the step at which an application halts, or take the tick off',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (workflow: Pick<Workflow, 'tick'>): RouteHandlers<typeof routes> => ({
  tick: ({ access, params, body }) => workflow.tick(access, params.id, { point: params.key, ticked: body.ticked }),
});
