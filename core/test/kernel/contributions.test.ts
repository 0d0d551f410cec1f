import { t } from '@dossier/core/testing/t';
import { all, contributions, definePlugin, extensionPoint, feature, permission } from '@dossier/sdk';
import type { ContributionGate, Contributions, Plugin } from '@dossier/sdk';
import { accessOf, hostOf } from './support.ts';

interface Step {
  run(): string;
}
const base = { version: '1.0.0', kernel: '^1.0.0' };
const steps = extensionPoint<Step>('workflow/step@1');
const newSteps = extensionPoint<Step>('workflow/step@2');
const credit = feature('credit', { title: 'Credit checks' });
const run = permission('credit.run', { title: 'Run', feature: credit });
const free = permission('free.run', { title: 'Run freely' });

/** The workflow plugin, and how it sees the steps. */
const workflow = (): { plugin: Plugin; seen: () => Contributions<Step> } => {
  let seen: Contributions<Step> | undefined;
  return {
    plugin: definePlugin({
      ...base,
      id: 'workflow',
      points: [steps, newSteps],
      features: [credit],
      permissions: [run, free],
      needs: { steps: all(steps) },
      setup({ steps }) {
        seen = steps;
      },
    }),
    seen: () => seen ?? (t.bailout('workflow was not set up') as never),
  };
};
const contributor = (
  id: string,
  setup: (give: (name: string, gate: ContributionGate, value?: Step) => void) => void,
): Plugin =>
  definePlugin({
    ...base,
    id,
    extends: [steps],
    setup: (_, plugin) =>
      setup((name, gate, value = { run: () => `${id} ${name}` }) => plugin.contribute(steps, name, gate, value)),
  });

t.test('contributions are read through an Access: off is not there, not permitted is refused', async (t) => {
  const { plugin, seen } = workflow();
  const { host } = hostOf([
    plugin,
    contributor('credit-check', (give) => {
      give('switched', { feature: credit });
      give('permitted', { permission: run });
      give('one of two', { feature: credit, anyOf: [run, free] });
      give('members', { open: 'to members' });
    }),
  ]);
  await host.start();
  const off = accessOf();
  t.same(
    seen()
      .list(off)
      .map((one) => one.id),
    ['members'],
  );
  t.throws(() => seen().demand(off, 'switched'), { status: 404, code: 'feature-off' });
  t.throws(() => seen().demand(off, 'permitted'), { status: 404, code: 'feature-off' });
  t.throws(() => seen().demand(off, 'nothing'), { status: 404, code: 'not-found' });
  t.equal(seen().get(off, 'switched'), undefined);
  t.equal(seen().get(off, 'nothing'), undefined);
  const on = accessOf({ on: [credit] });
  t.same(
    seen()
      .list(on)
      .map((one) => one.id),
    ['switched', 'members'],
  );
  for (const refused of ['permitted', 'one of two'])
    t.throws(() => seen().demand(on, refused), { status: 403, code: 'forbidden' });
  t.equal(
    seen()
      .demand(accessOf({ on: [credit], may: [free] }), 'one of two')
      .run(),
    'credit-check one of two',
  );
  t.throws(() => seen().demand(accessOf({ may: [free] }), 'one of two'), { status: 404, code: 'feature-off' });
  t.equal(seen().demand(on, 'switched').run(), 'credit-check switched');
  t.equal(
    seen()
      .demand(accessOf({ on: [credit], may: [run] }), 'permitted')
      .run(),
    'credit-check permitted',
  );
  t.throws(() => seen().demand(accessOf({ organization: null }), 'members'), { status: 403, code: 'forbidden' });
  t.throws(() => seen().demand(accessOf({ anonymous: true }), 'members'), { status: 403, code: 'forbidden' });
  t.same(seen().ids(), ['switched', 'permitted', 'one of two', 'members']);
  t.same(
    host.contributions.entries(steps.id).map((entry) => [entry.plugin, entry.id]),
    [
      ['credit-check', 'switched'],
      ['credit-check', 'permitted'],
      ['credit-check', 'one of two'],
      ['credit-check', 'members'],
    ],
  );
  await host.stop();
});

t.test('reading before every plugin is set up is refused, reading later sees who extends in a circle', async (t) => {
  const tools = extensionPoint<Step>('ai/tool@1');
  let ai: Contributions<Step> | undefined;
  let flow: Contributions<Step> | undefined;
  const { host } = hostOf([
    definePlugin({
      ...base,
      id: 'workflow',
      points: [steps],
      extends: [tools],
      needs: { steps: all(steps) },
      setup({ steps }, plugin) {
        t.throws(() => steps.list(accessOf()), { code: 'K_NOT_SEALED' });
        flow = steps;
        plugin.contribute(tools, 'start-workflow', { open: 'to members' }, { run: () => 'tool' });
      },
    }),
    definePlugin({
      ...base,
      id: 'ai',
      points: [tools],
      extends: [steps],
      needs: { tools: all(tools) },
      setup({ tools }, plugin) {
        ai = tools;
        plugin.contribute(steps, 'ask-model', { open: 'to members' }, { run: () => 'step' });
      },
    }),
  ]);
  await host.start();
  t.equal(flow?.demand(accessOf(), 'ask-model').run(), 'step');
  t.equal(ai?.demand(accessOf(), 'start-workflow').run(), 'tool');
  await host.stop();
});

