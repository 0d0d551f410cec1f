/**
 * Commands without a running server: what they cause waits for the server, which has the services that the checks
 * call and seals the log.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { eventually } from '../../core/testing/waiting.ts';
import { demoData } from '../servers/demo-data.ts';
import { run } from '../servers/child.ts';
import { bare, entry, runToEnd, startDossier } from '../servers/dossier.ts';
import type { Demo } from '../servers/dossier.ts';

t.test('a reader that has seen enough ends the plan quietly', async (t) => {
  const running = run([entry, 'plan', '--json'], bare('unused'));
  running.process.stdout?.destroy();
  t.same(await running.ended, { code: 0, signal: null });
  t.equal(running.printed(), '');
});

t.test(
  'a second demonstration is seeded without a single try of its checks, and the next start makes them',
  async (t) => {
    const dataDir = await demoData();
    const { code, printed } = await runToEnd(['seed', '--slug', 'north'], { ...bare(dataDir), LOG_LEVEL: 'warn' });
    t.equal(code, 0);
    t.equal(printed.trim().split('\n').length, 1, printed);

    const verify = (...id: readonly string[]) => runToEnd(['audit', 'verify', ...id], bare(dataDir));
    const seeded: Demo = JSON.parse(readFileSync(join(dataDir, 'demo-north.json'), 'utf8'));
    t.match(
      await verify(seeded.organization.id),
      { code: 0, printed: /intact, 0 entries, no head is signed yet; \d+ events are not sealed yet/ },
      'what no server has sealed is reported',
    );
    t.match(await verify('0192f000-0000-7000-8000-000000000000'), { code: 1, printed: /Nothing was ever logged/ });
    t.match(await verify('nope'), { code: 2, printed: /^Write: dossier audit verify/ });

    const dossier = await startDossier({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    t.teardown(() => dossier.remove());
    const north: Demo = JSON.parse(readFileSync(join(dataDir, 'demo-north.json'), 'utf8'));
    const officer = north.users.find(({ role }) => role === 'officer')!;
    const stepsOf = async (): Promise<{ handler: string; state: string; reasons: { code: string }[] }[]> => {
      const answer = await fetch(`${north.baseUrl}/api/v1/applications`, {
        headers: { authorization: `Bearer ${officer.token}` },
      });
      return (
        (await answer.json()) as { steps: { handler: string; state: string; reasons: { code: string }[] }[] }[]
      ).flatMap(({ steps }) => steps);
    };
    const credit = (steps: Awaited<ReturnType<typeof stepsOf>>) =>
      steps.filter(({ handler }) => handler === 'CreditReportCheckHandler');
    const checks = await eventually(
      'no check runs any more',
      async () => credit(await stepsOf()),
      (some) => !some.some(({ state }) => state === 'running'),
    );
    t.ok(
      checks.some(({ state }) => state === 'passed'),
      'the simulated bureau has answered',
    );
    t.notOk(checks.some(({ reasons }) => reasons.some(({ code }) => code === 'could-not-be-checked')));
    t.notMatch(dossier.child.printed(), 'could not be checked');
  },
);
