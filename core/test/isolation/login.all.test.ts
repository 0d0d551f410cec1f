/**
 * The login that serves, made by config/deploy/roles.sql to the letter, sees nothing by itself: only a transaction that
 * takes a role sees what that role may.
 */
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import { startPostgres } from '../../../test/servers/postgres.ts';
import { stage } from './stage.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test(
  'connected as dossier_app, without set role, every table of every schema is closed',
  { skip: postgres === null },
  async (t) => {
    const { env, url, superUrl } = await postgres!.createDatabase('login');
    const { platform } = await stage({ env });
    t.teardown(() => platform.stop());
    await platform.settle();
    const clients = [url, superUrl].map((connectionString) => new pg.Client({ connectionString }));
    await Promise.all(clients.map((client) => client.connect()));
    t.teardown(() => Promise.all(clients.map((client) => client.end())));
    const [served, superuser] = clients as [pg.Client, pg.Client];
    const { rows: relations } = await superuser.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^(pg_|information_schema$)' order by 1`);
    const holding: string[] = [];
    const open: string[] = [];
    const code = (sql: string): Promise<unknown> =>
      served.query(sql).then(
        ({ rows }) => `${rows.length} rows`,
        ({ code }: { code?: string }) => code,
      );
    for (const { name } of relations) {
      if ((await superuser.query(`select from ${name} limit 1`)).rowCount === 1) holding.push(name);
      // Refused, not only empty: what stands in a table tomorrow is hidden as well.
      const found = await code(`select from ${name} limit 1`);
      if (found !== '42501') open.push(`${name}: ${String(found)}`);
    }
    t.ok(holding.length >= 40, `${holding.length} of ${relations.length} tables hold rows`);
    t.strictSame(open, []);
    await served.query('begin; set local role app_jobs');
    t.equal(await code('select from relay_position'), '1 rows', 'a transaction takes its role as before');
    await served.query('commit');
  },
);
