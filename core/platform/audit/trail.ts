import { badQuery, forbidden, notFound } from '@dossier/sdk';
import type { EventLog, LogEntry, WorkspaceAccess } from '@dossier/sdk';
import type { Applications } from '../applications/contract.ts';
import type { Documents } from '../documents/contract.ts';
import { readAudit } from './contract.ts';
import type { AuditEntry } from './contract.ts';
import { entryOf, mostEntries } from './entry.ts';
import { forClient } from './for-clients.ts';
import type { EntrySentences } from './sentences.ts';

export interface Trail {
  /**
   * Oldest first. The whole trail needs the permission to read it and is read where the application is handled;
   * `external` holds what clients may know, for everybody who sees the application. Throws `forbidden` (403),
   * `not-found` (404), `bad-cursor` (400) for an `after` that is no place, and `bad-query` (400) for a `limit` that is
   * not 1 to 200.
   */
  of(
    access: WorkspaceAccess,
    applicationId: string,
    o: { audience?: 'external'; after?: string; limit: number },
  ): Promise<readonly AuditEntry[]>;
}

/** The audit trail is a reading of the event log and nothing else, so that neither can say what the other does not. */
export function createTrail({
  log,
  applications,
  documents,
  sentences,
}: {
  log: EventLog;
  sentences: Pick<EntrySentences, 'ofCase'>;
  applications: Applications;
  documents: Pick<Documents, 'of'> | undefined;
}): Trail {
  /**
   * As many entries as asked for of those that clients may know. What was shown about a document while they saw it is
   * no longer shown when it is for staff only.
   */
  const forClients = async (
    access: WorkspaceAccess,
    applicationId: string,
    from: string | undefined,
    limit: number,
  ): Promise<readonly LogEntry[]> => {
    const withheld = new Set(
      ((await documents?.of(access.organization, applicationId)) ?? [])
        .filter(({ audience }) => audience === 'staff')
        .map(({ id }) => id),
    );
    const found: LogEntry[] = [];
    for (let after = from; found.length < limit;) {
      const page = await log.of(access, {
        subject: { type: 'application', id: applicationId },
        limit,
        audience: 'external',
        ...(after === undefined ? {} : { after }),
      });
      found.push(
        ...page.filter((entry) => {
          const document = documentOf(entry);
          // Without the module nobody knows which were taken back.
          return document === undefined || (documents !== undefined && !withheld.has(document));
        }),
      );
      after = page.at(-1)?.place;
      if (page.length < limit) break;
    }
    return found.slice(0, limit);
  };

  return {
    async of(access, applicationId, { audience, after, limit }) {
      if (limit < 1 || limit > mostEntries)
        throw badQuery([
          { pointer: '?limit', code: 'out-of-range', detail: `A page has 1 to ${mostEntries} entries.` },
        ]);
      if (audience !== 'external' && !access.can(readAudit))
        throw forbidden('The whole audit trail is for staff. Ask with audience=external for what concerns you.');
      const application = await applications.get(access, applicationId);
      if (!application) throw notFound();
      if (audience !== 'external' && application.workspaceId !== access.workspace) throw notFound();
      if (audience === 'external') {
        const found = await forClients(access, applicationId, after, limit);
        const entries = found.map((entry) => forClient(entry, access.actor.id));
        const told = await sentences.ofCase(access, entries);
        return entries.map((entry, i) => ({ ...entryOf(entry), details: null, sentence: told[i] ?? [] }));
      }
      const entries = await log.of(access, {
        subject: { type: 'application', id: applicationId },
        limit,
        ...(after === undefined ? {} : { after }),
      });
      const told = await sentences.ofCase(access, entries);
      return entries.map((entry, i) => ({ ...entryOf(entry), sentence: told[i] ?? [] }));
    },
  };
}

/** The document that an entry is about. */
const documentOf = ({ payload }: LogEntry): string | undefined => {
  const id =
    typeof payload === 'object' && payload !== null && 'documentId' in payload ? payload.documentId : undefined;
  return typeof id === 'string' ? id : undefined;
};
