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

/** By what shapes a database, the one from which others are copied. Each process makes its own. */
const templates = new Map<string, Promise<string>>();

/**
 * A migrated database of its own on the PostgreSQL at `server` (the URL of a superuser, on a server that has the roles
 * of config/deploy/roles.sql). The first for a set of plugins is migrated by `migrate`, all others are copies of it.
 */
export async function serverDatabase(
  server: string,
  plugins: readonly Plugin[],
  migrate: (env: DatabaseSettings) => Promise<void>,
): Promise<ServerDatabase> {
  const key = digest(plugins);
  const made = templates.get(key) ?? makeTemplate(server, migrate);
  templates.set(key, made);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await maintain(server, `create database "${name}" template "${await made}" owner dossier_owner`);
  return {
    env: settingsOf(server, name),
    drop: () => maintain(server, `drop database if exists "${name}" with (force)`),
  };
}

async function makeTemplate(server: string, migrate: (env: DatabaseSettings) => Promise<void>): Promise<string> {
  const name = `template_${randomBytes(8).toString('hex')}`;
  await maintain(server, `create database "${name}" owner dossier_owner`);
  await migrate(settingsOf(server, name));
  return name;
}

function settingsOf(server: string, database: string): DatabaseSettings {
  const admin = new URL(server);
  admin.pathname = `/${database}`;
  const app = new URL(admin);
  app.username = 'dossier_app';
  return { DATABASE_URL: app.href, DATABASE_ADMIN_URL: admin.href };
}

async function maintain(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
