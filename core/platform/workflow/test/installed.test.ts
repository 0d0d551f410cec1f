import { t } from '@dossier/core/testing/t';
import { eventually } from '../../../testing/index.ts';
import { Workflow } from '../contract.ts';
import { stage, steps } from './stage.ts';

// A stage of its own: what was installed when the process started is compared once.
const s = await stage();
t.teardown(() => s.stop());

/**
 * As if the process had been stopped, and started with other plugins: what the database says of this step was true
 * before.
 */
const rewrite = (id: string, change: string): Promise<unknown> =>
  s.platform.kernel.database.asOwner((owner) =>
    owner.run(`update workflow_step set ${change} where "applicationId" = '${id}' and kind = 'SYSTEM'`),
  );

t.test(
  'after a start with other plugins: what waits for a check that is gone halts, and what halted for want of one that is there goes on',
  async (t) => {
    s.script.run.First = async () => ({ outcome: 'waiting', reasons: ['Wait.'] });
    const [gone, stays] = [await s.submit(await s.template()), await s.submit(await s.template())];
    const come = await s.submit(await s.template(steps('First', 'MANUAL')));
    await rewrite(come.id, `handler = 'Uninstalled'`);
    await s.platform.service(Workflow).recheck(await s.system(), come.id, 'documents');
    t.match(await s.now(come.id), {
      status: 'InReview',
      steps: [{ state: 'failed', reasons: [{ code: 'no-handler' }] }, { state: 'running' }],
    });
    s.script.run = {};
    await rewrite(come.id, `handler = 'First'`);
    await rewrite(gone.id, `handler = 'Uninstalled'`);
    const states = async (): Promise<readonly string[]> => {
      await s.at(5 * 60_000);
      return [(await s.now(come.id)).status, (await s.now(gone.id)).status];
    };
    await eventually('one goes on, the other halts', states, ['Approved', 'InReview']);
    t.match(await s.now(gone.id), {
      assignees: [s.officer.id],
      steps: [{ state: 'failed', reasons: [{ code: 'no-handler', text: /not installed/ }] }, { state: 'running' }],
    });
    t.match(
      await s.now(stays.id),
      { status: 'Submitted', steps: [{ state: 'waiting' }] },
      'what waits for one that is there waits on',
    );
  },
);
