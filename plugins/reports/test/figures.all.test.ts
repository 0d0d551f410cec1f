/**
 * Every number equals what is counted from the raw rows in another way, and what the list of applications shows for the
 * same filter.
 */
import { Temporal } from 'temporal-polyfill';
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { Database } from '@dossier/sdk';
import { testClock } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { beginOf, dayOf } from '../time/moments.ts';
import { stage } from './stage.ts';

/** Random numbers that are the same in each run (mulberry32). */
function chance(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % below;
  };
}

interface Raw {
  id: string;
  status: string;
  templateId: string;
  sourceId: string;
  createdAt: string;
  decidedAt: string | null;
  decidedByKind: string | null;
  assignees: string[];
}

const here = await stage({ clock: testClock(new Date('2027-02-01T05:00:00Z')) });
const { platform, acme, base } = here;
t.teardown(() => platform.stop());
const random = chance(20270201);
const HOUR = 3_600_000;

// Three months of work: two templates, a key and two people as sources, decisions soon and late, some never.
const templates = [
  await acme.template(['DocumentCompletenessCheckHandler']),
  await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  }),
];
const second = await acme.person('Olaf Second', 'officer');
const open: string[] = [];
for (let i = 0; i < 70; i++) {
  platform.clock.advance(((1 + random(60)) * HOUR) / 2);
  const record = acme.record(templates[random(2)]!, {
    ...(random(5) === 0 ? { answers: {} } : {}),
    ...(random(2) === 0 ? { primary: acme.client.email } : {}),
  });
  const { workspaceId: _, ...inPath } = record;
  const by = random(3);
  const made =
    by === 0
      ? await acme.officer.post(`${base}/applications`, inPath)
      : by === 1
        ? await second.post(`${base}/applications`, inPath)
        : await acme.key.post('/api/v1/applications', record);
  if (made.status !== 201) throw new Error(made.text);
  if (made.body.status !== 'Approved') open.push(made.body.id);
  if (random(3) === 0)
    await acme.key.upload(`/api/v1/applications/${made.body.id}/documents`, [
      { name: 'file', fileName: 'income.txt', contentType: 'text/plain', bytes: `Income ${i}` },
      { name: 'requirementKey', value: 'income' },
    ]);
  if (random(2) === 0 && open.length > 0) {
    const [id] = open.splice(random(open.length), 1);
    const officer: TestClient = random(2) === 0 ? acme.officer : second;
    await officer.post(`/api/v1/applications/${id}/${random(3) === 0 ? 'reject' : 'approve'}`, { reason: 'Looked at' });
  }
}

const rows = await platform.service(Database).read(
  acme.organization,
  async (tx) =>
    (
      await sql<Raw>`
  select a."id", a."status", a."templateId", a."sourceId", a."createdAt", a."decidedAt", a."decidedByKind", (select coalesce(json_agg(s."userId"), '[]'::json) from assignee s where s."applicationId" = a.id) as "assignees" from application a`.execute(
        tx.sql(),
      )
    ).rows,
);

/** `percentile_cont`, written anew. */
function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

const near = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) < 0.01;
const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
const measures = [
  'received',
  'closed',
  'approved',
  'rejected',
  'open',
  'decisionMedian',
  'decisionP90',
  'deadlineKept',
  'automatic',
];

t.ok(rows.length === 70 && new Set(rows.map(({ status }) => status)).size >= 3, 'there is something to count');

