import { mock } from 'node:test';
import { t } from '@dossier/core/testing/t';
import { ProblemError } from '@dossier/sdk/web';
import { LiveOne } from '@dossier/sdk/web/ui/live-one';
import { livePage, settled } from './live-page.ts';

t.before(() => mock.timers.enable({ apis: ['setTimeout'] }));
t.teardown(() => mock.timers.reset());

const problem = (status: number): ProblemError =>
  new ProblemError({ status, code: 'x', title: 'X', detail: 'X.', errors: [] });

interface Read {
  readonly id: string;
  readonly signal: AbortSignal;
  answer(value: string): Promise<void>;
  refuse(error: Error): Promise<void>;
}

/** One thing in a page; each read of it waits for the test. */
function placed() {
  const page = livePage();
  const reads: Read[] = [];
  const loaded: (readonly [string, string | null])[] = [];
  const one = new LiveOne<string, { readonly id: string }>(page.element, {
    read: ({ id }, signal) =>
      new Promise((resolve, reject) => {
        reads.push({
          id,
          signal,
          answer: (value) => (resolve(value), settled()),
          refuse: (error) => (reject(error), settled()),
        });
      }),
    follow: ({ id }) => [{ kind: 'own', type: id.slice(0, 1) }],
    hear: ({ data }, value) => (typeof data === 'string' && value !== null ? { value: data } : { again: true }),
    loaded: (value, before) => void loaded.push([value, before]),
  });
  return { ...page, one, reads, loaded };
}

t.test('it is read once when it is shown, and once for changes that come together', async (t) => {
  const { one, reads, change, pass, loaded } = placed();
  one.show({ id: 'a' });
  one.show({ id: 'a' });
  await settled();
  t.equal(reads.length, 1);
  await reads[0]?.answer('first');
  t.equal(one.value, 'first');
  for (let i = 0; i < 30; i += 1) {
    change();
    await pass(10);
  }
  t.equal(reads.length, 2, 'one look at a time, also in a stream of changes');
  await reads[1]?.answer('second');
  t.equal(one.value, 'second');
  await pass(100);
  t.equal(reads.length, 3, 'and one for what came meanwhile');
  await reads[2]?.answer('third');
  await pass(60_000);
  t.equal(reads.length, 3);
  t.same(loaded, [
    ['first', null],
    ['second', 'first'],
    ['third', 'second'],
  ]);
});

t.test('who asks for it again has it as of that moment', async (t) => {
  const { one, reads, change, pass } = placed();
  one.show({ id: 'a' });
  await settled();
  await reads[0]?.answer('first');
  change();
  await pass(100);
  let isDone = false;
  void one.again().then(() => {
    isDone = true;
  });
  await reads[1]?.answer('as it was before');
  t.notOk(isDone);
  await reads[2]?.answer('as it is');
  t.ok(isDone);
  t.equal(one.value, 'as it is');
});

t.test('something else is shown: what was being read ends, and other topics are followed', async (t) => {
  const { one, reads, followed } = placed();
  one.show({ id: 'a1' });
  await settled();
  const [before] = followed();
  one.show({ id: 'a2' });
  t.equal(followed()[0], before, 'the same topics are followed on');
  t.ok(reads[0]?.signal.aborted);
  await settled();
  await reads[1]?.answer('a2');
  await reads[0]?.answer('a1');
  t.equal(one.value, 'a2');
  one.show({ id: 'b' });
  t.equal(one.value, null);
  t.same(followed(), [{ kind: 'own', type: 'b' }]);
  await settled();
  one.hostDisconnected();
  t.same(followed(), []);
  t.ok(reads[2]?.signal.aborted);
  one.show({ id: 'b' });
  await settled();
  t.equal(reads.length, 4, 'put back in its place it is read again');
  t.same(followed(), [{ kind: 'own', type: 'b' }]);
});

t.test('a failed look leaves what is on screen and is had again; a refusal takes it away', async (t) => {
  const { one, reads, resync, pass } = placed();
  one.show({ id: 'a' });
  await settled();
  await reads[0]?.refuse(problem(503));
  t.match(one.error, { status: 503 });
  await pass(15_000);
  await reads[1]?.answer('first');
  t.equal(one.value, 'first');
  t.equal(one.error, null);
  resync();
  await pass(100);
  await reads[2]?.refuse(problem(0));
  t.equal(one.value, 'first');
  t.equal(one.error, null);
  resync();
  await pass(100);
  await reads[3]?.refuse(problem(404));
  t.equal(one.value, null);
  t.match(one.error, { status: 404 });
  await pass(60_000);
  t.equal(reads.length, 4, 'what is refused is not asked again');
});

t.test('a change that brings the new state needs no look', async (t) => {
  const { one, reads, change, pass } = placed();
  one.show({ id: 'a' });
  await settled();
  await reads[0]?.answer('first');
  change('second');
  await pass(60_000);
  t.equal(one.value, 'second');
  t.equal(reads.length, 1);
});
