import { t } from '@dossier/core/testing/t';
import type { DossierElement, LiveEvent } from '@dossier/sdk/web';
import { RunsController } from '../runs/runs.controller.ts';

/** A list in a page; each of its questions waits until the test answers it. */
function placed() {
  const asked: { readonly query: URLSearchParams; answer(value: unknown): Promise<void> }[] = [];
  const listeners: ((event: LiveEvent) => void)[] = [];
  const runs = new RunsController({
    addController: () => undefined,
    requestUpdate: () => undefined,
    host: {
      live: (_scope: object, on: (event: LiveEvent) => void) => {
        listeners.push(on);
        return { [Symbol.dispose]: () => undefined };
      },
      send: (_method: string, path: string) => {
        const { promise, resolve } = Promise.withResolvers<unknown>();
        asked.push({
          query: new URLSearchParams(path.split('?')[1]),
          answer: async (value) => {
            resolve(value);
            await new Promise(setImmediate);
          },
        });
        return promise;
      },
      announce: () => undefined,
    },
  } as unknown as DossierElement);
  runs.show('staff', { state: '', mine: false });
  return { runs, asked, hear: (event: LiveEvent) => listeners.forEach((on) => on(event)) };
}

t.test('a look again brings what was asked for meanwhile, and does not take back that a run has ended', async (t) => {
  const { runs, asked, hear } = placed();
  const many = Array.from({ length: 30 }, (_, i) => ({ id: `run ${i}`, state: i === 0 ? 'running' : 'done' }));
  await asked[0]?.answer(many.slice(0, 26));
  t.equal(runs.rows?.length, 25);

  void runs.next();
  hear({ kind: 'resync' });
  const ended = { id: 'run 0', state: 'done', progress: 1 };
  hear({ kind: 'change', id: '1', type: 'report-run', ids: [ended.id], data: ended });
  const [, more, again, one] = asked;
  await more?.answer(many.slice(25));
  await one?.answer({ ...ended, size: 1024 });
  // Read before the run had ended, and long under way.
  await again?.answer(many.slice(0, Number(again.query.get('limit'))));
  t.same(
    runs.rows?.map(({ id }) => id),
    many.map(({ id }) => id),
  );
  t.match(runs.rows?.[0], { state: 'done', size: 1024 });
  t.equal(runs.more, false);
});
