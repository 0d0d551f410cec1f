import { utc } from '@dossier/sdk';
import type { LogEntry } from '@dossier/sdk';
import type { AuditEntry } from './contract.ts';

/** Entries of one page at most. */
export const mostEntries = 200;

export const entryOf = ({
  id,
  place,
  at,
  type,
  title,
  actor,
  before,
  after,
  payload,
  audience,
}: LogEntry): Omit<AuditEntry, 'sentence'> => ({
  id,
  place,
  at: utc(at),
  type,
  title,
  actor,
  before: before ?? null,
  after: after ?? null,
  details: payload,
  audience,
});
