/** Two nodes on one PostgreSQL remind the same clients, and one of them is started anew. */
import { t } from '@dossier/core/testing/t';
import { sharedPostgres } from '../../../../test/servers/postgres.ts';
import { bank, eventually, letterBox, testClock, testPlatform } from '@dossier/core/testing';
import type { TestPlatform } from '@dossier/core/testing';

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());
const CASES = 6;
const DAY = 86_400_000;

t.test('a client is reminded of each correction once', { skip: postgres === null }, async (t) => {
  const clock = testClock();
  const database = await postgres!.createDatabase('corrections');
  const box = letterBox();
  const running: TestPlatform[] = [];
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> => {
    const plugins = [box.plugin, '@dossier/workflow-handlers', '@dossier/bureau-simulator', '@dossier/notifications'];
    const node = await testPlatform({ plugins, clock, env: { ...database.overseen, ...env } });
    running.push(node);
    return node;
  };
  t.teardown(async () => {
    for (const node of running.toReversed()) await node.stop();
  });
  const first = await start();
  const second = await start({ DATA_DIR: first.dataDir });
  const acme = await bank(first);
  const template = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  const settled = (...nodes: readonly TestPlatform[]): Promise<unknown> =>
    Promise.all(nodes.map((node) => node.settle()));
  for (let i = 0; i < CASES; i++) {
    const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
      .body;
    const asked = await acme.officer.post(`/api/v1/applications/${id}/corrections`, {
      items: [{ document: 'income', reason: 'Please send your payslip.' }],
      dueAt: new Date(clock.time() + 5 * DAY).toISOString(),
    });
    if (asked.status !== 201) throw new Error(asked.text);
  }
  const reminders = (): readonly string[] =>
    box.sent
      .filter(({ kind }) => kind === 'notice-correction-reminded')
      .map(({ text }) => /\/my\/([\w-]+)/.exec(text)?.[1] ?? text);
  // What recurs counts from when a node first saw it.
  await settled(first, second);
  t.strictSame(reminders(), []);
  clock.advance(3.5 * DAY);
  await eventually('the client is reminded of all', async () => {
    await settled(first, second);
    return reminders().length >= CASES;
  });
  await running.pop()!.stop();
  const third = await start({ DATA_DIR: first.dataDir });
  await settled(first, third);
  clock.advance(DAY);
  await settled(first, third);
  t.equal(reminders().length, CASES, 'and never again, by a node that was not there then neither');
  t.equal(new Set(reminders()).size, CASES, 'of each');
});