t.test(
  'a contributor that is not ready is answered with 503, also when nobody knows yet what it would give',
  async (t) => {
    const { plugin, seen } = workflow();
    let runs = 0;
    const { host } = hostOf([
      plugin,
      contributor('first', (give) => {
        give('one', { open: 'to members' });
      }),
      definePlugin({
        ...base,
        id: 'second',
        extends: [steps],
        setup(_, plugin) {
          plugin.contribute(steps, 'two', { open: 'to members' }, { run: () => 'two' });
          const mine = ++runs;
          plugin.start(() => {
            if (mine === 2) throw new Error('second start');
          });
        },
      }),
      definePlugin({
        ...base,
        id: 'third',
        extends: [newSteps],
        setup: () => {
          throw new Error('elsewhere');
        },
      }),
    ]);
    await host.start();
    const access = accessOf();
    t.equal(seen().get(access, 'unknown'), undefined, 'the failed plugin extends another point');
    await t.rejects(host.restart('second'));
    t.same(
      seen()
        .list(access)
        .map((one) => one.id),
      ['one'],
    );
    t.throws(() => seen().demand(access, 'two'), { status: 503, code: 'plugin-not-ready' });
    t.throws(() => seen().get(access, 'two'), { status: 503, code: 'plugin-not-ready' });
    t.throws(() => seen().demand(access, 'unknown'), { status: 503, code: 'plugin-not-ready' });
    t.equal(seen().demand(access, 'one').run(), 'first one');
    await host.stop();
  },
);

t.test('a restart swaps what the plugin contributed', async (t) => {
  const { plugin, seen } = workflow();
  let runs = 0;
  const { host } = hostOf([
    plugin,
    contributor('x', (give) => {
      const name = `run-${++runs}`;
      give(name, { open: 'to members' });
      give('always', { open: 'to members' }, { run: () => name });
    }),
  ]);
  await host.start();
  t.same(seen().ids(), ['run-1', 'always']);
  await host.restart('x');
  t.same(seen().ids(), ['run-2', 'always']);
  t.equal(seen().demand(accessOf(), 'always').run(), 'run-2');
  await host.stop();
});

t.test(
  'of two contributions with one id the later plugin of the plan loses that id alone, whichever was faster',
  async (t) => {
    const { plugin, seen } = workflow();
    const { host } = hostOf([
      plugin,
      contributor('b', (give) => {
        give('same', { open: 'to members' });
        give('other', { open: 'to members' });
      }),
      definePlugin({
        ...base,
        id: 'a',
        extends: [steps],
        async setup(_, plugin) {
          await new Promise((resolve) => setImmediate(resolve));
          plugin.contribute(steps, 'same', { open: 'to members' }, { run: () => 'a' });
        },
      }),
    ]);
    await host.start();
    t.ok(host.isReady('b'));
    t.same(seen().ids(), ['same', 'other']);
    t.equal(seen().demand(accessOf(), 'same').run(), 'a');
    await host.stop();
  },
);

t.test('@1 and @2 of a point hold their own contributions', async (t) => {
  const { plugin, seen } = workflow();
  const { host } = hostOf([
    plugin,
    definePlugin({
      ...base,
      id: 'x',
      extends: [steps, newSteps],
      setup(_, plugin) {
        plugin.contribute(steps, 'check', { open: 'to members' }, { run: () => 'one' });
        plugin.contribute(newSteps, 'check', { open: 'to members' }, { run: () => 'two' });
      },
    }),
  ]);
  await host.start();
  t.equal(seen().demand(accessOf(), 'check').run(), 'one');
  t.equal(host.contributions.entries(newSteps.id).length, 1);
  await host.stop();
});

t.test(
  'what is handed out behaves as what was contributed: private members, getters, frozen objects, functions',
  async (t) => {
    class Counter {
      #count = 0;
      title = 'counter';
      get count(): number {
        return this.#count;
      }
      run(): string {
        return `${this.title} ${++this.#count}`;
      }
    }
    const { plugin, seen } = workflow();
    const { host } = hostOf([
      plugin,
      contributor('x', (give) => {
        give('class', { open: 'to members' }, new Counter());
        give('frozen', { open: 'to members' }, Object.freeze({ run: () => 'frozen' }));
        give(
          'function',
          { open: 'to members' },
          Object.assign(() => 'called', { run: () => 'member' }),
        );
      }),
    ]);
    await host.start();
    const access = accessOf();
    const counter = seen().demand(access, 'class');
    t.equal(counter.run(), 'counter 1');
    t.match(counter, { count: 1, title: 'counter' });
    t.equal(seen().demand(access, 'class'), counter, 'one object for one Access');
    t.equal(seen().demand(access, 'frozen').run(), 'frozen');
    const called: unknown = seen().demand(access, 'function');
    t.equal(typeof called === 'function' && called(), 'called');
    t.equal(seen().demand(access, 'function').run(), 'member');
    await host.stop();
  },
);

t.test('an id that the spec does not say is refused, and one that another plugin has is passed over', async (t) => {
  const { plugin, seen } = workflow();
  const naming = (id: string, said: string, given: string) =>
    definePlugin({
      ...base,
      id,
      extends: [contributions(steps, said)],
      setup: (_, plugin) => plugin.contribute(steps, given, { open: 'to members' }, { run: () => id }),
    });
  const { host } = hostOf([
    plugin,
    naming('b', 'check', 'check'),
    naming('a', 'check', 'check'),
    naming('c', 'x', 'y'),
  ]);
  await host.start();
  t.equal(seen().demand(accessOf(), 'check').run(), 'b', 'the first in the list has it');
  t.ok(host.isReady('a'));
  t.match(host.reasons(), {
    a: /^K_DUPLICATE_CONTRIBUTION: .*by b and by a/,
    c: /K_NOT_DECLARED.*add it to contributions/,
  });
  await host.stop();
});
