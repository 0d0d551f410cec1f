/** Who hears of a report that was made, or was not. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, Problem, Type } from '@dossier/sdk';
import { toldOf } from '@dossier/core/testing';
import { readApplications } from '@dossier/core/platform/applications/contract';
import notifications from '@dossier/notifications';
import { sectionKinds } from '../contract.ts';
import { stage } from './stage.ts';

/** A section that cannot be made. */
const broken = definePlugin({
  id: 'broken',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [sectionKinds],
  setup: (_needs, plugin) =>
    plugin.contribute(
      sectionKinds,
      'broken',
      { open: 'to members' },
      {
        title: 'Broken',
        schema: Type.Object({ kind: Type.Literal('broken') }, { additionalProperties: false }),
        uses: () => [],
        compute: async () => {
          throw new Problem(422, 'too-much', 'Too much', { detail: 'That would take too long.' });
        },
      },
    ),
});
const { platform, acme, ordered, mails } = await stage({ plugins: [broken, notifications] });
t.teardown(() => platform.stop());

t.test('who ordered a report hears that it is ready, as long as they may open it', async (t) => {
  const { id } = await ordered({ template: 'custom', format: 'csv' });
  t.match(await toldOf(platform, acme.officer, id), [
    {
      kind: 'report-ready',
      text: 'The report is ready',
      why: 'You ordered this report.',
      subject: { path: `reports/runs/${id}`, workspaceId: acme.staffWorkspace },
    },
  ]);
  t.strictSame(await toldOf(platform, acme.admin, id), [], 'colleagues hear nothing of it');
  await acme.grant('officer', readApplications, false);
  t.strictSame(await toldOf(platform, acme.officer, id), []);
  await acme.grant('officer', readApplications, true);
  t.equal(mails.length, 0);
  t.match((await acme.admin.get(`/api/v1/audit?subjectId=${id}&type=reports/run-requested@1`)).body, [
    { sentence: [{}, {}, { text: 'Custom report', record: { path: `reports/runs/${id}` } }, {}] },
  ]);

  t.equal((await acme.admin.put('/api/v1/integrations/reports', { values: { keepDays: 1 } })).status, 200);
  platform.clock.advance(2 * 86_400_000);
  t.equal((await toldOf(platform, acme.officer, id)).length, 1, 'nothing new when its file is deleted');
  t.equal((await acme.officer.get(`/api/v1/report-runs/${id}/content`)).status, 410);
});

t.test('and that it was not made, and why', async (t) => {
  const definition = {
    title: 'Broken',
    period: { kind: 'lastWeek' },
    compare: false,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections: [{ kind: 'broken' }],
  };
  const run = await ordered({ definition, format: 'csv' });
  t.equal(run.state, 'failed', run.reason);
  t.match(await toldOf(platform, acme.officer, run.id), [
    { kind: 'report-failed', text: 'The report was not made', excerpt: run.reason, why: 'You ordered this report.' },
  ]);
});
