import { mock } from 'node:test';
import { t } from '@dossier/core/testing/t';
import type { DossierElement, LiveEvent } from '@dossier/sdk/web';
import { Hearing } from '../hearing.controller.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
t.before(() => {
  Object.assign(globalThis, { document: page });
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
});
t.teardown(() => {
  mock.timers.reset();
  Reflect.deleteProperty(globalThis, 'document');
});

/** An element in the page, and how often it asked; each question is answered by `answer`. */
function placed() {
  const listeners = new Set<(event: LiveEvent) => void>();
  const held: (() => void)[] = [];
  const session = { organization: { id: 'acme' } };
  let asked = 0;
  const hearing = new Hearing(
    {
      session,
      addController: () => undefined,
      requestUpdate: () => undefined,
      host: {
        live: (_scope: object, on: (event: LiveEvent) => void) => {
          listeners.add(on);
          return { [Symbol.dispose]: () => void listeners.delete(on) };
        },
      },
    } as unknown as DossierElement,
    () => {
      asked += 1;
      return new Promise((resolve) => held.push(resolve));
    },
  );
  hearing.hostConnected();
  hearing.hostUpdate();
  return {
    hearing,
    session,
    listeners,
    asked: () => asked,
    hear: () => listeners.forEach((on) => on({ kind: 'resync' })),
    answer: async () => {
      held.shift()?.();
      for (let i = 0; i < 5; i += 1) await Promise.resolve();
    },
  };
}

t.test('what comes together is asked for once, and a stream of changes is followed', async (t) => {
  const one = placed();
  t.equal(one.asked(), 1, 'at once when it is placed');
  await one.answer();
  for (let i = 0; i < 20; i += 1) {
    one.hear();
    mock.timers.tick(50);
    await one.answer();
  }
  t.equal(one.asked(), 11, 'once in 100 milliseconds, however they come');
  one.hearing.hostDisconnected();
});

t.test('one question is asked at a time, and what came meanwhile is asked after it', async (t) => {
  const one = placed();
  for (let i = 0; i < 3; i += 1) {
    one.hear();
    mock.timers.tick(100);
  }
  t.equal(one.asked(), 1);
  await one.answer();
  mock.timers.tick(100);
  t.equal(one.asked(), 2);
  one.hearing.hostDisconnected();
});

t.test('it asks when somebody looks again, now and then, and in another organization anew; then no more', async (t) => {
  const one = placed();
  await one.answer();
  page.dispatchEvent(new Event('visibilitychange'));
  mock.timers.tick(100);
  await one.answer();
  t.equal(one.asked(), 2);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  mock.timers.tick(121_000);
  t.equal(one.asked(), 2, 'nobody looks');
  page.visibilityState = 'visible';
  mock.timers.tick(120_000);
  mock.timers.tick(100);
  await one.answer();
  t.equal(one.asked(), 3, 'what was put off comes back');
  one.session.organization = { id: 'beta' };
  one.hearing.hostUpdate();
  t.same([one.asked(), one.listeners.size], [4, 1]);
  await one.answer();
  one.hear();
  one.hearing.hostDisconnected();
  mock.timers.tick(500_000);
  t.same([one.asked(), one.listeners.size], [4, 0]);
});
