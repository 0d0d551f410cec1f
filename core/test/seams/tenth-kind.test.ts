/** A kind of registration that the platform does not have, brought from outside as a facility. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, feature } from '@dossier/sdk';
import type { ContributionGate, ErasedSpec, Plugin } from '@dossier/sdk';
import { facilityPlans } from '../../boot/facilities.ts';
import { byId } from '../../kernel/facility.ts';
import type { Facility, FacilityPlan, Kind } from '../../kernel/facility.ts';
import { planAsJson, planAsText } from '../../boot/plan-report.ts';
import { plan } from '../../kernel/index.ts';
import { hostOf } from '../kernel/support.ts';

/** A sound that something makes, and who may hear it. */
interface Bell {
  readonly id: string;
  readonly volume: number;
  readonly gate: ContributionGate;
}

declare module '@dossier/sdk' {
  interface FacilityDeclarations {
    readonly bells?: readonly Bell[];
  }
  interface FacilityVerbs {
    ring(bell: Bell, handle: () => string): void;
  }
}

const bells: Kind<Bell> = {
  id: 'bells',
  list: 'bells',
  of: (spec) => byId(spec.bells),
  once: { code: 'K_DUPLICATE_BELL', what: 'The bell', way: 'give one of them another id' },
  gated: ({ name, value }) => ({ what: `The bell ${name}`, contributionGate: value.gate }),
  shown: {
    json: ({ value: { id, volume } }) => ({ id, volume }),
    text: { title: 'Bells', row: ({ plugin, value: { id, volume } }) => [id, plugin, `${volume} dB`] },
  },
};

const bellsPlan: FacilityPlan = {
  id: 'bells',
  kinds: [bells],
  checks: [
    (inventory, report) => {
      for (const { plugin, name, value } of inventory.of(bells))
        if (value.volume > 100) report('K_LOUD_BELL', plugin, `The bell ${name} of ${plugin} is louder than 100 dB.`);
    },
  ],
};

/** What hangs in the tower now, by id. */
const facility = (tower: Map<string, () => string>): Facility => ({
  ...bellsPlan,
  verbs: ({ spec, open, declared, once, was, background }) => ({
    verbs: {
      ring(bell: Bell, handle: () => string) {
        open(`rings ${bell.id}`);
        declared('rings', bell.id, spec.bells, 'bells');
        once('rings', bell.id);
        background(() => {
          tower.set(bell.id, handle);
          return () => void tower.delete(bell.id);
        });
      },
    },
    missing: () => (spec.bells ?? []).filter(({ id }) => !was('rings', id)).map(({ id }) => `bell ${id}`),
  }),
});

const base = { version: '1.0.0', kernel: '^1.0.0' };
const door: Bell = { id: 'door', volume: 60, gate: { open: 'to members' } };
const planned = (plugins: readonly Plugin[]) =>
  plan(plugins, { kernelVersion: '1.2.0', facilities: [...facilityPlans, bellsPlan] });
const ringing = (id: string, declared: readonly Bell[], setup: NonNullable<ErasedSpec['setup']>): Plugin => ({
  spec: { ...base, id, bells: declared, setup },
});
const silent = (): void => undefined;

t.test(
  'the plan knows the new kind: lists it, and finds its faults with those that a facility looks for',
  async (t) => {
    const made = planned([
      ringing('a', [door, { ...door, id: 'loud', volume: 140 }], silent),
      ringing('b', [door, { ...door, id: 'bare', gate: undefined as never }, undefined as never], silent),
      ringing('c', [{ ...door, id: 'gated', gate: { feature: feature('tower', { title: 'Tower' }) } }], silent),
    ]);
    t.same(
      made.problems.map(({ code, plugin }) => `${plugin} ${code}`),
      ['b K_NOT_A_TOKEN', 'b K_DUPLICATE_BELL', 'b K_NO_GATE', 'c K_UNDECLARED_FEATURE', 'a K_LOUD_BELL'],
    );
    t.equal(
      made.problems.find(({ code }) => code === 'K_DUPLICATE_BELL')?.text,
      'The bell door is declared by a and by b; give one of them another id.',
    );
    const well = planned([ringing('a', [door], silent)]);
    t.match(JSON.parse(JSON.stringify(planAsJson(well))), { bells: [{ plugin: 'a', id: 'door', volume: 60 }] });
    t.match(planAsText(well), /Bells \(1\)\n +door +a +60 dB/);
  },
);

