/** PostgreSQL is stopped at once while a third party submits. */
import { t } from '@dossier/core/testing/t';
import { startDossier } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { kinds, publishOutsideTemplate, stored, submitter } from './submissions.ts';
import { chance, until } from './support.ts';

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
    const back: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = acknowledged();
      await until('some are acknowledged', 90, () => acknowledged() >= before + luck.between(5, 15));
      const refused = partner.sent.flatMap(({ refusals }) => refusals).length;
      await postgres!.stopNow();
      await until(
        'a submission is refused',
        90,
        () => partner.sent.flatMap(({ refusals }) => refusals).length > refused,
      );
      t.equal(await status('/health/live'), 200, 'the process lives');
      const [then, from] = [acknowledged(), performance.now()];
      await postgres!.start();
      await until('submissions are acknowledged again', 90, () => acknowledged() > then);
      back.push(performance.now() - from);
    }
    await load.enough();
    for (const kind of kinds) await partner.one(kind);
    t.equal(await status('/health/ready'), 200);
    const all = await until('every application is settled', 90, async () => {
      const found = await stored(dossier.demo);
      return found.every((one) => one.status !== 'Submitted') && found;
    });
    const refusals = partner.sent.flatMap((one) => one.refusals);
    t.comment(
      `${partner.sent.length} submissions, ${refusals.length} refused meanwhile; acknowledged again after at most ${Math.max(...back).toFixed(0)} ms`,
    );
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
