/** What a start asks a PostgreSQL server before it changes anything there: whether it is one on which to serve. */
import { randomInt } from 'node:crypto';
import { SettingsError } from '@dossier/config';
import type { SettingFault } from '@dossier/config';
import type { Log } from '@dossier/sdk';
import type { Owner, Rows } from './engine.ts';
import { APP, JOBS } from './roles.ts';

/**
 * Connections of a node in addition to those of its pool: of its job queue; and of the owner while it starts, of the
 * question what was revoked, and of its health.
 */
export const QUEUE_CONNECTIONS = 3;
const OWN_CONNECTIONS = 3;

export interface Examination {
  /** Asks as the login that serves. */
  readonly ask: (sql: string, parameters: readonly unknown[]) => Promise<Rows>;
  /** Whether somebody else migrates. */
  readonly apart: boolean;
  readonly pool: number;
  /** A demonstration may be served by a superuser. */
  readonly demonstration: boolean;
  readonly log: Log;
}

const FACTS = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
    exists (select from pg_roles where (rolsuper or rolbypassrls)
      and pg_has_role(session_user, oid, 'member')) as privileged,
    exists (select from pg_locks where locktype = 'advisory' and classid = $1::oid and objid = $2::oid and objsubid = 2
      and database = d.oid) as same,
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int - others.all,
      nullif(r.rolconnlimit, -1) - others.login, nullif(d.datconnlimit, -1) - others.database) as free
  from pg_database d, pg_roles r, lateral (
    select count(*)::int as all, (count(*) filter (where usename = session_user))::int as login,
      (count(*) filter (where datid = d.oid))::int as database
    from pg_stat_activity where usename is not null and datid is not null
      and pid not in (pg_backend_pid(), $3::int)) others
  where d.datname = current_database() and r.rolname = session_user`;

/**
 * Throws {@link SettingsError} with all that stands against serving there, by the variable to correct. That it may run
 * out of connections is only told.
 */
export async function examine(owner: Owner, o: Examination): Promise<void> {
  // Held by the owner and looked for by the login: who sees it is in the same database of the same server.
  const key = [randomInt(2 ** 31), randomInt(2 ** 31)];
  const {
    rows: [held],
  } = await owner.run('select pg_advisory_lock($1::int, $2::int), pg_backend_pid() as pid', key);
  const {
    rows: [facts],
  } = await o.ask(FACTS, [...key, held?.['pid']]);
  await owner.run('select pg_advisory_unlock($1::int, $2::int)', key);
  const faults: SettingFault[] = [];
  if (Number(facts?.['number']) < 150_000)
    faults.push({
      name: 'DATABASE_URL',
      detail: `PostgreSQL ${String(facts?.['version'])} answers there. Dossier needs 15 or newer.`,
    });
  if (facts?.['same'] !== true)
    faults.push({
      name: 'DATABASE_ADMIN_URL',
      detail:
        'leads to another database than DATABASE_URL. Name the same one in both: one migrates it, the other serves from it.',
    });
  if (facts?.['privileged'] === true && !o.demonstration) {
    faults.push({
      name: 'DATABASE_URL',
      detail: `its login can pass by row-level security, which keeps the organizations apart: it is a superuser, has BYPASSRLS, or is a member of a role that does. Serve with a login as config/deploy/roles.sql makes it${o.apart ? '' : ', and migrate with the owner (DATABASE_ADMIN_URL)'}. Only a demonstration (DEMO=true) is served by this one.`,
    });
  }
  if (faults.length > 0) throw new SettingsError(faults);
  const needed = o.pool + QUEUE_CONNECTIONS + OWN_CONNECTIONS;
  const free = Number(facts?.['free']);
  if (free < needed) {
    o.log.warn(
      { free, needed },
      `The database server has ${Math.max(free, 0)} connections left for this login, and this node needs up to ${needed} (POOL_SIZE ${o.pool}, the job queue ${QUEUE_CONNECTIONS}, and ${OWN_CONNECTIONS} to start and to look after itself). Requests will wait for their turn, and be refused where it does not come. Raise max_connections (or the limit of the login or the database) to ${needed} for each node and some for yourself, or lower POOL_SIZE.`,
    );
  }
}

/**
 * Tells what else the login can do that it need not: nothing but `set role` then keeps a mistake from reading
 * everything.
 */
export async function tellOfLogin(o: Pick<Examination, 'ask' | 'log' | 'apart'>): Promise<void> {
  const {
    rows: [login],
  } = await o.ask(
    `
    select session_user::text as login, current_setting('server_version_num')::int >= 160000 as "byGrant",
      exists (select from pg_roles where (rolsuper or rolbypassrls) and pg_has_role(session_user, oid, 'member')) as privileged,
      exists (select from pg_roles where rolname in ('${APP}', '${JOBS}') and pg_has_role(session_user, oid, 'usage')) as inherits`,
    [],
  );
  const name = String(login?.['login']);
  if (login?.['privileged'] === true) {
    o.log.warn(
      { login: name },
      `The database login "${name}" can bypass row-level security. Serve with a login without privileges that is a member of ${APP} and ${JOBS} (DATABASE_URL), and migrate with the owner (DATABASE_ADMIN_URL).`,
    );
  } else if (login?.['inherits'] === true && o.apart) {
    const remedy =
      login['byGrant'] === true
        ? `grant ${APP}, ${JOBS} to "${name}" with inherit false`
        : `alter role "${name}" noinherit`;
    o.log.warn(
      { login: name },
      `The database login "${name}" inherits the rights of ${APP} and ${JOBS}, so that it sees rows without taking a role. As a superuser, once: ${remedy};`,
    );
  }
}
