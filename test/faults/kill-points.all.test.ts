/** The process dies before each statement of the transactions in which SYSTEM steps run, and after the last. */
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { startBureau } from '@dossier/bureau-simulator/testing';
import type { Json } from '../../core/testing/index.ts';
import { eventually, stopwatch } from '../../core/testing/waiting.ts';
import { startDossier } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { publishOutsideTemplate, stored, submitter, trail } from './submissions.ts';
import type { Kind } from './submissions.ts';
import { killPoint } from './kill-point.ts';
import { chance } from './support.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
/** `DOSSIER_KILL_POINTS=all` takes some minutes more. */
const every = process.env['DOSSIER_KILL_POINTS'] === 'all';

t.test(
  'wherever a process dies in the transaction of a step, the step has one effect',
  { skip: postgres === null },
  async (t) => {
    const luck = chance();
    t.comment(`seed ${luck.seed} (DOSSIER_SEED repeats it)`);
    const bureau = await startBureau();
    t.teardown(() => bureau.close());
    const dossier = await startDossier(
      {
        ...(await postgres!.createDatabase('points')).env,
        WORKFLOW_HANDLERS_BUREAU_URL: bureau.url,
        KILL_POINT: 'none',
      },
      { main: join(import.meta.dirname, 'kill-point-main.ts') },
    );
    t.teardown(() => dossier.remove());
    const { arm, disarm, noted, settings } = killPoint(dossier.dataDir);
    const partner = submitter(dossier, { chance: luck, outsideTemplate: await publishOutsideTemplate(dossier.demo) });
    const settled = async (id: string): Promise<Json> =>
      (await stored(dossier.demo)).find((one) => one.id === id && one.status !== 'Submitted');
    await dossier.stop();
    await dossier.restart(settings);

    // What the steps of `clean` write is part of the submission; those of `outside` have transactions of their own, in
    // a job.
    for (const kind of ['outside', 'clean'] as const satisfies readonly Kind[]) {
      // What a process remembers it does not ask again, and most lives below have seen one before: the statements of
      // the second are those that come each time.
      const { id: before } = await partner.one(kind, 'Swift');
      await eventually(`the first ${kind} one is settled`, () => settled(before!));
      arm(0, false);
      const { id: peaceful } = await partner.one(kind, 'Swift');
      await eventually(`the second ${kind} one is settled`, () => settled(peaceful!));
      disarm();
      const statements = noted();
      const inPeace = await trail(dossier.demo, peaceful!);
      const end = statements.indexOf(
        'commit',
        statements.findLastIndex((text) => text.startsWith('update "idempotency_key"')),
      );
      const [first, last] = kind === 'outside' ? [end + 1, statements.length - 1] : [0, end];
      t.ok(last - first > 2, `${kind}: ${last - first + 1} statements`);
      for (const text of statements.slice(first, last + 1)) t.comment(text);
      // Each life counts from its first armed statement.
      await dossier.kill9();
      await dossier.restart();

      const indexes = Array.from({ length: last - first + 2 }, (_, i) => first + i);
      // Each is a start of the platform, and a job is taken over after more than ten seconds: some have their turn each
      // time.
      const some = kind === 'clean' ? 3 : 2;
      const chosen = every ? indexes : indexes.toSorted(() => luck.next() - 0.5).slice(0, some);
      for (const index of chosen) {
        const after = index > last;
        const where = after ? `after ${statements[last]}` : `before ${statements[index]}`;
        arm(after ? last + 1 : index + 1, after);
        const sending = partner.one(kind, 'Swift');
        partner.close();
        await eventually('the process dies', () => dossier.child.process.signalCode !== null);
        disarm();
        await dossier.restart();
        const since = stopwatch();
        partner.open();
        const { id } = await sending;
        const found = await eventually(`it is settled, though the process died ${where}`, () => settled(id!));
        t.comment(`settled ${since()} after the restart`);
        t.same(
          { status: found.status, trail: await trail(dossier.demo, id!) },
          { status: 'Approved', trail: inPeace },
          `${kind}: ${where}`,
        );
      }
    }
    const all = await stored(dossier.demo);
    t.same(
      all.map(({ id }) => id).toSorted(),
      partner.sent.map(({ id }) => id).toSorted(),
      'every acknowledged submission is there exactly once, and nothing else',
    );
    const asked = Map.groupBy(bureau.decisions.keys(), (key) => key.split(':')[0]);
    t.same(
      [...asked.values()].filter((keys) => keys.length > 1),
      [],
      'the credit bureau decided about none twice',
    );
    await dossier.stop();
    t.equal((await dossier.command('audit', 'verify')).code, 0, 'the sealed log is intact');
  },
);
