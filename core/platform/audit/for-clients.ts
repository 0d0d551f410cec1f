import { isForPerson, isRecord } from '@dossier/sdk';
import type { LogEntry } from '@dossier/sdk';
import { applicationConfirmed, applicationSubmitted } from '../applications/contract.ts';
import { documentUploaded } from '../documents/contract.ts';

/**
 * Members of a change that clients learn, which their own pages show. What it holds in addition to them is made for
 * staff.
 */
const members: ReadonlySet<string> = new Set([
  'status',
  'reason',
  'fileName',
  'requirementKey',
  'reviewStatus',
  'scan',
]);

const open = (state: unknown): unknown => {
  const told = isRecord(state) ? Object.entries(state).filter(([key]) => members.has(key)) : [];
  return told.length > 0 ? Object.fromEntries(told) : null;
};

/** An entry as a client may know it: what happened and when, and by whom unless it was somebody of the staff. */
export const forClient = (entry: LogEntry, reader: string): LogEntry => ({
  ...entry,
  actor: isStaff(entry, reader) ? staff : entry.actor,
  before: open(entry.before),
  after: open(entry.after),
  payload: open(entry.payload),
});

const staff: LogEntry['actor'] = { kind: 'user', id: '', name: 'Staff' };

/** Entries with which their author stands for the clients, too: submitted, confirmed, uploaded. */
const withAuthor: ReadonlySet<string> = new Set([
  applicationSubmitted.id,
  applicationConfirmed.id,
  documentUploaded.id,
]);

/** Was it done by a person of whom clients learn no more than that they belong to the staff? */
const isStaff = ({ type, actor }: LogEntry, reader: string): boolean =>
  isForPerson(actor) && actor.id !== reader && !withAuthor.has(type);
