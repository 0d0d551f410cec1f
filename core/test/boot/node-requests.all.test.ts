/** What a command asks of the nodes that serve, as two of them and a command see it. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { t } from '@dossier/core/testing/t';
import { answerNodes, askNodes, nodeRequestMigrations, nodeRequestTables } from '../../boot/node-requests.ts';
import { tellNodes } from '../../commands/plugin.ts';
import { askHolder, openDatabase } from '../../facilities/database/index.ts';
import { lockDirectory } from '../../facilities/database/lock.ts';
import { testClock } from '../../testing/clock.ts';
import { eventually } from '../../testing/waiting.ts';
import { onBothEngines } from '../database/engines.ts';
import { recordingLog } from '../database/sample.ts';
import { bare, hostOf } from '../kernel/support.ts';

const plugins = [{ id: 'kernel', tables: nodeRequestTables, migrations: nodeRequestMigrations }];
const { log } = recordingLog();

/** A host with a plugin that runs, which counts its set-ups, and one that cannot. */
async function running() {
  let setUps = 0;
  const { host } = hostOf([bare('good', () => void setUps++), bare('Bad')]);
  await host.start();
  return { host, setUps: () => setUps };
}

await onBothEngines(t, async (t, engine) => {
  if (engine.kind === 'pglite') {
    const { host, setUps } = await running();
    const dataDir = join(t.testdir({}), 'data');
    t.equal(await askHolder(dataDir, '{"action":"list"}'), undefined, 'nobody runs');
    const db = await openDatabase({ dataDir, plugins, log });
    t.teardown(() => db.close());
    t.equal(await askHolder(dataDir, '{"action":"list"}'), undefined, 'it starts still');
    answerNodes({ database: db, host, log });
    const asked = async (question: object) =>
      JSON.parse((await askHolder(dataDir, JSON.stringify(question))) ?? 'null');
    t.match(await asked({ action: 'list' }), { isOk: true, lines: [/^good {2}ready$/, /^Bad {2}failed {2}K_BAD_ID/] });
    t.match(await asked({ action: 'restart', plugin: 'good' }), { isOk: true });
    t.equal(setUps(), 2);
    t.match(await asked({ action: 'restart', plugin: 'Bad' }), { isOk: false, lines: [/cannot run in this process/] });
    t.match(await asked({ action: 'restart', plugin: 'nobody' }), { isOk: false, lines: [/Installed are good/] });
    await t.rejects(lockDirectory(dataDir), { code: 'K_DATA_DIR_IN_USE', message: /process \d+ on/ });
    await host.stop();
    return;
  }
  const nodes = [await running(), await running()];
  const place = await engine.empty();
  const open = async () => {
    const db = await openDatabase({ ...place, plugins, log });
    t.teardown(() => db.close());
    return db;
  };
  const command = await open();
  await command.migrate();
  const atOnce = { patience: 0, most: 0, wait: async () => undefined };
  t.same(await askNodes(command, { action: 'list' }, atOnce), [], 'nobody runs');
  // They look once when they begin; from then on, as this clock stands still, only the NOTIFY tells them.
  const clock = testClock();
  for (const { host } of nodes) t.teardown(answerNodes({ database: await open(), host, log, clock }));
  const heard = async (): Promise<number> =>
    command.systemTransaction('app_jobs', async (tx) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from node_answer where request = (select id from node_request order by at desc limit 1)`.execute(
        tx.sql(),
      );
      return rows[0]!.count;
    });
  const how = {
    patience: 0,
    most: Infinity,
    wait: async () => void (await eventually('both nodes have heard of it', heard, 2)),
  };
  const listed = await askNodes(command, { action: 'list' }, how);
  t.match(listed, Array(2).fill({ isOk: true, lines: [/^good {2}ready$/, /^Bad {2}failed/] }));
  t.equal(new Set(listed.map(({ node }) => node)).size, 2);
  t.match(await askNodes(command, { action: 'restart', plugin: 'good' }, how), [{ isOk: true }, { isOk: true }]);
  t.same(
    nodes.map(({ setUps }) => setUps()),
    [2, 2],
    'each once',
  );
  for (const { host } of nodes) await host.stop();
});

t.test('what the nodes say is printed for each, and the exit code says whether all could', async (t) => {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  t.equal(tellNodes([], print), 1);
  t.equal(tellNodes([{ node: 'one', isOk: true, lines: ['a  ready'] }], print), 0);
  t.equal(tellNodes([{ node: 'two', isOk: false, lines: ['No.'] }], print), 1);
  t.same(lines, [
    'No node answers. Is the platform running with these settings?',
    'one:',
    '  a  ready',
    'two:',
    '  No.',
  ]);
});
