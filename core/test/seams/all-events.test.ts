/** A plugin that must know of all that happens: it subscribes to every event of an audience, of whatever plugin. */
import { t } from '@dossier/core/testing/t';
import { Database, definePlugin, event, eventStream, Type } from '@dossier/sdk';
import type { ErasedSpec, LoggedEvent, OrganizationId } from '@dossier/sdk';
import { bank, eventually, testPlatform } from '@dossier/core/testing';
import { facilityPlans } from '../../boot/facilities.ts';
import { planAsText } from '../../boot/plan-report.ts';
import { plan } from '../../kernel/index.ts';

const base = { version: '1.0.0', kernel: '^1.0.0' };
const rung = event('bells/rung@1', {
  title: 'A bell rang',
  audience: 'external',
  schema: Type.Object({ n: Type.Integer() }),
});
const forClients = eventStream('tower/for-clients', { audience: 'external', gate: { open: 'to members' } });
const forStaff = eventStream('tower/for-staff', { audience: 'internal', gate: { open: 'to members' } });

const heard: Record<'external' | 'internal', LoggedEvent[]> = { external: [], internal: [] };
let failing = 1;
const tower = definePlugin({
  ...base,
  id: 'tower',
  streams: [forClients, forStaff],
  setup(_, plugin) {
    plugin.follow(forClients, (event, access) => {
      if (event.type === rung.id && (event.payload as { n: number }).n === 2 && failing-- > 0)
        throw new Error('The rope broke.');
      t.equal(access.organization, event.organization);
      heard.external.push(event);
    });
    plugin.follow(forStaff, (event) => void heard.internal.push(event));
  },
});
let ring: (organization: OrganizationId, numbers: readonly number[]) => Promise<void>;
const bells = definePlugin({
  ...base,
  id: 'bells',
  needs: { database: Database },
  events: [rung],
  setup({ database }, plugin) {
    ring = async (organization, numbers) => {
      const access = await plugin.asSystem(organization);
      for (const n of numbers)
        await database.write(access, async () =>
          plugin.emit(rung, access, { subject: { type: 'bell', id: String(n) } }, { n }),
        );
    };
  },
});

t.test(
  'it gets every event of its audience once it has committed, in the order of the log, at least once',
  async (t) => {
    const platform = await testPlatform({ plugins: [tower, bells] });
    t.teardown(() => platform.stop());
    const a = await bank(platform, 'acme');
    await ring(a.organization, [1, 2, 3]);
    await platform.settle();
    await eventually('what failed came again, and what waited for it', () =>
      heard.external.some(({ payload }) => (payload as { n?: number }).n === 3),
    );
    t.ok(
      heard.internal.some(({ type }) => type === 'access/member-added@1'),
      'those of other plugins too',
    );
    t.strictSame(
      heard.external.flatMap(({ type, payload }) => (type === rung.id ? [(payload as { n: number }).n] : [])),
      [1, 2, 3],
      'one that failed comes again, and the next waits for it',
    );
    const audiences = new Map(
      [...platform.kernel.plan.specs.values()].flatMap(({ events = [] }) =>
        events.map(({ id, audience }) => [id, audience]),
      ),
    );
    for (const audience of ['external', 'internal'] as const) {
      t.notOk(heard[audience].find(({ type }) => audiences.get(type) && audiences.get(type) !== audience));
      const places = heard[audience].map(({ place }) => place.split('-').map(BigInt) as [bigint, bigint]);
      t.ok(
        places.every(
          ([xid, seq], i) =>
            i === 0 || xid > places[i - 1]![0] || (xid === places[i - 1]![0] && seq > places[i - 1]![1]),
        ),
        `the ${audience} ones in order`,
      );
    }
  },
);

t.test(
  'the plan shows a stream, refuses two of one id, and setup one that is not declared or not handled',
  async (t) => {
    const spec = (id: string, setup: ErasedSpec['setup'] = () => undefined) => ({
      spec: { ...base, id, streams: [forClients], setup },
    });
    const made = plan([spec('a'), spec('b')], { kernelVersion: '1.2.0', facilities: facilityPlans });
    t.match(made.problems, [{ code: 'K_DUPLICATE_STREAM', plugin: 'b' }]);
    t.match(planAsText(made), /tower\/for-clients +a +every external event/);
  },
);
