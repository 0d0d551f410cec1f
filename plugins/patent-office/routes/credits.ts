import { Readable } from 'node:stream';
import { forbidden, idText, inWorkspace, respond, Type } from '@dossier/sdk';
import type { Database, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { Credits, patentsFeature, searchPatents } from '../contract.ts';
import { entriesCsv } from '../credits/entries.ts';
import type { Overview } from '../credits/overview.ts';

const gate = inWorkspace({ feature: patentsFeature, permission: searchPatents });
const params = Type.Object({ workspaceId: idText() });

export const routes = {
  credits: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/patents/credits',
    gate,
    params,
    reply: Credits,
    summary: 'What your organization may still ask the patent office in this week',
  },
  creditEntries: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/patents/credits/entries.csv',
    gate,
    params,
    media: ['text/csv'],
    problems: { 403: 'You do not set up integrations (`forbidden`)' },
    summary:
      'What the credits of your organization were used for, as CSV, the first one first: for those who set up integrations',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export interface CreditServices {
  readonly overview: Overview;
  readonly database: Pick<Database, 'read'>;
}

export const handlers = ({ overview, database }: CreditServices): RouteHandlers<typeof routes> => ({
  credits: ({ access }) => overview(access),
  async creditEntries({ access }) {
    if (!(await overview(access)).maySeeEntries) throw forbidden();
    return respond(Readable.from(entriesCsv(database, access)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="patent-credits.csv"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  },
});
