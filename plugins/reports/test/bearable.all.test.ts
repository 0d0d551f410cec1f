/**
 * The embedded database cannot be stopped: what would keep it, and with it everybody, for long is not begun, whichever
 * part of a report asks for it.
 */
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { definePlugin } from '@dossier/sdk';
import { reportSources } from '@dossier/core/platform/reporting/contract';
import { stage } from './stage.ts';

const here = { workspace: '', rows: 1_000 };
const numbers = definePlugin({
  id: 'numbers',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [reportSources],
  setup: (_needs, plugin) =>
    plugin.contribute(
      reportSources,
      'numbers',
      { open: 'to members' },
      {
        title: 'Numbers',
        within: 'workspaceId',
        key: 'id',
        newest: 'at',
        columns: {
          id: { title: 'Number', type: 'text' },
          join: { title: 'Looked up one by one', type: 'text' },
          at: { title: 'When', type: 'time' },
        },
        measures: {
          all: { title: 'All', how: 'rows', at: null, better: 'none' },
          then: { title: 'Then', how: 'rows', at: 'at', better: 'none' },
        },
        relation: ({ organization }) => sql`
      select ${organization}::uuid as "organizationId", ${here.workspace}::uuid as "workspaceId", n::text as "id", current_setting('enable_nestloop') as "join", now() as "at"
      from generate_series(1, ${sql.lit(here.rows)}) as n`,
      },
    ),
});
const { platform, acme, base, ordered } = await stage({ plugins: [numbers], embedded: true });
t.teardown(() => platform.stop());
here.workspace = acme.staffWorkspace;

const asked = { source: 'numbers', measures: ['then'] };
const table = { kind: 'table', title: 'T', source: 'numbers', columns: ['id', 'join'] };
const sections = [
  { kind: 'figures', title: 'F', figures: [{ source: 'numbers', measure: 'all' }] },
  { kind: 'groups', title: 'G', ...asked, by: 'id' },
  { kind: 'chart', title: 'C', chart: 'bar', ...asked, by: 'time' },
  table,
];
const definition = (section: object): object => ({
  title: 'Numbers',
  period: { kind: 'thisMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [section],
});

t.test('what is bearable is answered, and rows are never looked up one by one', async (t) => {
  here.rows = 1_000;
  for (const section of sections)
    t.equal((await acme.officer.post(`${base}/report-previews`, { definition: definition(section) })).status, 200);
  const { body } = await acme.officer.post(`${base}/report-previews`, { definition: definition(table) });
  t.equal(body.sections[0].rows[0][1], 'off');
});

t.test('more is refused with what to do, in previews, values and runs', async (t) => {
  here.rows = 50_000_000;
  const refused = {
    code: 'too-much-at-once',
    detail: /Choose a shorter period or narrower filters.*ask the operator of this installation/,
  };
  const technical = /embedded|PostgreSQL|[A-Z]_[A-Z]/;
  for (const section of sections)
    t.match(await acme.officer.post(`${base}/report-previews`, { definition: definition(section) }), {
      status: 422,
      body: refused,
    });
  const values = await acme.officer.get(`${base}/report-values?source=numbers&column=id`);
  t.match(values, { status: 422, body: refused });
  t.notMatch(values.body.detail, technical, 'in words of who orders it');
  for (const format of ['pdf', 'csv'])
    t.match(await ordered({ definition: definition(table), format }), { state: 'failed', reason: refused.detail });
});
