import type { LoggedEvent } from '@dossier/sdk';
import type { PersonalParts, Said, SealedPart } from './personal.ts';

/**
 * Organization of events that concern the whole installation: the nil UUID (RFC 9562), so that no key column is null.
 */
export const installation = '00000000-0000-0000-0000-000000000000';

/**
 * A place in the log. Commit order is the pair: `seq` alone does not do, because a transaction that began first may
 * commit last.
 */
export interface Cursor {
  readonly xid: string;
  readonly seq: string;
}

export const logStart: Cursor = { xid: '0', seq: '0' };

export function isBefore(one: Cursor, other: Cursor): boolean {
  const [xid, end] = [BigInt(one.xid), BigInt(other.xid)];
  return xid < end || (xid === end && BigInt(one.seq) < BigInt(other.seq));
}

/**
 * A row of the log as read. Text columns come as the database writes them, whatever the driver does with numbers and
 * JSON.
 */
export interface LogRow {
  readonly xid: string;
  readonly seq: string;
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string | null;
  readonly type: string;
  readonly audience: 'internal' | 'external';
  readonly subjectType: string;
  readonly subjectId: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly payload: string;
  readonly at: string;
  /** Null for what was written before there were formats: nothing of it is sealed. */
  readonly format: number | null;
  /** JSON of its sealed parts, and of the keys of these that are there, by id. */
  readonly sealed: string | null;
  readonly wrapped: string | null;
}

/** The cursor as clients see it: `{xid}-{seq}`. */
export const cursorText = (cursor: Cursor): string => `${cursor.xid}-${cursor.seq}`;

/** Null for anything that is no place. */
export function cursorOf(place: string): Cursor | null {
  const parts = /^(\d{1,20})-(\d{1,19})$/.exec(place);
  if (!parts) return null;
  const [, xid, seq] = parts;
  // Beyond these the database's own types overflow.
  if (BigInt(xid!) > 0xffff_ffff_ffff_ffffn || BigInt(seq!) > 0x7fff_ffff_ffff_ffffn) return null;
  return { xid: xid!, seq: seq! };
}

const json = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** The row as subscribers, topics and readers see it: the one place where what is personal is opened. */
export function toLogged(row: LogRow, personal: Pick<PersonalParts, 'open'>): LoggedEvent {
  const stored: Said = {
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    before: json(row.before),
    after: json(row.after),
    payload: json(row.payload),
  };
  const said =
    row.sealed === null
      ? stored
      : personal.open(
          stored,
          JSON.parse(row.sealed) as readonly SealedPart[],
          { organization: row.organizationId, id: row.id },
          row.wrapped === null ? {} : (JSON.parse(row.wrapped) as Readonly<Record<string, string>>),
        );
  return logged(row, said);
}

const logged = (row: LogRow, { actor, before, after, payload }: Said): LoggedEvent => ({
  id: row.id,
  place: cursorText(row),
  type: row.type,
  organization: row.organizationId === installation ? null : row.organizationId,
  workspace: row.workspaceId,
  subject: { type: row.subjectType, id: row.subjectId },
  actor: actor as LoggedEvent['actor'],
  before,
  after,
  payload,
  at: row.at,
});
