/**
 * A worker that stands still past its heartbeat, as in a long pause of its machine, and then goes on as if nothing had
 * been.
 */
import { t } from '@dossier/core/testing/t';
import { startBureau } from '@dossier/bureau-simulator/testing';
import type { Json } from '../../core/testing/index.ts';
import { eventually, stopwatch } from '../../core/testing/waiting.ts';
import { startDossier } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { publishOutsideTemplate, stored, submitter, trail } from './submissions.ts';
import { chance } from './support.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test('two nodes work on one step, and it has exactly one effect', { skip: postgres === null }, async (t) => {
  const bureau = await startBureau({ delay: 1_500 });
  t.teardown(() => bureau.close());
  const env = { ...(await postgres!.createDatabase('pause')).env, WORKFLOW_HANDLERS_BUREAU_URL: bureau.url };
  const first = await startDossier(env);
  t.teardown(() => first.remove());
  const outsideTemplate = await publishOutsideTemplate(first.demo);
  const partner = submitter(first, { chance: chance(), outsideTemplate });
  const isSettled = async (demo: typeof first.demo, id: string): Promise<Json> =>
    (await stored(demo)).find((one) => one.id === id && one.status !== 'Submitted');

  const peaceful = (await partner.one('outside', 'Slow')).id!;
  await eventually('the first one is settled in peace', () => isSettled(first.demo, peaceful));
  const inPeace = await trail(first.demo, peaceful);

  const id = (await partner.one('outside', 'Slow')).id!;
  await eventually('the bureau is asked about the second one', () =>
    [...bureau.decisions.keys()].some((key) => key.startsWith(id)),
  );
  const { demo } = first;
  first.child.process.kill('SIGSTOP');
  const since = stopwatch();
  const second = await startDossier({ ...env, DATA_DIR: first.dataDir });
  t.teardown(() => second.stop());
  await eventually('the other node has settled it', () => isSettled(second.demo, id));
  t.comment(`the other node settled it ${since()} after the pause began`);
  t.same(await trail(second.demo, id), inPeace);

  // The bureau's answer has been waiting for the first node all the time; now it wakes, late, and believes that the
  // step is its own.
  first.child.process.kill('SIGCONT');
  await eventually(
    'the first node answers again',
    async () => (await fetch(`${demo.baseUrl}/health/live`)).status === 200,
  );
  const later = (await partner.one('outside', 'Swift')).id!;
  await eventually('another one is settled after the pause', () => isSettled(second.demo, later));
  t.same(await trail(second.demo, id), inPeace, 'the trail is that of a step taken once');
  t.same(
    (await stored(second.demo)).filter((one) => one.id === id).map(({ status }) => status),
    ['Approved'],
  );
  t.equal([...bureau.decisions.keys()].filter((key) => key.startsWith(id)).length, 1, 'the credit bureau decided once');
  await first.stop();
  t.equal((await second.command('audit', 'verify')).code, 0, 'the sealed log is intact');
});
