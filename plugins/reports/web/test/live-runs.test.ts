import { mock } from 'node:test';
import { t } from '@dossier/core/testing/t';
import type { DossierElement, LiveEvent } from '@dossier/sdk/web';
import { liveRuns } from '../runs/live-runs.ts';

t.before(() => mock.timers.enable({ apis: ['setTimeout'] }));
t.teardown(() => mock.timers.reset());

const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

t.test('a run moves on by what the server tells, and one that has ended stays so', async (t) => {
  const many = Array.from({ length: 3 }, (_, i) => ({ id: `run ${i}`, title: `R${i}`, state: 'done', progress: 1 }));
  let stored: readonly object[] = [{ ...many[0], state: 'running', progress: 0 }, ...many.slice(1)];
  const asked: string[] = [];
  const announced: string[] = [];
  let hear: (event: LiveEvent) => void = () => undefined;
  const runs = liveRuns({
    addController: () => undefined,
    requestUpdate: () => undefined,
    host: {
      live: (_scope: object, on: (event: LiveEvent) => void) => {
        hear = on;
        return { [Symbol.dispose]: () => undefined };
      },
      readPage: async (path: string) => {
        asked.push(path);
        return { rows: stored, next: null };
      },
      announce: (text: string) => announced.push(text),
    },
  } as unknown as DossierElement);
  const tell = (data: object): void => hear({ kind: 'change', id: '1', type: 'report-run', ids: ['run 0'], data });
  runs.show({ workspaceId: 'staff', filter: { state: 'open', mine: true } });
  await settled();
  t.same(asked, ['/api/v1/workspaces/staff/report-runs?state=open&mine=true&limit=25']);

  tell({ id: 'run 0', state: 'running', progress: 0.5 });
  tell({ id: 'run 9', state: 'running', progress: 0.5 });
  mock.timers.tick(100);
  await settled();
  t.match(runs.rows?.[0], { state: 'running', progress: 0.5 });
  t.equal(asked.length, 1);

  tell({ id: 'run 0', state: 'done', progress: 1 });
  t.match(runs.rows?.[0], { state: 'done' });
  mock.timers.tick(100);
  await settled();
  t.equal(asked.length, 2);
  t.match(runs.rows?.[0], { state: 'done' }, 'what was read is older');
  stored = many.map((run) => ({ ...run, size: 1024 }));
  tell({ id: 'run 0', state: 'running', progress: 0.9 });
  tell({ id: 'run 10', state: 'queued', progress: 0 });
  mock.timers.tick(100);
  await settled();
  t.match(runs.rows?.[0], { state: 'done', size: 1024 });
  t.same(announced, ['R0: finished.']);
});
