import { mock } from 'node:test';
import { t } from '@dossier/core/testing/t';
import { livePage, settled } from '../../../../sdk/test/live-page.ts';
import { liveRuns } from '../runs/live-runs.ts';

t.before(() => mock.timers.enable({ apis: ['setTimeout'] }));
t.teardown(() => mock.timers.reset());

t.test('a run moves on by what the server tells, and one that has ended stays so', async (t) => {
  const many = Array.from({ length: 3 }, (_, i) => ({ id: `run ${i}`, title: `R${i}`, state: 'done', progress: 1 }));
  let stored: readonly object[] = [{ ...many[0], state: 'running', progress: 0 }, ...many.slice(1)];
  const asked: string[] = [];
  const { element, announced, change, pass } = livePage({
    readPage: async (path: string) => {
      asked.push(path);
      return { rows: stored as never, next: null };
    },
  });
  const runs = liveRuns(element);
  runs.show({ workspaceId: 'staff', filter: { state: 'open', mine: true } });
  await settled();
  t.same(asked, ['/api/v1/workspaces/staff/report-runs?state=open&mine=true&limit=25']);

  change({ id: 'run 0', state: 'running', progress: 0.5 });
  change({ id: 'run 9', state: 'running', progress: 0.5 });
  await pass(100);
  t.match(runs.rows?.[0], { state: 'running', progress: 0.5 });
  t.equal(asked.length, 1);

  change({ id: 'run 0', state: 'done', progress: 1 });
  t.match(runs.rows?.[0], { state: 'done' });
  await pass(100);
  t.equal(asked.length, 2);
  t.match(runs.rows?.[0], { state: 'done' }, 'what was read is older');
  stored = many.map((run) => ({ ...run, size: 1024 }));
  change({ id: 'run 0', state: 'running', progress: 0.9 });
  change({ id: 'run 10', state: 'queued', progress: 0 });
  await pass(100);
  t.match(runs.rows?.[0], { state: 'done', size: 1024 });
  t.same(announced, ['R0: finished.']);
});
