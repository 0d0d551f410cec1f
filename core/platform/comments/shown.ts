/** Comments as readers are shown them. */
import { utc } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import { scanStateOf } from '../files/contract.ts';
import { EDITABLE_FOR, shareComments } from './contract.ts';
import type { Comment, CommentFile, CommentRead } from './contract.ts';
import type { Mark } from './marks.ts';
import type { Met } from './meeting.ts';
import { moment } from './rows.ts';
import type { CommentRow, FileRow, MentionRow } from './rows.ts';

/** Until when its author may change a comment; null when that has passed, or it was removed. */
export const editableUntil = (row: Pick<CommentRow, 'at' | 'removedAt'>, now: Date): Date | null => {
  const until = new Date(Date.parse(utc(row.at)) + EDITABLE_FOR);
  return row.removedAt === null && until > now ? until : null;
};

export const asFile = ({ id, fileName, contentType, size, scan }: FileRow): CommentFile => ({
  id,
  fileName,
  contentType,
  size,
  scan: scanStateOf(scan),
});

/** Who on the other side has read this one, which is of the reader's side. */
function readBy(row: CommentRow, { as }: Pick<Met, 'as'>, marks: readonly NamedMark[]): readonly CommentRead[] {
  const isOurs = row.byStaff === (as === 'staff');
  if (row.kind !== 'external' || !isOurs || row.removedAt !== null) return [];
  const reads = marks
    .filter(({ byStaff, upTo }) => byStaff !== row.byStaff && upTo >= row.turn)
    .map(({ name, upTo, readAt }) => ({ name, at: upTo === row.turn ? utc(readAt) : null }));
  if (as === 'staff' || reads.length === 0) return reads;
  return [{ name: null, at: reads.find(({ at }) => at !== null)?.at ?? null }];
}

/** A mark with the name of whose it is, for staff. */
export type NamedMark = Mark & { readonly name: string };

export function asShown(
  {
    access,
    met,
    now,
    marks,
  }: {
    readonly access: WorkspaceAccess;
    readonly met: Pick<Met, 'as'>;
    readonly now: Date;
    /** Of people who may read it, the earliest first. */
    readonly marks: readonly NamedMark[];
  },
  row: CommentRow,
  files: readonly FileRow[],
  mentions: readonly MentionRow[],
): Comment {
  const { id, applicationId, kind, version, byKind, byId, byName, removedAt } = row;
  const own = byKind === access.actor.kind && byId === access.actor.id;
  return {
    id,
    applicationId,
    kind,
    text: removedAt === null ? row.text : null,
    by: { kind: byKind, id: byId, name: byName },
    replyTo: row.answered,
    at: utc(row.at),
    editedAt: moment(row.editedAt),
    removedAt: moment(removedAt),
    version,
    mentions: mentions.map(({ userId, name }) => ({ id: userId, name })),
    files: files.map(asFile),
    editableUntil: own ? (editableUntil(row, now)?.toISOString() ?? null) : null,
    mayShare: met.as === 'staff' && kind === 'internal' && removedAt === null && access.can(shareComments),
    readBy: [...readBy(row, met, marks)],
  };
}
