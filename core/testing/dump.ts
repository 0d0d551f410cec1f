import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from '@dossier/sdk';
import { openPGlite } from '../facilities/database/pglite.ts';

const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'dossier-test-databases');

/**
 * Migrating an empty database takes seconds, loading a migrated one a fraction: the dump of each set of migrations is
 * kept. `kind` keeps apart what is set up differently for the same plugins.
 */
export function keptDump(
  plugins: readonly Plugin[],
  kind = 'platform',
): { load(): Blob | undefined; keep(dump: Blob): Promise<void> } {
  const path = join(folder, `${kind}-${digest(plugins)}.tar`);
  return {
    load() {
      try {
        return new Blob([readFileSync(path)]);
      } catch {
        return undefined;
      }
    },
    async keep(dump) {
      mkdirSync(folder, { recursive: true });
      // Written aside and renamed: test files run side by side, and none may load half a dump.
      const aside = `${path}.${process.pid}`;
      writeFileSync(aside, withoutTemplates(Buffer.from(await dump.arrayBuffer())));
      renameSync(aside, path);
    },
  };
}

let blank: Promise<Blob> | undefined;

/** An empty cluster without anything of ours: to make one takes the embedded database five times as long as to load. */
export function blankDump(): Promise<Blob> {
  const kept = keptDump([], 'blank');
  blank ??= (async () => {
    const before = kept.load();
    if (before) return before;
    const db = await openPGlite({ dataDir: undefined });
    try {
      const made = await db.client.dumpDataDir('none');
      await kept.keep(made);
      return made;
    } finally {
      await db.close();
    }
  })();
  return blank;
}

/**
 * A third of a dump is the two databases from which PostgreSQL would make others, which nobody does in a test: 600
 * files fewer to unpack for each platform.
 */
function withoutTemplates(tar: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < tar.length;) {
    // A header of 512 bytes: the name at 0, the size in octal at 124. Contents are filled up to the next 512.
    const name = tar.toString('latin1', at, at + 100).replace(/\0.*/s, '');
    const size = name === '' ? 0 : Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8);
    const end = at + 512 + Math.ceil(size / 512) * 512;
    if (!/^\/?base\/[14]\/./.test(name)) kept.push(tar.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** What it brings shapes the database: with or without the others it is the same one. */
const isShaping = ({ spec }: Plugin): boolean =>
  [spec.migrations, spec.tables, spec.jobs].some((parts) => (parts ?? []).length > 0);

/**
 * Of everything that shapes the database: migrations, tables and their policies, and the kernel's own code for them.
 */
export function digest(plugins: readonly Plugin[]): string {
  const hash = createHash('sha256');
  const core = join(import.meta.dirname, '..');
  for (const file of [
    'facilities/events/schema.ts',
    'facilities/jobs/tables.ts',
    'facilities/jobs/boss.ts',
    'facilities/jobs/queues.ts',
    'facilities/http/idempotency-table.ts',
    'facilities/settings/tables.ts',
    'facilities/secrets/vault-tables.ts',
    'boot/installation-id.ts',
    'facilities/database/policies.ts',
    'facilities/database/roles.ts',
    'facilities/database/migrate.ts',
  ])
    hash.update(readFileSync(join(core, file)));
  for (const { spec } of plugins.filter(isShaping).toSorted((a, b) => (a.spec.id < b.spec.id ? -1 : 1))) {
    hash.update(spec.id);
    for (const migration of spec.migrations ?? []) hash.update(migration.id).update(migration.up.toString());
    for (const table of spec.tables ?? [])
      hash.update(String(table.entity.meta.tableName)).update(JSON.stringify(table.rows));
    for (const job of spec.jobs ?? []) hash.update(JSON.stringify(job));
  }
  return hash.digest('hex').slice(0, 24);
}
