/** PostgreSQL is stopped at once while a third party submits. */
import { t } from '@dossier/core/testing/t';
import { eventually, stopwatch } from '../../core/testing/waiting.ts';
import { startDossier } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { kinds, publishOutsideTemplate, stored, submitter } from './submissions.ts';
import { chance } from './support.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test(
  'a database that goes away three times under load loses nothing that was acknowledged',
  { skip: postgres === null },
  async (t) => {
    const luck = chance();
    t.comment(`seed ${luck.seed}`);
    const dossier = await startDossier((await postgres!.createDatabase('outage')).env);
    t.teardown(() => dossier.remove());
    const partner = submitter(dossier, { chance: luck, outsideTemplate: await publishOutsideTemplate(dossier.demo) });
    const acknowledged = (): number => partner.sent.filter(({ id }) => id !== null).length;
    const status = (path: string): Promise<number> =>
      fetch(`${dossier.demo.baseUrl}${path}`).then(async (answer) => (await answer.body?.cancel(), answer.status));

    const load = partner.many(6);
    for (let round = 0; round < 3; round++) {
      const before = acknowledged();
      await eventually('some are acknowledged', () => acknowledged() >= before + luck.between(5, 15));
      const refused = partner.sent.flatMap(({ refusals }) => refusals).length;
      await postgres!.stopNow();
      await eventually(
        'a submission is refused',
        () => partner.sent.flatMap(({ refusals }) => refusals).length > refused,
      );
      t.equal(await status('/health/live'), 200, 'the process lives');
      const [then, since] = [acknowledged(), stopwatch()];
      await postgres!.start();
      await eventually('submissions are acknowledged again', () => acknowledged() > then);
      t.comment(`acknowledged again ${since()} after the database was to start`);
    }
    await load.enough();
    for (const kind of kinds) await partner.one(kind);
    t.equal(await status('/health/ready'), 200);
    const all = await eventually('every application is settled', async () => {
      const found = await stored(dossier.demo);
      return found.every((one) => one.status !== 'Submitted') && found;
    });
    const refusals = partner.sent.flatMap((one) => one.refusals);
    t.comment(`${partner.sent.length} submissions, ${refusals.length} refused meanwhile`);
    t.same([...new Set(refusals)], [503], 'what could not be done was answered, and as unavailable');
    t.same(
      all.map(({ id }) => id).toSorted(),
      partner.sent.map(({ id }) => id).toSorted(),
      'every acknowledged submission is there exactly once',
    );
    await dossier.stop();
    t.equal((await dossier.command('audit', 'verify')).code, 0, 'the sealed log is intact');
  },
);
