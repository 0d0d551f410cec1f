/** The process dies while it notes who is to hear of something, and while it writes the mails: each comes, and once. */
import { join } from 'node:path';
import { rmSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { startDossier, tokenOf } from '../servers/dossier.ts';
import { startPostgres } from '../servers/postgres.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test('wherever it dies, one hears of each once, by one mail', { skip: postgres === null }, async (t) => {
  const { env, superUrl } = await postgres!.createDatabase('notices');
  const dossier = await startDossier(
    { ...env, KILL_POINT: 'none' },
    { main: join(import.meta.dirname, 'kill-point-main.ts') },
  );
  t.teardown(() => dossier.remove());
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  t.teardown(() => database.end());
  const point = join(dossier.dataDir, 'kill-point');
  const numberOf = async (sql: string): Promise<number> => (await database.query(sql)).rows[0].n;
  const ask = async (token: string, method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${dossier.demo.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  const officer = tokenOf(dossier.demo, 'officer');
  const named = dossier.demo.users.find(({ role }) => role === 'admin')!;
  const [{ id }] = await ask(officer, 'GET', '/applications');
  const kind = 'comment-naming-me';
  const choose = (mail: string): Promise<Json> =>
    ask(named.token, 'PUT', '/notifications/choices', { kinds: [{ kind, page: true, mail }], quiet: null });
  const write = (text: string): Promise<Json> =>
    ask(officer, 'POST', `/applications/${id}/comments`, {
      kind: 'internal',
      text: `${text}, @[Somebody](user:${named.id})`,
    });
  const noted = (): Promise<number> =>
    numberOf(`select count(*)::int as n from notice where kind = '${kind}' and "userId" = '${named.id}'`);
  const mails = (of: string): Promise<number> =>
    numberOf(`select count(*)::int as n from mail_message where kind = 'notice-${of}'`);
  const inInbox = async (): Promise<number> =>
    (await ask(named.token, 'GET', '/notifications/inbox')).groups
      .flatMap(({ notices }: Json) => notices)
      .filter((one: Json) => one.kind === kind).length;
  /** Dies at a statement with this in it, when it was done or before, and comes back. */
  const dieAt = async (of: string, after: boolean, cause: () => Promise<unknown>): Promise<void> => {
    writeFileSync(point, JSON.stringify({ at: 1, after, of }));
    await cause();
    await eventually('the process dies', () => dossier.child.process.signalCode !== null);
    rmSync(point);
    await dossier.restart();
  };
  await dossier.stop();
  await dossier.restart({ KILL_POINT: point });
  await choose('at-once');

  let written = 0;
  // Between the two: it is noted, and its mail is not written yet.
  written += 1;
  await dieAt('update "notice"', true, () => write('At once'));
  await eventually('the mail comes after it died', async () => (await mails(kind)) >= written);
  t.equal(await noted(), written);
  t.equal(await inInbox(), written);

  await choose('daily');
  await write('For the mail of the day');
  await eventually('it waits', async () => (await noted()) > written);
  await dieAt('insert into "mail_message"', true, () =>
    database.query(`update notice_hours set "dailySince" = now() - interval '2 days' where "userId" = '${named.id}'`),
  );
  await eventually('the mail of the day comes', async () => (await mails('daily')) > 0);
  // Another turn finds nothing more to send.
  await eventually(
    'nothing waits any more',
    async () => (await numberOf(`select count(*)::int as n from notice_hours where "dailySince" is not null`)) === 0,
  );
  t.strictSame([await mails(kind), await mails('daily')], [written, 1], 'and none twice');
  t.equal(
    await numberOf(`select count(*)::int as n from notice where kind = '${kind}' and mail = 'sent'`),
    written + 1,
  );
});
