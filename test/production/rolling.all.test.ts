/** Two nodes behind the shipped Caddyfile, on PostgreSQL and Mosquitto: what befalls one of them is nobody's error. */
import { t } from '@dossier/core/testing/t';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { tokenOf } from '../servers/dossier.ts';
import { findCaddy } from '../servers/caddy.ts';
import { startMosquitto } from '../servers/mosquitto.ts';
import { startPostgres } from '../servers/postgres.ts';
import { each } from '../faults/support.ts';
import { openBrowsers } from './browsers.ts';
import { ask, startInstallation } from './nodes.ts';

const caddy = findCaddy();
const mosquitto = caddy === null ? null : await startMosquitto();
const postgres = mosquitto === null ? null : await startPostgres();
t.teardown(() => Promise.all([postgres?.stop(), mosquitto?.stop()]));

t.test('of two nodes', { skip: caddy === null || mosquitto === null || postgres === null }, async (t) => {
  const { demo, nodes, ...installation } = await startInstallation({
    caddy: caddy!,
    database: await postgres!.createDatabase('rolling'),
    mqttUrl: mosquitto!.url,
    env: { DRAIN_SECONDS: '3' },
  });
  t.teardown(() => installation.remove());
  const more = (load: { count(): number }): Promise<boolean> => {
    const before = load.count();
    return eventually('more is answered', () => load.count() > before + 40);
  };

  await t.test(
    'both are restarted, one after the other: no request fails, and every page finds the other node',
    async (t) => {
      const browsers = await openBrowsers(demo, 12);
      t.teardown(() => browsers.close());
      const load = ask(demo, { connections: 8, keyed: false });
      await more(load);
      for (const node of nodes) {
        const stopping = node.stop();
        await eventually('it says that it goes', async () => {
          const answer = await fetch(`${node.origin}/health/ready`);
          return answer.status === 503 && (await answer.json()).status === 'draining';
        });
        const { status, headers } = await fetch(`${node.origin}/api/v1/applications?limit=1`, {
          headers: { 'x-api-key': demo.apiKey },
        });
        t.match(
          { status, connection: headers.get('connection') },
          { status: 200, connection: 'close' },
          'who is still sent there is served',
        );
        await stopping;
        await more(load);
        await node.start();
        await more(load);
      }
      await load.end();
      t.same(load.errors, []);
      t.comment(
        `${load.count()} requests, ${load.errors.length} errors; ${browsers.sentAway()} times a page was sent away`,
      );
      await eventually('every page is connected', () => browsers.connected() === 12);
      t.ok(browsers.sentAway() >= 12, 'each was sent away once at least');
      const missing: string[] = [];
      await each(new Set(load.made), 4, async (id) => {
        const answer = await fetch(`${nodes[0].origin}/api/v1/applications/${id}`, {
          headers: { 'x-api-key': demo.apiKey },
        });
        if (answer.status !== 200) missing.push(`${id} ${answer.status}`);
        await answer.body?.cancel();
      });
      t.same(missing, [], 'everything that was acknowledged is there');
      const last = ask(demo, { connections: 2, keyed: false });
      await eventually('one more is made', () => last.made.length > 0);
      await last.end();
      // It shows what has committed when no transaction that began before is open any more.
      const [entry]: Json = await eventually('the trail tells of it', async () => {
        const answer = await fetch(`${demo.baseUrl}/api/v1/applications/${last.made[0]}/audit?limit=1`, {
          headers: { authorization: `Bearer ${tokenOf(demo, 'officer')}` },
        });
        const entries: Json = await answer.json();
        return entries.length > 0 && entries;
      });
      await eventually('every page hears of it', () => browsers.heard(entry.id) === 12);
    },
  );

  for (const [what, befall, mend] of [
    ['loses its database', () => nodes[0].link.cut(), () => nodes[0].link.mend()],
    ['is killed', () => nodes[0].kill9(), () => nodes[0].start()],
  ] as const) {
    await t.test(`one ${what}: who reads, or submits with an Idempotency-Key, hears nothing of it`, async (t) => {
      const load = ask(demo, { connections: 8, keyed: true });
      await more(load);
      await befall();
      await more(load);
      if (what !== 'is killed')
        await eventually('it says that it is not ready', () =>
          fetch(`${nodes[0].origin}/health/ready`).then(
            async (answer) => (await answer.body?.cancel(), answer.status === 503),
          ),
        );
      await more(load);
      await mend();
      await eventually('it is ready again', () =>
        fetch(`${nodes[0].origin}/health/ready`).then(
          async (answer) => (await answer.body?.cancel(), answer.status === 200),
        ),
      );
      await more(load);
      await load.end();
      t.same(load.errors, []);
      t.equal(new Set(load.made).size, load.made.length, 'and nothing is made twice');
      t.comment(`${load.count()} requests, ${load.errors.length} errors`);
    });
  }
});
