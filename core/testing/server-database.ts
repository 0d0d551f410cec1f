import { randomBytes } from 'node:crypto';
import type { Plugin } from '@dossier/sdk';
import pg from 'pg';
import { digest } from './dump.ts';

/**
 * The settings of a process that serves from a database; its tables belong to a superuser, so that a test can look past
 * every wall.
 */
export type DatabaseSettings = Readonly<Record<'DATABASE_URL' | 'DATABASE_ADMIN_URL', string>>;

/** A database for one platform. */
export interface ServerDatabase {
  readonly env: DatabaseSettings;
  drop(): Promise<void>;
}

/** Templates that this process knows: by a digest of all that shapes a database, the one to copy. */
const templates = new Map<string, Promise<string>>();

/**
 * A migrated database of its own on the PostgreSQL at `server` (the URL of a superuser, on a server that has the roles
 * of config/deploy/roles.sql). `sets` are plugins, each with all of the set before and more: the first database of each
 * is migrated by `migrate` on top of that, and all others on that server are copies of it, whichever process asks.
 */
export async function serverDatabase(
  server: string,
  sets: readonly (readonly Plugin[])[],
  migrate: (env: DatabaseSettings, plugins: readonly Plugin[]) => Promise<void>,
): Promise<ServerDatabase> {
  let template: Promise<string> | undefined;
  for (const plugins of sets) {
    const key = digest(plugins);
    const made = templates.get(key) ?? findOrMake(server, `template_${key}`, template, (env) => migrate(env, plugins));
    templates.set(key, made);
    template = made;
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  const copied = await template;
  await maintain(server, (query) => create(query, name, copied));
  return {
    env: settingsOf(server, name),
    drop: () => maintain(server, (query) => query(`drop database if exists "${name}" with (force)`)),
  };
}

/** The template of that name: while one process makes it, others wait. It has the name when it is whole. */
async function findOrMake(
  server: string,
  name: string,
  below: Promise<string> | undefined,
  migrate: (env: DatabaseSettings) => Promise<void>,
): Promise<string> {
  const copied = await below;
  await maintain(server, async (query) => {
    await query('select pg_advisory_lock(hashtext($1))', [name]);
    if ((await query('select from pg_database where datname = $1', [name])) > 0) return;
    const unfinished = `unfinished_${randomBytes(8).toString('hex')}`;
    await create(query, unfinished, copied);
    await migrate(settingsOf(server, unfinished));
    await query(`alter database "${unfinished}" rename to "${name}"`);
  });
  return name;
}

/** Runs a statement and tells how many rows it found. */
type Query = (statement: string, values?: readonly string[]) => Promise<number>;

/** The copy is made file by file: through the log, as the server does by itself, it takes several times as long. */
async function create(query: Query, name: string, template = 'template1'): Promise<void> {
  await query(`create database "${name}" template "${template}" strategy file_copy owner dossier_owner`);
}

function settingsOf(server: string, database: string): DatabaseSettings {
  const admin = new URL(server);
  admin.pathname = `/${database}`;
  const app = new URL(admin);
  app.username = 'dossier_app';
  return { DATABASE_URL: app.href, DATABASE_ADMIN_URL: admin.href };
}

async function maintain(server: string, work: (query: Query) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  // A statement that is cut off rejects by itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(async (statement, values = []) => (await client.query(statement, [...values])).rowCount ?? 0);
  } finally {
    await client.end();
  }
}
