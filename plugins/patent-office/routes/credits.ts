import { Readable } from 'node:stream';
import { forbidden, inAnyWorkspace, respond } from '@dossier/sdk';
import type { Database, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { Credits, patentsFeature, searchPatents } from '../contract.ts';
import { entriesCsv } from '../credits/entries.ts';
import type { Overview } from '../credits/overview.ts';

/** The credits are the organization's: anyone who may search in one of its workspaces sees them. */
const gate = inAnyWorkspace({ feature: patentsFeature, permission: searchPatents });
const url = '/api/v1/patents/credits';

export const routes = {
  credits: {
    method: 'GET',
    url,
    gate,
    reply: Credits,
    summary: 'What your organization may still ask the patent office in this month',
  },
  creditEntries: {
    method: 'GET',
    url: `${url}/entries.csv`,
    gate,
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
