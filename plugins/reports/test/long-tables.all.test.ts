/** Tables that come in many pages: each row once, newest first, also where many fell in one moment. */
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { definePlugin } from '@dossier/sdk';
import { testClock } from '@dossier/core/testing';
import { reportSources } from '@dossier/core/platform/reporting/contract';
import { stage } from './stage.ts';

const ROWS = 100_000;
/** As many in one moment; of the others seven in each. */
const MOMENT = 42_000;
const here = { workspace: '' };
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
          odd: { title: 'Odd', type: 'flag' },
        },
        measures: {
          all: { title: 'All', how: 'rows', at: 'at', better: 'none' },
          median: { title: 'Median', how: 'median', column: 'n', at: null, better: 'none' },
        },
        relation: ({ organization }) => sql`
      select ${organization}::uuid as "organizationId", ${here.workspace}::uuid as "workspaceId", n, to_char(n, 'FM000000') as "id", n % 2 = 1 as "odd",
        timestamptz '2027-03-01T00:00:00Z' + make_interval(secs => case when n <= ${MOMENT}::int then 0 else n / 7 end) as "at"
      from generate_series(1, ${ROWS}::int) as n`,
      },
    ),
});
const { platform, acme, base, ordered, content } = await stage({
  clock: testClock(new Date('2027-04-05T08:00:00Z')),
  plugins: [numbers],
});
t.teardown(() => platform.stop());
here.workspace = acme.staffWorkspace;

const definition = (sections: readonly object[]): object => ({
  title: 'Numbers',
  period: { kind: 'lastMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections,
});
const newestFirst = Array.from({ length: ROWS }, (_, i) => String(ROWS - i).padStart(6, '0'));

t.test('a file has every row once, newest first', async (t) => {
  const run = await ordered({
    definition: definition([{ kind: 'table', title: 'T', source: 'numbers', columns: ['id', 'odd'], at: 'at' }]),
    format: 'csv',
  });
  t.equal(run.state, 'done', run.reason);
  const lines = (await content(run.id)).text.trim().split('\r\n').slice(1);
  t.equal(lines.length, ROWS);
  t.equal(
    lines.findIndex((line, i) => line !== `${newestFirst[i]},${Number(newestFirst[i]) % 2 === 1 ? 'Yes' : 'No'}`),
    -1,
  );
});

t.test('what is asked of one source at once is answered alike, and a preview shows the newest', async (t) => {
  const { status, body, text } = await acme.officer.post(`${base}/report-previews`, {
    definition: definition([
      {
        kind: 'figures',
        title: 'F',
        figures: [
          { source: 'numbers', measure: 'all' },
          { source: 'numbers', measure: 'median' },
          { source: 'numbers', measure: 'all', where: { odd: [true] } },
        ],
      },
      { kind: 'groups', title: 'G', source: 'numbers', measures: ['all'], by: 'odd' },
      { kind: 'chart', title: 'C', chart: 'bar', source: 'numbers', measures: ['all'], by: 'time' },
      { kind: 'table', title: 'T', source: 'numbers', columns: ['id'], where: { odd: [true] } },
    ]),
  });
  t.equal(status, 200, text.slice(0, 500));
  const [figures, groups, chart, table] = body.sections;
  t.strictSame(
    figures.figures.map(({ value }: { value: number }) => value),
    [ROWS, (ROWS + 1) / 2, ROWS / 2],
  );
  t.strictSame(
    groups.rows.map(([, count]: readonly [string, number]) => count),
    [ROWS / 2, ROWS / 2],
  );
  t.equal(
    chart.chart.series[0].values.reduce((sum: number, value: number) => sum + value, 0),
    ROWS,
  );
  t.equal(table.total, ROWS / 2);
  t.strictSame(
    table.rows,
    newestFirst
      .filter((id) => Number(id) % 2 === 1)
      .slice(0, 50)
      .map((id) => [id]),
  );
});
