import { t } from '@dossier/core/testing/t';
import { ProblemError } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import type { AnswerLine, Turn } from '../../contract.ts';
import { Asking } from '../asking.ts';

const question = { text: 'Why?', about: [{ type: 'application', id: '1', title: '2026-000409' }], selection: null };
const turn = (id: string, state: Turn['state'], answer = ''): Turn => ({
  id,
  at: '2026-11-30T09:00:00.000Z',
  ...question,
  about: [...question.about],
  model: 'simulated',
  state,
  answer,
  fault: null,
  withheld: false,
});
const noConnection = new ProblemError({
  status: 0,
  code: 'unreachable',
  title: 'No connection',
  detail: '',
  errors: [],
});

Object.assign(globalThis, { requestAnimationFrame: (draw: () => void) => (queueMicrotask(draw), 1) });

/** A window that asks; the test writes the lines that come, or breaks the connection. */
function window() {
  let next = Promise.withResolvers<AnswerLine | null>();
  let heard = Promise.withResolvers<void>();
  const bodies: unknown[] = [];
  let reads = 1;
  const stream = async function* (_method: 'POST', _path: string, body: unknown, o: { signal?: AbortSignal } = {}) {
    bodies.push(body);
    o.signal?.addEventListener('abort', () => next.reject(o.signal?.reason));
    for (;;) {
      const line = await next.promise;
      next = Promise.withResolvers();
      if (line !== null) yield line;
      heard.resolve();
      if (line === null) return;
    }
  };
  const host: Partial<PluginHost> = { stream: stream as PluginHost['stream'] };
  const whole: string[] = [];
  const asking = new Asking({
    host: () => host as PluginHost,
    draw: () => undefined,
    whole: ({ id }) => void whole.push(id),
    reads: () => reads,
  });
  return {
    asking,
    bodies,
    whole,
    ask: (turns: readonly Turn[] = [], workspace = 'w') =>
      asking.ask(workspace, question, { turns, taken: () => whole.push('taken') }),
    /** Answers with a line, or ends, and waits until that was heard. */
    says: async (line: AnswerLine | null): Promise<void> => {
      heard = Promise.withResolvers();
      next.resolve(line);
      await heard.promise;
    },
    breaks: () => next.reject(noConnection),
    read: (turns: readonly Turn[]) => asking.read('w', turns, (reads += 1)),
    shown: (turns: readonly Turn[] = [], workspace = 'w') =>
      asking.shown(workspace, turns).map(({ id, state, answer }) => [id, state, answer]),
  };
}

t.test('an answer grows here, is shown once beside what is read meanwhile, and keeps its key to the end', async (t) => {
  const { asking, ask, says, shown, read, whole, bodies } = window();
  const before = turn('a', 'done', 'An earlier one');
  const asked = ask([before]);
  t.equal(await ask([before]), null, 'one at a time');
  t.same(bodies, [{ text: 'Why?', about: [{ type: 'application', id: '1' }] }]);
  await says({ type: 'delta', text: 'Be' });
  await says({ type: 'delta', text: 'cause' });
  const meanwhile = [before, turn('b', 'writing')];
  t.same(shown(meanwhile), [
    ['a', 'done', 'An earlier one'],
    [null, 'coming', 'Because'],
  ]);
  t.same(shown([], 'another'), [], 'another workspace shows nothing of it');
  const [, { key } = { key: '' }] = asking.shown('w', meanwhile);
  const ended = turn('b', 'done', 'Because.');
  await says({ type: 'done', turn: ended });
  t.same(shown([before]).at(-1), ['b', 'done', 'Because.'], 'also before it is read');
  await says(null);
  t.same(await asked, { taken: true });
  t.same(whole, ['taken', 'b']);
  read([before, ended]);
  t.equal(asking.shown('w', [before, ended]).at(-1)?.key, key);
  t.same(shown([before]), [['a', 'done', 'An earlier one']], 'what was read says now what there is');
});

t.test('what was stopped stays as it came, until the server has its end', async (t) => {
  const { asking, ask, says, shown, read } = window();
  const asked = ask();
  await says({ type: 'delta', text: 'Half' });
  asking.stop('w');
  t.same(await asked, { taken: true });
  t.notOk(asking.isComing('w'));
  const writing = [turn('b', 'writing')];
  read(writing);
  t.same(shown(writing), [[null, 'stopped', 'Half']]);
  const stopped = [turn('b', 'stopped', 'Half an')];
  read(stopped);
  t.same(shown(stopped), [['b', 'stopped', 'Half an']]);
});

t.test('a question that was not taken is given back, and one that was shows how far it came', async (t) => {
  const { ask, breaks, shown } = window();
  const first = ask();
  breaks();
  t.same(await first, { taken: false, error: noConnection });
  t.same(shown(), []);
  const { ask: again, says: speaks, shown: there, asking } = window();
  const second = again();
  await speaks({ type: 'delta', text: 'Half' });
  await speaks(null);
  t.same(await second, { taken: true });
  t.same(there(), [[null, 'cut', 'Half']]);
  asking.forget('w');
  t.same(there(), []);
});
