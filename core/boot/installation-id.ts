/**
 * Which installation a database and a folder belong to. Both keep its id, from the first start on, so that documents,
 * seals and keys of one are never used with the rows of another.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineEntity, p } from '@mikro-orm/core';
import { globalTable } from '@dossier/sdk';
import type { Migration } from '@dossier/sdk';
import { DatabaseError } from '../facilities/database/index.ts';
import type { Owner } from '../facilities/database/index.ts';
import { writeNew } from '../facilities/secrets/write-new.ts';

const InstallationRow = defineEntity({
  name: 'InstallationRow',
  tableName: 'installation',
  properties: { one: p.boolean().primary(), id: p.uuid(), createdAt: p.datetime() },
});

export const installationTables = [
  globalTable(InstallationRow, { why: 'Its one row names the installation.', jobsMay: ['select'], appMay: [] }),
];

export const installationMigrations: readonly Migration[] = [
  {
    id: '0006-installation',
    async up(run) {
      await run(
        'create table installation (one boolean primary key default true check (one), id uuid not null, "createdAt" timestamptz not null default now())',
      );
    },
  },
];

const FILE = 'installation.id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Before anything is changed: throws `K_OTHER_INSTALLATION` when database and folder are not of one installation, with
 * what to do. `onServer`: the database is not the embedded one.
 */
export async function refuseOther(
  owner: Owner,
  { dataDir, onServer }: { readonly dataDir: string; readonly onServer: boolean },
): Promise<void> {
  const folder = idIn(dataDir);
  const {
    rows: [known],
  } = await owner.run(
    `select to_regclass('public.installation') is not null as named, to_regclass('public.migration') is null as empty`,
  );
  const database = known?.['named'] === true ? await idOf(owner) : undefined;
  const path = join(dataDir, FILE);
  if (folder === undefined) {
    // A folder without an id is new, or of a version that gave none; but what the embedded database of one has written
    // is not of a server's.
    if (database !== undefined && onServer && existsSync(join(dataDir, 'database'))) {
      throw refused(
        `DATA_DIR "${dataDir}" holds an embedded database of its own, and DATABASE_URL leads to installation ${database}. Name another DATA_DIR, an empty one for a new node.`,
      );
    }
    return;
  }
  if (folder === database) return;
  if (database !== undefined) {
    throw refused(
      `DATA_DIR "${dataDir}" is of installation ${folder}, and the database of installation ${database}. Correct the one that is wrong. A new node of ${database} takes an empty DATA_DIR, or that of its other nodes; where a backup of this installation was restored, restore the folder that was kept with it.`,
    );
  }
  throw refused(
    known?.['empty'] === true
      ? `DATA_DIR "${dataDir}" is of installation ${folder}, and the database is empty. Correct the address of the database, or restore its backup. A new installation takes an empty DATA_DIR.`
      : `DATA_DIR "${dataDir}" is of installation ${folder}, and the database is older than such ids, so that nobody can tell whose it is. Where it is a backup of this installation, remove ${path} and start again.`,
  );
}

/** After the database was opened with its keys: gives an id to what has none. Resolves to it. */
export async function nameInstallation(owner: Owner, dataDir: string): Promise<string> {
  await owner.run('insert into installation (id) values ($1) on conflict do nothing', [idIn(dataDir) ?? randomUUID()]);
  const id = (await idOf(owner)) ?? '';
  const path = join(dataDir, FILE);
  if (!existsSync(path)) writeNew(path, `${id}\n`);
  return id;
}

async function idOf(owner: Owner): Promise<string | undefined> {
  const {
    rows: [row],
  } = await owner.run('select id::text as id from installation');
  return row === undefined ? undefined : String(row['id']);
}

function idIn(dataDir: string): string | undefined {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) return undefined;
  const id = readFileSync(path, 'utf8').trim();
  if (!UUID.test(id))
    throw refused(
      `${path} does not hold the id of an installation. Restore it from a backup, or remove it when the database is surely of this folder.`,
    );
  return id;
}

const refused = (why: string): DatabaseError =>
  new DatabaseError('K_OTHER_INSTALLATION', `${why} Nothing was changed.`);
