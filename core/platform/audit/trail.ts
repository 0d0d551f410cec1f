import { badQuery, forbidden, isForPerson, notFound } from '@dossier/sdk';
import type { EventLog, LogEntry, WorkspaceAccess } from '@dossier/sdk';
import { applicationConfirmed, applicationSubmitted } from '../applications/contract.ts';
import type { Applications } from '../applications/contract.ts';
import { documentUploaded } from '../documents/contract.ts';
import type { Documents } from '../documents/contract.ts';
import { readAudit } from './contract.ts';
import type { AuditEntry } from './contract.ts';
import { entryOf, mostEntries } from './entry.ts';

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
}: {
  log: EventLog;
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
      if (audience === 'external')
        return (await forClients(access, applicationId, after, limit)).map((entry) =>
          withoutInternals(entryOf(entry), access.actor.id),
        );
      return (
        await log.of(access, {
          subject: { type: 'application', id: applicationId },
          limit,
          ...(after === undefined ? {} : { after }),
        })
      ).map(entryOf);
    },
  };
}

/**
 * Clients learn what happened and when, by whom unless it was somebody of the staff, and of a change these members,
 * which their own pages show. What it holds in addition to them is made for staff.
 */
const members = ['status', 'reason', 'fileName', 'requirementKey', 'reviewStatus', 'scan'];

const open = (state: unknown): unknown => {
  const told =
    typeof state === 'object' && state !== null ? Object.entries(state).filter(([key]) => members.includes(key)) : [];
  return told.length > 0 ? Object.fromEntries(told) : null;
};

const withoutInternals = (entry: AuditEntry, reader: string): AuditEntry => ({
  ...entry,
  actor: isStaff(entry, reader) ? staff : entry.actor,
  before: open(entry.before),
  after: open(entry.after),
  details: null,
});

/** The document that an entry is about. */
const documentOf = ({ payload }: LogEntry): string | undefined => {
  const id =
    typeof payload === 'object' && payload !== null && 'documentId' in payload ? payload.documentId : undefined;
  return typeof id === 'string' ? id : undefined;
};

const staff: AuditEntry['actor'] = { kind: 'user', id: '', name: 'Staff' };

/** Who made an application, confirmed it, or uploaded a document stands with it for its clients, too. */
const withAuthor: ReadonlySet<string> = new Set([
  applicationSubmitted.id,
  applicationConfirmed.id,
  documentUploaded.id,
]);

/** Was it done by a person of whom clients learn no more than that they belong to the staff? */
const isStaff = ({ type, actor }: AuditEntry, reader: string): boolean =>
  isForPerson(actor) && actor.id !== reader && !withAuthor.has(type);
