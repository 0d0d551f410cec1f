/** Two nodes on one PostgreSQL look after the same deadlines, and one of them is started anew. */
import { t } from '@dossier/core/testing/t';
import { eventually, letterBox } from '@dossier/core/testing';
import { sharedPostgres } from '../../../../test/servers/postgres.ts';
import { testClock, testPlatform } from '../../../testing/index.ts';
import type { Json, TestPlatform } from '../../../testing/index.ts';
import { actors, stage, steps } from './stage.ts';

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());
const CASES = 6;
const day = 86_400_000;

t.test('of each case there is one reminder and one escalation', { skip: postgres === null }, async (t) => {
  const clock = testClock();
  const database = await postgres!.createDatabase('due');
  const box = letterBox();
  const script = { calls: [], run: {} };
  const running: TestPlatform[] = [];
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> => {
    const node = await testPlatform({
      plugins: [actors(script), box.plugin, '@dossier/notifications'],
      clock,
      env: { ...database.overseen, ...env },
    });
    running.push(node);
    return node;
  };
  t.teardown(async () => {
    for (const node of running.toReversed()) await node.stop();
  });
  const first = await start();
  const second = await start({ DATA_DIR: first.dataDir });
  const s = await stage({ platform: first, script });
  const template = await s.template([
    ...steps('First'),
    { name: 'Underwriting', kind: 'MANUAL', due: { workingDays: 5 } },
  ]);
  const made: Json[] = [];
  for (let i = 0; i < CASES; i++) made.push(await s.submit(template, {}));
  const numbers = made.map(({ number }) => number as string);
  const settled = (...nodes: readonly TestPlatform[]): Promise<unknown> =>
    Promise.all(nodes.map((node) => node.settle()));
  const about = (kind: string): readonly string[] =>
    box.sent
      .filter((one) => one.kind === kind)
      .map(({ text }) => /\d{4}-\d{6}/.exec(text)?.[0] ?? text)
      .toSorted();
  // What recurs counts from when a node first saw it.
  await settled(first, second);
  clock.advance(Date.parse(made[0]!.dueAt as string) - clock.time() - 60_000);
  await eventually('all are reminded of', async () => {
    await settled(first, second);
    return about('notice-due-soon').length >= CASES;
  });
  await running.pop()!.stop();
  const third = await start({ DATA_DIR: first.dataDir });
  await settled(first, third);
  t.same(about('notice-due-soon'), numbers.toSorted(), 'a node that was not there then does not remind again');
  t.same(about('notice-overdue'), []);
  clock.advance(2 * 60_000);
  await eventually('all are late', async () => {
    await settled(first, third);
    return about('notice-overdue').length >= CASES;
  });
  clock.advance(3 * day);
  await settled(first, third);
  t.same(about('notice-overdue'), numbers.toSorted());
  t.same(about('notice-due-soon'), numbers.toSorted());
});
