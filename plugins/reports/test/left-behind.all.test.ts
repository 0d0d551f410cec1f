/** Runs whose process died so that nobody works on them any more. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, Type } from '@dossier/sdk';
import type { Json } from '@dossier/core/testing';
import { sectionKinds } from '../contract.ts';
import { stage } from './stage.ts';

const HOUR = 3_600_000;
/** How often each was begun. */
const begun = new Map<string, number>();
const dying = definePlugin({
  id: 'dying',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [sectionKinds],
  setup: (_needs, plugin) =>
    plugin.contribute(
      sectionKinds,
      'dying',
      { open: 'to members' },
      {
        title: 'Dying',
        schema: Type.Object(
          { kind: Type.Literal('dying'), name: Type.String(), times: Type.Integer() },
          { additionalProperties: false },
        ),
        uses: () => [],
        async compute(section) {
          const name = String(section['name']);
          begun.set(name, (begun.get(name) ?? 0) + 1);
          if (begun.get(name)! > Number(section['times'])) return { kind: 'text', paragraphs: ['It lives.'] };
          await jobIsGone();
          throw new Error('The process dies.');
        },
      },
    ),
});
const { platform, acme, base } = await stage({ plugins: [dying] });
t.teardown(() => platform.stop());

/** As after the last try of a job, when its process died. */
const jobIsGone = (): Promise<unknown> =>
  platform.kernel.database.asOwner((owner) => owner.run(`delete from pgboss.job_common where name = 'reports/make'`));
const order = async (name: string, times: number): Promise<string> =>
  (
    await acme.officer.post(`${base}/report-runs`, {
      format: 'csv',
      definition: {
        title: name,
        period: { kind: 'lastWeek' },
        compare: false,
        filters: {},
        grouping: 'auto',
        targetDays: 10,
        sections: [{ kind: 'dying', name, times }],
      },
    })
  ).body.id;
const run = async (id: string): Promise<Json> => (await acme.officer.get(`/api/v1/report-runs/${id}`)).body;
const later = async (milliseconds: number): Promise<void> => {
  platform.clock.advance(milliseconds);
  await platform.settle();
};

t.test(
  'a run that was at work is taken up once, and the next one of its organization is not kept waiting',
  async (t) => {
    const id = await order('once', 1);
    await platform.settle();
    t.match(await run(id), { state: 'running' });
    const next = await order('next', 0);
    await later(HOUR / 2);
    t.match(await Promise.all([run(id), run(next)]), [{ state: 'running' }, { state: 'done' }]);
    await later(HOUR / 2 + 60_000);
    t.match(await run(id), { state: 'done', reason: null });
    t.equal(begun.get('once'), 2);
  },
);

t.test('a run that takes its process along a second time fails and says so', async (t) => {
  const id = await order('twice', 9);
  await platform.settle();
  await later(HOUR + 60_000);
  t.match(await run(id), { state: 'running' });
  await later(HOUR + 60_000);
  t.match(await run(id), {
    state: 'failed',
    reason: 'The run was interrupted twice and did not go on. Run the report again.',
  });
  t.equal(begun.get('twice'), 2, 'nobody tries for ever');
});

t.test('after a night without a process a run that waits is made once, and never taken for lost', async (t) => {
  const id = await order('night', 0);
  await platform.settle();
  t.equal(begun.get('night'), 1);
  // As it stood in the evening, with its job before it: a run that has begun cannot be kept from going on.
  const evening = new Date(platform.clock.time()).toISOString();
  await platform.kernel.database.asOwner((owner) =>
    owner.transaction(async () => {
      await owner.run(
        `update report_run set state = 'queued', progress = 0, "startedAt" = null, "endedAt" = null, "fileId" = null, "jobAt" = $2 where id = $1`,
        [id, evening],
      );
      const { rows } = await owner.run(
        `update pgboss.job_common set state = 'created', started_on = null, completed_on = null, start_after = $2::timestamptz + interval '9 hours' where name = 'reports/make' and data::text like '%' || $1 || '%' returning 1`,
        [id, evening],
      );
      t.equal(rows.length, 1);
    }),
  );
  await later(9 * HOUR);
  t.match(await run(id), { state: 'done', reason: null });
  t.equal(begun.get('night'), 2, 'once more, and not twice');
});
