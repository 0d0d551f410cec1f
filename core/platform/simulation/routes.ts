import {
  badCursor,
  idText,
  inOrganization,
  momentText,
  orNull,
  paged,
  pageOf,
  pageQuery,
  respond,
  Type,
} from '@dossier/sdk';
import type { Page, RouteHandlers, RouteSpec, Static } from '@dossier/sdk';
import { manageTemplates } from '../templates/contract.ts';
import { MOST } from './simulations.ts';
import type { Simulations } from './simulations.ts';
import type { ChangedRow, Selected } from './table.ts';

const gate = inOrganization({ permission: manageTemplates });
const Id = Type.Object({ id: idText() });
const exactly = { additionalProperties: false };
const states = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;

const Case = Type.Object({
  applicationId: idText(),
  number: Type.String(),
  applicantName: Type.String(),
  then: Type.String({ description: 'How the SYSTEM steps ended: Approved automatically, or Halted at a MANUAL step.' }),
  now: Type.String({ description: 'How they would end with the draft.' }),
  reasons: Type.Array(Type.String(), { description: 'Why it would halt or wait.' }),
});
const Group = Type.Object({
  from: Type.String({ description: 'How they ended, as `then` of a case.' }),
  to: Type.String({ description: 'How they would end, as `now` of a case.' }),
  count: Type.Integer(),
});
const SimulationReply = Type.Object({
  id: idText(),
  templateId: idText(),
  workspaceId: idText(),
  state: Type.Unsafe<(typeof states)[number]>({ type: 'string', enum: states }),
  total: Type.Integer({ description: 'How many applications are looked at.' }),
  tried: Type.Integer({ description: 'Looked at so far: the same, the different and those that could not be tried.' }),
  same: Type.Integer(),
  different: Type.Integer(),
  notTried: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
  groups: Type.Array(Group),
  cases: Type.Array(Case, { description: 'The first 200 that would end differently.' }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed.' }),
  startedAt: orNull(momentText()),
  endedAt: orNull(momentText()),
});
/** Of those that would end differently. */
const SHOWN = 200;
const LONGEST = 300;

export const routes = {
  start: {
    method: 'POST',
    // It changes nothing that a GET of the template shows.
    resource: null,
    url: '/api/v1/templates/:id/simulations',
    params: Id,
    body: Type.Object(
      {
        workspaceId: idText(),
        most: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MOST, default: MOST, description: 'The newest so many applications.' }),
        ),
      },
      exactly,
    ),
    status: 202,
    reply: SimulationReply,
    idempotent: true,
    gate,
    summary:
      'Try the draft out with past applications of a workspace, without any effect. One that has not ended is answered again',
    problems: { 409: 'You are trying another draft of this template out, or elsewhere (`simulation-running`)' },
  },
  get: {
    method: 'GET',
    etag: { of: ['id', 'state'] },
    url: '/api/v1/simulations/:id',
    params: Id,
    reply: SimulationReply,
    gate,
    summary: 'What a trial of your own has found so far; it is kept for seven days',
  },
  cases: {
    method: 'GET',
    url: '/api/v1/simulations/:id/cases',
    params: Id,
    query: Type.Object({
      from: Type.Optional(Type.String({ maxLength: LONGEST, description: 'As in a group.' })),
      to: Type.Optional(Type.String({ maxLength: LONGEST, description: 'As in a group.' })),
      ...pageQuery({ most: SHOWN, usual: SHOWN }),
    }),
    reply: Type.Array(Case),
    gate,
    summary: 'Applications that would end differently; the next page is in the Link header',
  },
  cancel: {
    method: 'POST',
    resource: '/api/v1/simulations/:id',
    url: '/api/v1/simulations/:id/cancel',
    params: Id,
    status: 200,
    reply: SimulationReply,
    gate,
    summary: 'Cancel a trial; one that has ended stays what it is',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

const caseReply = ({ applicationId, number, applicantName, then, now, reasons }: ChangedRow): Static<typeof Case> => ({
  applicationId,
  number,
  applicantName,
  then,
  now,
  reasons: [...reasons],
});

/** A simulation as replies and GraphQL show it. */
export const simulationReply = (row: Selected, cases: readonly ChangedRow[]): Static<typeof SimulationReply> => ({
  id: row.id,
  templateId: row.templateId,
  workspaceId: row.workspaceId,
  state: row.state,
  total: row.total,
  tried: row.tried,
  same: row.same,
  different: row.different,
  notTried: [...row.notTried],
  groups: [...row.groups],
  cases: cases.map(caseReply),
  reason: row.reason,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
});

/** The first of those that end differently. */
export const first = { after: -1, limit: SHOWN } as const;

export const handlers = (simulations: Simulations): RouteHandlers<typeof routes> => ({
  start: async ({ access, params, body }) =>
    respond(simulationReply(await simulations.start(access, params.id, body), []), { status: 202 }),
  get: async ({ access, params }) =>
    simulationReply(await simulations.get(access, params.id), await simulations.cases(access, params.id, first)),
  async cases({ access, params, query, url }) {
    const { from, to } = query;
    const page = pageOf(url, { limit: SHOWN, ...query });
    const rows = await simulations.cases(access, params.id, {
      after: placeOf(page),
      limit: page.limit + 1,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
    const { body, headers } = paged(
      url,
      rows.map((row) => ({ ...row, id: row.applicationId })),
      page,
      ({ position }) => String(position),
    );
    return respond(body.map(caseReply), { headers });
  },
  cancel: async ({ access, params }) =>
    simulationReply(await simulations.cancel(access, params.id), await simulations.cases(access, params.id, first)),
});

/** The position after which the page begins. */
function placeOf({ after }: Page): number {
  if (after === null) return -1;
  if (!/^\d{1,5}$/.test(after.sort)) throw badCursor();
  return Number(after.sort);
}
