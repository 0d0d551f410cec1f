/** Comments as readers are shown them. */
import { utc } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import { scanStateOf } from '../files/contract.ts';
import { EDITABLE_FOR, shareComments } from './contract.ts';
import type { Comment, CommentFile } from './contract.ts';
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

export function asShown(
  { access, met, now }: { readonly access: WorkspaceAccess; readonly met: Pick<Met, 'as'>; readonly now: Date },
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
  };
}
