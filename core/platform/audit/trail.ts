import { badQuery, forbidden, notFound } from '@dossier/sdk';
import type { EventLog, WorkspaceAccess } from '@dossier/sdk';
import { applicationConfirmed, applicationSubmitted } from '../applications/contract.ts';
import type { Applications } from '../applications/contract.ts';
import { documentUploaded } from '../documents/contract.ts';
import { readAudit } from './contract.ts';
import type { AuditEntry } from './contract.ts';
import { entryOf, mostEntries } from './entry.ts';

export interface Trail {
  /**
   * Oldest first. The whole trail needs the permission to read it and is read where the application is handled; `external` holds
   * what clients may know, for everybody who sees the application. Throws `forbidden` (403), `not-found` (404),
   * `bad-cursor` (400) for an `after` that is no place, and `bad-query` (400) for a `limit` that is not 1 to 200.
   */
  of(access: WorkspaceAccess, applicationId: string, o: { audience?: 'external'; after?: string; limit: number }): Promise<readonly AuditEntry[]>;
}

/** The audit trail is a reading of the event log and nothing else, so that neither can say what the other does not. */
export function createTrail({ log, applications }: { log: EventLog; applications: Applications }): Trail {
  return {
    async of(access, applicationId, { audience, after, limit }) {
      if (limit < 1 || limit > mostEntries) throw badQuery([{ pointer: '?limit', code: 'out-of-range', detail: `A page has 1 to ${mostEntries} entries.` }]);
      if (audience !== 'external' && !access.can(readAudit)) throw forbidden('The whole audit trail is for staff. Ask with audience=external for what concerns you.');
      const application = await applications.get(access, applicationId);
      if (!application) throw notFound();
      if (audience !== 'external' && application.workspaceId !== access.workspace) throw notFound();
      const entries = await log.of(access, {
        subject: { type: 'application', id: applicationId }, limit, ...(audience ? { audience } : {}), ...(after === undefined ? {} : { after }),
      });
      return entries.map((entry) => (audience === 'external' ? withoutInternals(entryOf(entry), access.actor.id) : entryOf(entry)));
    },
  };
}

/** Clients learn what happened and when, by whom unless it was somebody of the staff, and of a change these members, which their own pages show. What it holds beside them is made for staff. */
const forClients = ['status', 'reason', 'fileName', 'requirementKey', 'reviewStatus'];

const open = (state: unknown): unknown => {
  const told = typeof state === 'object' && state !== null ? Object.entries(state).filter(([key]) => forClients.includes(key)) : [];
  return told.length > 0 ? Object.fromEntries(told) : null;
};

const withoutInternals = (entry: AuditEntry, reader: string): AuditEntry => ({ ...entry, actor: isStaff(entry, reader) ? staff : entry.actor, before: open(entry.before), after: open(entry.after), details: null });

const staff: AuditEntry['actor'] = { kind: 'user', id: '', name: 'Staff' };

/** Who made an application, confirmed it, or uploaded a document stands with it for its clients, too. */
const withAuthor: ReadonlySet<string> = new Set([applicationSubmitted.id, applicationConfirmed.id, documentUploaded.id]);

/** Did a person do it of whom clients are told no more than that it was one of the staff? */
const isStaff = ({ type, actor }: AuditEntry, reader: string): boolean => actor.kind === 'user' && actor.id !== reader && !withAuthor.has(type);
