import { badQuery, isId } from '@dossier/sdk';
import type { EventLog, LogEntry, LogQuery, OrganizationAccess } from '@dossier/sdk';
import type { FoundRecord, OrganizationEntry } from './contract.ts';
import { entryOf } from './entry.ts';
import type { Naming } from './naming.ts';
import { sentenceOf } from './sentence.ts';
import { changesOf } from './words.ts';

export interface OrganizationTrail {
  /**
   * Newest first. Of what changed inside of records it tells before and after to who may read them (`shown`), or to
   * nobody. Throws `bad-query` (400) for a type that no installed plugin declares and a period that ends before
   * it begins; `bad-cursor` (400).
   */
  latest(
    access: OrganizationAccess,
    query: LogQuery,
    o: { before?: string; limit: number; contents: 'shown' | 'withheld' },
  ): Promise<readonly OrganizationEntry[]>;
  /** Applications and people that somebody may mean who has begun to type. */
  find(access: OrganizationAccess, text: string): Promise<readonly FoundRecord[]>;
  readonly types: EventLog['types'];
}

/**
 * Everything that was done in an organization. What the installation does for all of them is not among it: that is
 * nobody's organization.
 */
export function createOrganizationTrail({ log, naming }: { log: EventLog; naming: Naming }): OrganizationTrail {
  const known = new Map(log.types.map(({ type, says }) => [type, says]));
  return {
    async latest(access, query, { contents, ...o }) {
      const { type, workspace, from, to } = query;
      const faults = [
        ...(type === undefined || known.has(type)
          ? []
          : [
              {
                pointer: '?type',
                code: 'unknown',
                detail: 'No installed plugin has such entries. Take one of /api/v1/audit/types.',
              },
            ]),
        ...(from && to && from >= to
          ? [{ pointer: '?to', code: 'out-of-range', detail: 'The period ends before it begins.' }]
          : []),
      ];
      if (faults.length > 0) throw badQuery(faults);
      if (workspace !== undefined && !isId(workspace)) return [];
      const entries = await log.latest(access, query, o);
      const names = await naming.for(access, entries, { contents });
      return entries.map((entry) => ({
        ...withPlace(entry),
        sentence: sentenceOf(entry, known.get(entry.type), names),
        changes: changesOf(entry, names),
      }));
    },
    find: async (access, text) =>
      (await naming.find(access, text)).map(({ type, id, title }) => ({ type, id, name: title })),
    types: log.types,
  };
}

const withPlace = (entry: LogEntry): Omit<OrganizationEntry, 'sentence' | 'changes'> => ({
  ...entryOf(entry),
  subject: entry.subject,
  workspaceId: entry.workspace,
});
