/** What a start finds out about a PostgreSQL server before it changes anything there. */
import { SettingsError } from '@dossier/config';
import { newId } from '@dossier/sdk';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { openDatabase } from '../../facilities/database/index.ts';
import type { DatabaseOptions } from '../../facilities/database/index.ts';
import { openLine } from '../../../test/servers/line.ts';
import { startPostgres } from '../../../test/servers/postgres.ts';
import { organizations, rates, recordingLog, shops } from './sample.ts';
import type { Tables } from './sample.ts';

const postgres = await startPostgres();
if (postgres) {
  t.teardown(() => postgres.stop());
  const superuser = new pg.Client({ connectionString: postgres.url });
  await superuser.connect();
  t.teardown(() => superuser.end());
  let count = 0;
  const database = () => postgres.createDatabase(`server_${++count}`);
  const migrated = async (o: Pick<DatabaseOptions, 'url' | 'adminUrl' | 'demonstration'>) => {
    const recorded = recordingLog();
    const db = await openDatabase({ plugins: [shops, rates], log: recorded.log, pool: 4, ...o });
    t.teardown(() => db.close());
    await db.migrate();
    return { db, warned: recorded.lines.filter(({ level }) => level === 'warn').map(({ text }) => text) };
  };
  /** With what it was refused, and that nothing was changed. */
  const faults = async (
    t: Test,
    o: Pick<DatabaseOptions, 'url' | 'adminUrl'>,
    superUrl: string,
  ): Promise<readonly string[]> => {
    const error: unknown = await migrated(o).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const client = new pg.Client({ connectionString: superUrl });
    await client.connect();
    const { rows } = await client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`);
    await client.end();
    t.equal(rows.length, 0, 'nothing was changed');
    return error instanceof SettingsError
      ? error.faults.map(({ name, detail }) => `${name}: ${detail}`)
      : [String(error)];
  };

  t.test('the logins of roles.sql cause no message', async (t) => {
    t.strictSame((await migrated(await database())).warned, []);
  });

  t.test('a login that can pass by row-level security does not serve, however it can', async (t) => {
    await superuser.query('create role passing login bypassrls; create role indirectly login in role passing');
    const { superUrl, adminUrl } = await database();
    for (const user of ['owner', 'passing', 'indirectly']) {
      const url = Object.assign(new URL(superUrl), { username: user }).href;
      t.match(
        await faults(t, { url, adminUrl }, superUrl),
        [/^DATABASE_URL: its login can pass by row-level security.*config\/deploy\/roles\.sql makes it\./],
        user,
      );
    }
    t.match(
      await faults(t, { url: superUrl }, superUrl),
      [/migrate with the owner \(DATABASE_ADMIN_URL\)/],
      'nor does one that migrates as well',
    );
    const { db, warned } = await migrated({ url: superUrl, demonstration: true });
    t.match(warned, [/can bypass row-level security/], 'a demonstration is warned');
    await db.database.write(organizations.a, (tx) =>
      tx.sql<Tables>().insertInto('shop').values({ id: organizations.a, slug: 'a' }).execute(),
    );
    t.equal(
      (await db.database.read(newId(), (tx) => tx.sql<Tables>().selectFrom('shop').selectAll().execute())).length,
      0,
      'and is behind the wall all the same',
    );
  });

  t.test('a login that inherits the roles gets the statement that ends it', async (t) => {
    await superuser.query('create role inheriting login');
    const { superUrl } = await database();
    const { warned } = await migrated({
      url: Object.assign(new URL(superUrl), { username: 'inheriting' }).href,
      adminUrl: superUrl,
    });
    t.match(warned, [
      /^The database login "inheriting" inherits the rights of app_rw and app_jobs.* As a superuser, once: /,
    ]);
    const [, remedy = ''] = /As a superuser, once: (.*;)$/.exec(warned[0] ?? '') ?? [];
    await superuser.query(remedy);
    t.strictSame(
      (await migrated({ url: Object.assign(new URL(superUrl), { username: 'inheriting' }).href, adminUrl: superUrl }))
        .warned,
      [],
    );
  });

  t.test('two addresses that lead to two databases are refused', async (t) => {
    const [one, other] = [await database(), await database()];
    t.match(await faults(t, { url: one.url, adminUrl: other.adminUrl }, other.superUrl), [
      /^DATABASE_ADMIN_URL: leads to another database than DATABASE_URL\./,
    ]);
  });

  t.test('a server older than 15 is refused', async (t) => {
    const {
      rows: [{ number, version }],
    } = await superuser.query(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
    );
    const place = await database();
    const older = await openLine(place.url, (piece) =>
      Buffer.from(
        piece
          .toString('latin1')
          .replaceAll(number, `14${number.slice(2)}`)
          .replaceAll(version, `14${version.slice(2)}`),
        'latin1',
      ),
    );
    t.teardown(() => older.close());
    t.match(await faults(t, { url: older.through(place.url), adminUrl: place.adminUrl }, place.superUrl), [
      /^DATABASE_URL: PostgreSQL 14\S* .*answers there\. Dossier needs 15 or newer\./,
    ]);
  });

  t.test('too few connections are reported with the number needed, whatever limits them', async (t) => {
    const place = await database();
    const told = async (statement: string, undo: string) => {
      await superuser.query(statement);
      const { warned } = await migrated(place);
      await superuser.query(undo);
      return warned;
    };
    const words =
      /has \d connections left for this login, and this node needs up to 10 \(POOL_SIZE 4, the job queue 3, and 3 to start and to look after itself\)/;
    t.match(await told('alter role dossier_app connection limit 6', 'alter role dossier_app connection limit -1'), [
      words,
    ]);
    const name = new URL(place.url).pathname.slice(1);
    t.match(await told(`alter database ${name} connection limit 7`, `alter database ${name} connection limit -1`), [
      words,
    ]);
  });
}
