/** Messages as readers are shown them. */
import { utc } from '@dossier/sdk';
import { scanStateOf } from '@dossier/core/platform/files/contract';
import { EDITABLE_FOR } from './contract.ts';
import type { Message, MessageFile } from './contract.ts';
import type { MessageRow } from './entities.ts';
import type { FileRow } from './rows.ts';

/** Until when its author may change a message; null when that has passed, or it was removed. */
export const editableUntil = (row: Pick<MessageRow, 'at' | 'removedAt'>, now: Date): Date | null => {
  const until = new Date(Date.parse(utc(row.at)) + EDITABLE_FOR);
  return row.removedAt === null && until > now ? until : null;
};

export const asFile = ({ id, fileName, contentType, size, scan }: FileRow): MessageFile => ({
  id,
  fileName,
  contentType,
  size,
  scan: scanStateOf(scan),
});

/** A message to somebody who may read it. */
export function asShown(
  { id, threadId, number, byId, byName, text, at, editedAt, removedAt, version }: MessageRow,
  files: readonly FileRow[],
  { userId, now }: { readonly userId: string; readonly now: Date },
): Message {
  const until = byId === userId ? editableUntil({ at, removedAt }, now) : null;
  return {
    id,
    threadId,
    number,
    by: { id: byId, name: byName },
    text: removedAt === null ? text : null,
    at: utc(at),
    editedAt: editedAt && utc(editedAt),
    removedAt: removedAt && utc(removedAt),
    files: files.filter(({ messageId }) => messageId === id).map(asFile),
    editableUntil: until?.toISOString() ?? null,
    version,
  };
}