t.test(
  'its verb registers when the plugin has started, and what it registered goes when the plugin stops',
  async (t) => {
    const tower = new Map<string, () => string>();
    let runs = 0;
    const { host } = hostOf(
      [
        definePlugin({
          ...base,
          id: 'a',
          bells: [door],
          setup(_, plugin) {
            const run = ++runs;
            plugin.ring(door, () => `ding ${run}`);
            plugin.start(() => void t.notOk(tower.has('door'), 'it does not ring yet, nor any more'));
          },
        }),
      ],
      { facilities: [facility(tower)] },
    );
    await host.start();
    t.equal(tower.get('door')?.(), 'ding 1');
    await host.restart('a');
    t.equal(tower.get('door')?.(), 'ding 2');
    await host.stop();
    t.equal(tower.size, 0);
  },
);

t.test('what setup may not do with it is refused as with any other', async (t) => {
  const reasonOf = async (plugin: Plugin): Promise<string> => {
    const { host } = hostOf([plugin], { facilities: [facility(new Map())] });
    await host.start();
    const state = host.states().get('a');
    await host.stop();
    return state?.state === 'failed' ? state.reason : String(state?.state);
  };
  t.match(await reasonOf(definePlugin({ ...base, id: 'a', bells: [door], setup: silent })), /^K_NO_HANDLER.*bell door/);
  t.match(
    await reasonOf(definePlugin({ ...base, id: 'a', setup: (_, plugin) => plugin.ring(door, () => '') })),
    /^K_NOT_DECLARED.*rings door, which it does not declare; add it to bells/,
  );
  t.match(
    await reasonOf(
      definePlugin({
        ...base,
        id: 'a',
        bells: [door],
        setup: (_, plugin) => [1, 2].forEach(() => plugin.ring(door, () => '')),
      }),
    ),
    /^K_TWICE.*rings door twice/,
  );
});

t.test('a facility takes no verb of another, and gives the services that it promises', async (t) => {
  const twice: Facility = { id: 'more-bells', verbs: () => ({ verbs: { health: () => undefined } }) };
  const { host } = hostOf([definePlugin({ ...base, id: 'a', setup: silent })], { facilities: [twice] });
  await host.start();
  t.match(host.states().get('a'), {
    state: 'failed',
    reason: /K_TWO_VERBS: The facility more-bells adds plugin\.health/,
  });
  await host.stop();
  const token = { kind: 'service', id: 'bells/tower@1', scope: 'app' } as const;
  t.throws(() => hostOf([], { facilities: [{ id: 'bells', services: [token] }] }), {
    code: 'K_NOT_GIVEN',
    message: 'The facility bells does not give the service bells/tower@1.',
  });
});

t.test(
  'what it runs begins when plugins have started, ends when they have stopped, and counts for health',
  async (t) => {
    const seen: string[] = [];
    const running = (id: string, health: 'up' | 'degraded'): Facility => ({
      id,
      start: () => void seen.push(`start ${id}`),
      health: async () => ({ [id]: health }),
      async stop() {
        seen.push(`stop ${id}`);
        throw new Error('It hangs by a rope.');
      },
    });
    const plugin = definePlugin({
      ...base,
      id: 'a',
      setup(_, context) {
        context.start(() => void seen.push('start a'));
        context.ready(() => void seen.push('ready a'));
        context.stop(() => void seen.push('stop a'));
      },
    });
    const { host } = hostOf([plugin], { facilities: [running('tower', 'up'), running('rope', 'degraded')] });
    await host.start();
    t.match(await host.health(), { status: 'degraded', parts: { tower: 'up', rope: 'degraded' } });
    await host.stop();
    t.same(seen, ['start a', 'start tower', 'start rope', 'ready a', 'stop a', 'stop rope', 'stop tower']);
  },
);
