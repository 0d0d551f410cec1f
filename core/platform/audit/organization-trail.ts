import { badQuery, isId } from '@dossier/sdk';
import type { EventLog, LogEntry, LogQuery, OrganizationAccess } from '@dossier/sdk';
import type { OrganizationEntry } from './contract.ts';
import { entryOf } from './entry.ts';

export interface OrganizationTrail {
  /**
   * Newest first. Throws `bad-query` (400) for a type that no installed plugin declares and a period that ends before
   * it begins; `bad-cursor` (400).
   */
  latest(
    access: OrganizationAccess,
    query: LogQuery,
    o: { before?: string; limit: number },
  ): Promise<readonly OrganizationEntry[]>;
  readonly types: EventLog['types'];
}

/**
 * Everything that was done in an organization. What the installation does for all of them is not among it: that is
 * nobody's organization.
 */
export function createOrganizationTrail({ log }: { log: EventLog }): OrganizationTrail {
  const known = new Set(log.types.map(({ type }) => type));
  return {
    async latest(access, query, o) {
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
      return (await log.latest(access, query, o)).map(withPlace);
    },
    types: log.types,
  };
}

const withPlace = (entry: LogEntry): OrganizationEntry => ({
  ...entryOf(entry),
  subject: entry.subject,
  workspaceId: entry.workspace,
});
