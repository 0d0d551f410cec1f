import { setImmediate } from 'node:timers/promises';
import type { Database, Emits, LogQuery, LogSeal, OrganizationAccess } from '@dossier/sdk';
import { trailExported } from './contract.ts';
import type { ExportedEntry } from './contract.ts';
import { csvHead, csvLines } from './csv.ts';
import type { OrganizationTrail } from './organization-trail.ts';

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Entries that are read and written at a time: few enough that nobody waits for them. */
const PAGE = 40;

export interface Exporting {
  /**
   * All entries that the query finds, the newest first, as text in pieces; that it was asked for stands in the trail
   * before the first of them. Throws as {@link OrganizationTrail.latest} does.
   */
  of(access: OrganizationAccess, query: LogQuery, format: ExportFormat): Promise<AsyncIterable<string>>;
}

export function createExporting(o: {
  readonly database: Database;
  readonly seal: LogSeal;
  readonly trail: Pick<OrganizationTrail, 'latest'>;
  readonly events: Emits<typeof trailExported>;
}): Exporting {
  const page = async (
    access: OrganizationAccess,
    query: LogQuery,
    before: string | undefined,
  ): Promise<readonly ExportedEntry[]> => {
    const entries = await o.trail.latest(access, query, {
      limit: PAGE,
      // A file goes where nobody asks for rights.
      contents: 'withheld',
      ...(before === undefined ? {} : { before }),
    });
    const seals = await o.seal.of(
      access,
      entries.map(({ id }) => id),
    );
    return entries.map((entry) => ({ ...entry, seal: seals.get(entry.id) ?? null }));
  };
  async function* pieces(
    access: OrganizationAccess,
    query: LogQuery,
    format: ExportFormat,
    first: readonly ExportedEntry[],
  ): AsyncIterable<string> {
    if (format === 'csv') yield csvHead;
    for (let entries = first; entries.length > 0;) {
      yield format === 'csv' ? csvLines(entries) : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      if (entries.length < PAGE) return;
      await setImmediate();
      entries = await page(access, query, entries.at(-1)?.place);
    }
  }
  return {
    async of(access, query, format) {
      const first = await page(access, query, undefined);
      await o.database.write(access, async () =>
        o.events.emit(
          trailExported,
          access,
          { subject: { type: 'organization', id: access.organization } },
          { format: format === 'csv' ? 'CSV' : 'JSON lines' },
        ),
      );
      return pieces(access, query, format, first);
    },
  };
}
