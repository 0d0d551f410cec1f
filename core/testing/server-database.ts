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
 * of config/deploy/roles.sql). `sets` are plugins, each with all of the set before and more: the first database of each
 * is migrated by `migrate` on top of that, and all others are copies of it.
 */
export async function serverDatabase(
  server: string,
  sets: readonly (readonly Plugin[])[],
  migrate: (env: DatabaseSettings, plugins: readonly Plugin[]) => Promise<void>,
): Promise<ServerDatabase> {
  let template: Promise<string> | undefined;
  for (const plugins of sets) {
    const key = digest(plugins);
    const made = templates.get(key) ?? makeTemplate(server, template, (env) => migrate(env, plugins));
    templates.set(key, made);
    template = made;
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  await create(server, name, await template);
  return {
    env: settingsOf(server, name),
    drop: () => maintain(server, `drop database if exists "${name}" with (force)`),
  };
}

async function makeTemplate(
  server: string,
  below: Promise<string> | undefined,
  migrate: (env: DatabaseSettings) => Promise<void>,
): Promise<string> {
  const name = `template_${randomBytes(8).toString('hex')}`;
  await create(server, name, await below);
  await migrate(settingsOf(server, name));
  return name;
}

const create = (server: string, name: string, template: string | undefined): Promise<void> =>
  maintain(server, `create database "${name}" ${template ? `template "${template}"` : ''} owner dossier_owner`);

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