for (let round = 0; round < 20; round++) {
  const some = <T>(all: readonly T[]): T[] => all.filter(() => random(2) === 0);
  const filters: Record<string, string[]> = {};
  if (random(2) === 0) filters['status'] = some(['Submitted', 'InReview', 'Approved', 'Rejected']);
  if (random(3) === 0) filters['templateId'] = [pick(templates)];
  if (random(3) === 0) filters['assignee'] = some([acme.officer.id, second.id, acme.admin.id]);
  if (random(3) === 0) filters['source'] = [pick([acme.key.id, acme.officer.id, second.id])];
  const timeZone = pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']);
  const [first, days] = [random(50), 1 + random(60)];
  const day = (n: number): string => new Date(Date.UTC(2027, 1, 1 + n)).toISOString().slice(0, 10);
  const period = { kind: 'range', from: day(first), to: day(first + days - 1) };
  const targetDays = 1 + random(6);
  const column = pick(['status', 'templateId', 'sourceId']);

  t.test(
    `round ${round}: ${JSON.stringify({ filters, timeZone, period: [period.from, period.to], column })}`,
    async (t) => {
      const answer = await acme.officer.post(`${base}/report-previews`, {
        definition: {
          title: 'Check',
          period,
          compare: true,
          filters,
          grouping: pick(['auto', 'day', 'week', 'month']),
          targetDays,
          sections: [
            { kind: 'figures', title: 'F', figures: measures.map((measure) => ({ source: 'applications', measure })) },
            {
              kind: 'chart',
              title: 'C',
              chart: 'line',
              source: 'applications',
              measures: ['received', 'closed'],
              by: 'time',
            },
            {
              kind: 'chart',
              title: 'G',
              chart: 'bar',
              source: 'applications',
              measures: ['received', 'closed'],
              by: column,
            },
            { kind: 'groups', title: 'O', source: 'assignments', measures: ['open', 'closed'], by: 'userId' },
            { kind: 'table', title: 'T', source: 'applications', columns: ['id', 'status'], at: 'createdAt' },
          ],
        },
        parameters: { timeZone },
      });
      t.equal(answer.status, 200, answer.text.slice(0, 500));
      const [figures, overTime, grouped, officers, table] = answer.body.sections;

      const is = (name: string, value: string | readonly string[]): boolean => {
        const wanted = filters[name];
        return !wanted || wanted.length === 0 || [value].flat().some((one) => wanted.includes(one));
      };
      const mine = rows.filter(
        (row) =>
          is('status', row.status) &&
          is('templateId', row.templateId) &&
          is('source', row.sourceId) &&
          is('assignee', row.assignees),
      );
      const [from, to] = [
        beginOf(Temporal.PlainDate.from(period.from), timeZone),
        beginOf(Temporal.PlainDate.from(period.to).add({ days: 1 }), timeZone),
      ];
      const between = (time: string | null, a = from, b = to): boolean =>
        time !== null && new Date(time) >= a && new Date(time) < b;
      const decided = mine.filter(({ decidedAt }) => between(decidedAt));
      const times = decided.map(({ createdAt, decidedAt }) => (Date.parse(decidedAt!) - Date.parse(createdAt)) / 1000);
      const share = (part: number): number | null => (decided.length === 0 ? null : (100 * part) / decided.length);
      const expected: Record<string, number | null> = {
        received: mine.filter(({ createdAt }) => between(createdAt)).length,
        closed: decided.length,
        approved: decided.filter(({ status }) => status === 'Approved').length,
        rejected: decided.filter(({ status }) => status === 'Rejected').length,
        open: mine.filter(({ status }) => ['Draft', 'Submitted', 'InReview'].includes(status)).length,
        decisionMedian: percentile(times, 0.5),
        decisionP90: percentile(times, 0.9),
        deadlineKept: share(times.filter((seconds) => seconds <= targetDays * 86_400).length),
        automatic: share(decided.filter(({ decidedByKind }) => decidedByKind === 'system').length),
      };
      for (const [i, measure] of measures.entries())
        t.ok(
          near(figures.figures[i].value, expected[measure]!),
          `${measure}: ${figures.figures[i].value} is ${expected[measure]}`,
        );
      const before = beginOf(Temporal.PlainDate.from(period.from).subtract({ days }), timeZone);
      t.equal(
        figures.figures[0].before,
        mine.filter(({ createdAt }) => between(createdAt, before, from)).length,
        'received in as many days before',
      );

      const { labels, series } = overTime.chart;
      t.equal(
        series[0].values.reduce((a: number, b: number) => a + b, 0),
        expected['received'],
        'the steps add up',
      );
      if (labels[0].length === 10 && labels.length === days) {
        const perDay = labels.map(
          (label: string) =>
            mine.filter(
              ({ createdAt }) => between(createdAt) && dayOf(new Date(createdAt), timeZone).toString() === label,
            ).length,
        );
        t.strictSame(series[0].values, perDay, 'each day has what came in on it, by the clock on the wall');
      }
      t.equal(
        grouped.chart.series[0].values.reduce((a: number, b: number) => a + b, 0),
        expected['received'],
        'the groups add up',
      );
      const load = new Map<string, number>();
      for (const row of mine)
        for (const id of row.assignees)
          if (['Draft', 'Submitted', 'InReview'].includes(row.status)) load.set(id, (load.get(id) ?? 0) + 1);
      const officerNames = new Map([
        [acme.officer.id, 'Otto Officer'],
        [acme.admin.id, 'Ada Admin'],
        [second.id, 'Olaf Second'],
      ]);
      t.strictSame(
        new Map(officers.rows.filter((row: Json) => row[1] > 0).map((row: Json) => [row[0], row[1]])),
        new Map([...load].map(([officer, open]) => [officerNames.get(officer), open])),
        'the load of each officer',
      );
      t.equal(table.total, expected['received']);
      const newest = mine
        .filter(({ createdAt }) => between(createdAt))
        .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
        .map(({ id }) => id)
        .slice(0, 50);
      t.strictSame(
        table.rows.map((row: Json) => row[0]),
        newest,
        'newest first, the first fifty on the screen',
      );

      // Whatever leads to the list leads to as many applications as were counted.
      const counted = [
        ...figures.figures.slice(0, 5),
        ...grouped.chart.series.flatMap((one: Json) =>
          one.values.map((value: number, i: number) => ({ value, list: one.lists[i] })),
        ),
        ...series.flatMap((one: Json) =>
          one.values.slice(0, 3).map((value: number, i: number) => ({ value, list: one.lists[i] })),
        ),
      ];
      for (const { value, list } of counted.filter((one) => one.list !== null)) {
        const page = await acme.officer.get(`/api/v1/applications?limit=100&${list}`);
        t.equal(page.status, 200, page.text.slice(0, 300));
        t.equal(page.body.length, value, list);
      }
    },
  );
}
