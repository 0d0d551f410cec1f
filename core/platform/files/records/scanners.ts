import { Problem } from '@dossier/sdk';
import type { Access, Contributions, Database, OrganizationId, TableOf } from '@dossier/sdk';
import type { FileScanner } from '../contract.ts';
import type { FileScannerEntity } from '../entities.ts';

/** The scanners that plugins bring. */
export interface Scanners {
  /**
   * Must a file pass one? Also while the plugin that brings it cannot serve, or could not be loaded though it was in
   * use: then files wait.
   */
  areThere(access: Access & { readonly organization: OrganizationId }): Promise<boolean>;
  /** All of them. Throws `plugin-not-ready` or `scanner-missing` (503) while one of them cannot serve. */
  all(access: Access & { readonly organization: OrganizationId }): Promise<readonly FileScanner[]>;
  /** Ids of those that were in use (`?` where the name is not known) and are not there, though nobody removed them. */
  missing(): Promise<readonly string[]>;
  /** Writes down which are in use, where that has changed. No transaction is open. */
  note(): Promise<void>;
}

type Tables = { readonly file_scanner: TableOf<typeof FileScannerEntity> };

/** Those that are contributed. With `isRequired` files wait for one even if none was ever there. */
export function scannersOf(
  contributed: Contributions<FileScanner>,
  { database, isRequired }: { database: Pick<Database, 'read' | 'lookUp'>; isRequired: boolean },
): Scanners {
  /** What the table says, once it was read or written. */
  let noted: ReadonlySet<string> | undefined;
  /** A contribution with no such id is unknown only when every plugin that could have given it serves. */
  const demandReady = (access: Access): void => void contributed.get(access, 'every');
  const isReady = (access: Access): boolean => {
    try {
      demandReady(access);
      return true;
    } catch {
      return false;
    }
  };
  const inUse = async (organization: OrganizationId | null): Promise<ReadonlySet<string>> =>
    (noted ??= new Set(
      (
        await database.read({ organization, audience: 'client' }, (tx) =>
          tx.sql<Tables>().selectFrom('file_scanner').select('id').execute(),
        )
      ).map(({ id }) => id),
    ));
  const lacking = async (organization: OrganizationId | null): Promise<readonly string[]> => {
    const there = contributed.ids();
    if (isRequired && there.length === 0) return ['?'];
    if (contributed.isComplete()) return [];
    return [...(await inUse(organization))].filter((id) => !there.includes(id));
  };

  return {
    async areThere(access) {
      if (contributed.list(access).length > 0 || !isReady(access)) return true;
      return (await lacking(access.organization)).length > 0;
    },
    async all(access) {
      demandReady(access);
      const missing = await lacking(access.organization);
      if (missing.length > 0)
        throw new Problem(503, 'scanner-missing', 'Files cannot be scanned', {
          detail: `A scanner that files must pass (${missing.join(', ')}) is not there, because its plugin is not installed or could not be loaded. Correct that; until then files wait.`,
        });
      return contributed.list(access).map(({ value }) => value);
    },
    missing: () => lacking(null),
    async note() {
      const isComplete = contributed.isComplete();
      const before = await inUse(null);
      const now = new Set([...(isComplete ? [] : before), ...contributed.ids()]);
      if (now.size === before.size && [...now].every((id) => before.has(id))) return;
      await database.lookUp(async (tx) => {
        const db = tx.sql<Tables>();
        if (isComplete) await db.deleteFrom('file_scanner').execute();
        for (const id of now)
          await db
            .insertInto('file_scanner')
            .values({ id })
            .onConflict((c) => c.doNothing())
            .execute();
      });
      noted = now;
    },
  };
}
