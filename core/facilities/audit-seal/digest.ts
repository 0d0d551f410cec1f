import { createHash } from 'node:crypto';
import { canonical } from '@dossier/sdk';
import type { LogRow } from '../events/index.ts';

const sha256 = (...parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const json = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/**
 * Everything that an event says. The transaction id is left out: it changes when a database is restored elsewhere;
 * `seq` stays. What is personal counts as it is stored, sealed: without its key it is erased, and the digest stays.
 * Entries from before there were formats have none in theirs.
 */
export function digestOf(row: Omit<LogRow, 'xid' | 'wrapped'>, salt: string): string {
  const {
    seq,
    id,
    organizationId,
    workspaceId,
    type,
    audience,
    subjectType,
    subjectId,
    actorKind,
    actorId,
    actorName,
    at,
  } = row;
  return sha256(
    salt,
    canonical({
      seq,
      id,
      organizationId,
      workspaceId,
      type,
      audience,
      subjectType,
      subjectId,
      actorKind,
      actorId,
      actorName,
      at,
      before: json(row.before),
      after: json(row.after),
      payload: json(row.payload),
      ...(row.format === null ? {} : { format: row.format, sealed: json(row.sealed) }),
    }),
  );
}

/** What the first entry of a chain follows. */
export const chainStart = '0'.repeat(64);
/** Binds an entry to all before it. */
export const linkOf = (previous: string, digest: string): string => sha256(previous, digest);
