/**
 * Files that hold every row, read through a cursor on PostgreSQL: in full, with names in between, and without keeping a
 * connection whatever happens.
 */
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { definePlugin } from '@dossier/sdk';
import { testClock } from '@dossier/core/testing';
import { reportSources } from '@dossier/core/platform/reporting/contract';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import { stage } from './stage.ts';

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());
const ROWS = 3_000;

t.test('through a cursor', { skip: postgres === null }, async (t) => {
  const here = { workspace: '', officer: '', upTo: 0 };
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
            id: { title: 'Number', type: 'id' },
            at: { title: 'When', type: 'time' },
            by: { title: 'By', type: 'person' },
            odd: { title: 'Odd', type: 'flag', label: 'parity' },
            parity: { title: 'Parity', type: 'text', hidden: true },
            inverse: { title: 'Inverse', type: 'number' },
          },
          measures: {
            all: { title: 'All', how: 'rows', at: 'at', better: 'none' },
            inverse: { title: 'Inverse', how: 'median', column: 'inverse', at: 'at', better: 'none' },
          },
          relation: ({ organization }) => sql`
        select ${organization}::uuid as "organizationId", ${here.workspace}::uuid as "workspaceId", n::text as "id", timestamptz '2027-03-01T00:00:00Z' + make_interval(secs => n) as "at",
          case when n % 2 = 0 then ${here.officer}::text end as "by", n % 2 = 1 as "odd", case when n % 2 = 1 then 'odd' else 'even' end as "parity", 12 / (n - ${here.upTo}::int) as "inverse"
        from generate_series(1, ${ROWS}::int) as n`,
        },
      ),
  });
  const { env, superUrl } = await postgres!.createDatabase('cursor');
  const { platform, acme, base, ordered, content } = await stage({
    clock: testClock(new Date('2027-04-05T08:00:00Z')),
    plugins: [numbers],
    env: { ...env, POOL_SIZE: '4' },
  });
  t.teardown(() => platform.stop());
  here.workspace = acme.staffWorkspace;
  here.officer = acme.officer.id;

  const table = (columns: readonly string[]): object => ({
    kind: 'table',
    title: columns.join(' '),
    source: 'numbers',
    columns,
    at: 'at',
  });
  const definition = (sections: readonly object[]): object => ({
    title: 'Numbers',
    period: { kind: 'lastMonth' },
    compare: false,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections,
  });
  const newestFirst = Array.from({ length: ROWS }, (_, i) => ROWS - i);
  /** Connections of the platform on which a transaction stands open and nothing happens. */
  const standing = async (): Promise<number> => {
    const client = new pg.Client({ connectionString: superUrl });
    await client.connect();
    try {
      return (
        (
          await client.query(
            "select 1 from pg_stat_activity where application_name = 'dossier' and state like 'idle in transaction%' and query like 'fetch%'",
          )
        ).rowCount ?? 0
      );
    } finally {
      await client.end();
    }
  };

  await t.test('a file of two tables has all rows of both, with names and labels', async (t) => {
    const run = await ordered({
      definition: definition([
        { kind: 'figures', title: 'F', figures: [{ source: 'numbers', measure: 'all' }] },
        table(['id', 'by']),
        table(['id', 'odd']),
      ]),
      format: 'csv',
    });
    t.equal(run.state, 'done', run.reason);
    const [figures = '', named = '', labelled = ''] = (await content(run.id)).text.trim().split('\r\n\r\n');
    t.match(figures, `All,${ROWS}`);
    t.strictSame(
      named.split('\r\n').slice(2),
      newestFirst.map((n) => `${n},${n % 2 === 0 ? 'Otto Officer' : ''}`),
    );
    t.strictSame(
      labelled.split('\r\n').slice(2),
      newestFirst.map((n) => `${n},${n % 2 === 1 ? 'odd' : 'even'}`),
    );
    t.equal(await standing(), 0);
  });

  await t.test('a run that fails on its way keeps no connection, and the next one works', async (t) => {
    here.upTo = 1_000;
    // In the figures, before a table is read; in the first table; and in the second.
    for (const sections of [
      [table(['id']), { kind: 'figures', title: 'F', figures: [{ source: 'numbers', measure: 'inverse' }] }],
      [table(['inverse']), table(['id'])],
      [table(['id', 'by']), table(['inverse'])],
    ]) {
      const {
        body: { id },
      } = await acme.officer.post(`${base}/report-runs`, { definition: definition(sections), format: 'csv' });
      for (let tries = 0; tries < 6; tries++) {
        await platform.settle();
        platform.clock.advance(120_000);
      }
      t.match((await acme.officer.get(`/api/v1/report-runs/${id}`)).body, {
        state: 'failed',
        reason: /could not be made/,
      });
      t.equal(await standing(), 0);
    }
    here.upTo = 0;
    const run = await ordered({ definition: definition([table(['inverse'])]), format: 'csv' });
    t.equal(run.state, 'done', run.reason);
    t.equal((await content(run.id)).text.trim().split('\r\n').length, ROWS + 1);
  });
});
