/**
 * The two roles that serve. Neither can log in or bypass row-level security; every transaction takes one with
 * `set local role`.
 */
import { errorCode } from '@dossier/sdk';
import type { Owner } from './engine.ts';
import { DatabaseError } from './errors.ts';

export const APP = 'app_rw';
export const JOBS = 'app_jobs';

/**
 * Creates what is missing and lets the runtime's login take both roles. `login` is null when the owner itself serves.
 */
export async function ensureRoles(owner: Owner, login: string | null): Promise<void> {
  const { rows } = await owner.run('select rolname from pg_roles where rolname in ($1, $2)', [APP, JOBS]);
  const there = new Set(rows.map((row) => row['rolname']));
  for (const role of [APP, JOBS]) {
    if (!there.has(role)) await createRole(owner, role);
    const who = login === null ? 'current_user' : quote(login);
    const member = await owner.run(
      `select pg_has_role(${login === null ? 'current_user' : '$1'}, '${role}', 'member') as member`,
      login === null ? [] : [login],
    );
    if (member.rows[0]?.['member'] !== true) await owner.run(`grant ${role} to ${who}`);
  }
  await owner.run(`grant usage on schema public to ${APP}, ${JOBS}`);
}

/** Says what to do when the login that migrates was not allowed to provide the roles. */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof Error) || errorCode(error) !== '42501') throw error;
  throw new DatabaseError(
    'K_MAY_NOT_MIGRATE',
    `The login that migrates (DATABASE_ADMIN_URL, else DATABASE_URL) may not provide the roles ${APP} and ${JOBS}: ${error.message}. Create roles and logins once as a superuser, by config/deploy/roles.sql, and migrate with the owner.`,
    { cause: error },
  );
}

/** Roles belong to the cluster: a second database of it may create the same one at the same moment. */
async function createRole(owner: Owner, role: string): Promise<void> {
  await owner.run(
    `do $$ begin create role ${role} nologin nobypassrls; exception when duplicate_object or unique_violation then null; end $$`,
  );
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
