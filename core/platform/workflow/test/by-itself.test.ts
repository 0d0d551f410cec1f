/** What a workflow leaves behind that goes on by itself. */
import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import { Workflow } from '../contract.ts';
import type { StepOutcome } from '../contract.ts';
import { stage, steps } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const failed: StepOutcome = { outcome: 'failed', reasons: ['Not good.'] };
const waiting: StepOutcome = { outcome: 'waiting', reasons: ['Wait.'] };
const recheck = async (id: string): Promise<void> =>
  s.platform.service(Workflow).recheck(await s.system(), id, 'documents');

t.test(
  'an officer whom the workflow needs no longer is taken away, which the trail tells; when it halts again one is chosen anew',
  async (t) => {
    s.script.run.First = async () => failed;
    const {
      id,
      assignees: [first],
    } = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
    s.script.run = { Second: async () => waiting };
    await recheck(id);
    t.match(await s.now(id), { status: 'Submitted', assignees: [] });
    const told = await s.platform
      .service(Database)
      .read({ organization: s.organization, audience: 'staff' }, async (tx) =>
        tx
          .sql<{ event: { subjectId: string; type: string; actorKind: string; before: unknown; after: unknown } }>()
          .selectFrom('event')
          .select(['actorKind', 'before', 'after'])
          .where('subjectId', '=', id)
          .where('type', '=', 'applications/unassigned@1')
          .execute(),
      );
    t.same(told, [{ actorKind: 'system', before: { assignees: [first] }, after: { assignees: [] } }]);
    s.script.run = { Second: async () => failed };
    await recheck(id);
    t.match(await s.now(id), { status: 'InReview', assignees: [String] });
  },
);

t.test(
  'a decision has the time at which the last step ended, no matter who makes it and when it was begun',
  async (t) => {
    const slowly = async (): Promise<StepOutcome> => {
      s.platform.clock.advance(50);
      return { outcome: 'passed' };
    };
    s.script.run = { First: slowly, Second: slowly };
    const atOnce = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
    t.equal(atOnce.decidedAt, atOnce.steps[1].endedAt);
    s.script.run.Second = async () => waiting;
    const { id } = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
    s.script.run.Second = slowly;
    await recheck(id);
    const later = await s.now(id);
    t.match(later, { status: 'Approved' });
    t.equal(later.decidedAt, later.steps[1].endedAt);
  },
);
