/** The process dies while a client sends what they corrected: it is sent whole or not at all, and once. */
import { join } from 'node:path';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { startDossier, tokenOf } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';
import { asking } from './asking.ts';
import { killPoint } from './kill-point.ts';
import { chance } from './support.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
/** `DOSSIER_KILL_POINTS=all` dies at each statement. */
const every = process.env['DOSSIER_KILL_POINTS'] === 'all';

t.test('wherever it dies, nothing of a correction is lost or doubled', { skip: postgres === null }, async (t) => {
  const luck = chance();
  t.comment(`seed ${luck.seed} (DOSSIER_SEED repeats it)`);
  const { env, superUrl } = await postgres!.createDatabase('correction');
  const dossier = await startDossier(
    { ...env, KILL_POINT: 'none' },
    { main: join(import.meta.dirname, 'kill-point-main.ts') },
  );
  t.teardown(() => dossier.remove());
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  t.teardown(() => database.end());
  const { arm, disarm, noted, settings } = killPoint(dossier.dataDir);
  const { ask, answered } = asking(dossier);
  const officer = tokenOf(dossier.demo, 'officer');
  const client = dossier.demo.users.find(({ email }) => email.startsWith('benjamin@'))!.token;
  const [{ id }] = await answered(client, 'GET', '/applications');

  /** Letters about it that are written, and those of them that are sent. */
  const letters = async (kind: 'asked' | 'sent'): Promise<{ readonly written: number; readonly sent: number }> =>
    (
      await database.query(
        `select count(*)::int as written, (count(*) filter (where state = 'sent'))::int as sent
         from mail_message where kind = $1`,
        [`notice-correction-${kind}`],
      )
    ).rows[0];
  /** Waits for the letters of so many rounds, so that no other work writes while the next one is sent. */
  const quiet = async (rounds: { asked: number; sent: number }): Promise<void> => {
    const { assignees } = await answered(officer, 'GET', `/applications/${id}`);
    await eventually('the client has mail', async () => (await letters('asked')).sent >= rounds.asked);
    await eventually(
      'all officers have mail',
      async () => (await letters('sent')).sent >= rounds.sent * assignees.length,
    );
  };

  /** What the officer asks for and the client has typed, before it is sent. */
  const prepare = async (amount: number, earlier: number): Promise<string> => {
    // Once it is asked anew, officers hear no more of what was sent before.
    await quiet({ asked: earlier, sent: earlier });
    const round = await answered(officer, 'POST', `/applications/${id}/corrections`, {
      items: [{ field: 'amount', reason: 'Please look again.' }],
      dueAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    });
    await quiet({ asked: earlier + 1, sent: earlier });
    await answered(client, 'PUT', `/corrections/${round.id}/answers`, { answers: { amount } });
    return round.id;
  };
  const send = (round: string): Promise<Json> => answered(client, 'POST', `/corrections/${round}/send`, {});
  /** The trail shows what has committed when no transaction that began before is open any more. */
  const logged = async (): Promise<void> => {
    const { rows } = await database.query('select pg_snapshot_xmax(pg_current_snapshot())::text as xid');
    const passed = 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as passed';
    await eventually(
      'the trail shows all that has committed',
      async () => (await database.query(passed, [rows[0].xid])).rows[0].passed === true,
    );
  };
  /** As it stands: what was corrected, and how often the trail tells that it was. */
  const standing = async (round: string) => {
    await logged();
    const application = await answered(officer, 'GET', `/applications/${id}`);
    const entries: Json[] = await answered(officer, 'GET', `/applications/${id}/audit?limit=200`);
    const count = (type: string): number => entries.filter((one) => one.type === type).length;
    return {
      state: (await answered(client, 'GET', `/corrections/${round}`)).state,
      amount: application.answers.amount,
      isWaiting: application.waitingSince !== null,
      isCorrected: application.flags.includes('corrected'),
      sent: count('corrections/sent@1'),
      revisions: count('applications/answers-changed@1'),
    };
  };

  await dossier.stop();
  await dossier.restart(settings);
  const first = await prepare(20_000, 0);
  arm(0, false);
  await send(first);
  disarm();
  const statements = noted();
  const end = statements.indexOf(
    'commit',
    statements.findIndex((text) => text.includes('update "correction_round"')),
  );
  t.ok(end > 4, `${end + 1} statements`);
  for (const text of statements.slice(0, end + 1)) t.comment(text);
  // A process that has just begun does not know yet what this one knew.
  await dossier.kill9();
  await dossier.restart();

  // Before and after the revision is written, and after its end. What another life knows it does not ask again, so that
  // a statement may be some places earlier there.
  const revision = statements.findIndex((text) => text.startsWith('insert into "answer_revision"'));
  const indexes = every
    ? Array.from({ length: end + 2 }, (_, i) => i)
    : [luck.between(0, revision), luck.between(revision + 1, end - 6), end + 1];
  const states = new Set<string>();
  for (const [i, index] of indexes.entries()) {
    const [before, after] = [20_000 + i, 20_001 + i];
    const where = index > end ? 'after its end' : `about ${statements[index]}`;
    const round = await prepare(after, i + 1);
    const then = await standing(round);
    t.match(then, { state: 'open', amount: before, isWaiting: true, sent: i + 1, revisions: i + 1 });
    arm(Math.min(index, end) + 1, index > end);
    const torn = ask(client, 'POST', `/corrections/${round}/send`, {}).catch(() => null);
    await eventually('the process dies', () => dossier.child.process.signalCode !== null);
    const isAcknowledged = (await torn)?.status === 200;
    disarm();
    await dossier.restart();
    const whole = { state: 'sent', amount: after, isWaiting: false, isCorrected: true, sent: i + 2, revisions: i + 2 };
    const found = await standing(round);
    t.strictSame(found, found.state === 'sent' ? whole : then, `whole or not at all: ${found.state} ${where}`);
    states.add(found.state);
    if (isAcknowledged) t.equal(found.state, 'sent', 'what was acknowledged is kept');
    if (found.state === 'open')
      t.match(
        (await answered(client, 'GET', `/corrections/${round}`)).answers,
        { amount: after },
        'and what was typed is kept',
      );
    t.match(await send(round), { state: 'sent', changes: [{ from: before, to: after }] });
    t.match(await send(round), { state: 'sent' }, 'and sent again it is sent once');
    t.strictSame(await standing(round), whole);
  }
  t.same(states, new Set(['open', 'sent']), 'it died before the end, and after it');
  const rounds = indexes.length + 1;
  await quiet({ asked: rounds, sent: rounds });
  const { assignees } = await answered(officer, 'GET', `/applications/${id}`);
  t.equal((await letters('asked')).written, rounds, 'and nobody has mail about it twice');
  t.equal((await letters('sent')).written, rounds * assignees.length);
  await dossier.stop();
  t.equal((await dossier.command('audit', 'verify')).code, 0, 'the sealed log is intact');
});
