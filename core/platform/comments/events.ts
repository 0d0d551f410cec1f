import type { Emits, WorkspaceAccess } from '@dossier/sdk';
import {
  commentEdited,
  commentFileRead,
  commentRemoved,
  commentShared,
  commentWritten,
  staffCommentEdited,
  staffCommentRemoved,
  staffCommentWritten,
} from './contract.ts';
import type { StoredComment } from './entities.ts';

/** What an event says of a comment. */
type About = Pick<StoredComment, 'id' | 'applicationId' | 'workspaceId' | 'kind' | 'version' | 'byStaff'>;

/** All events of comments. */
export const allEvents = [
  commentWritten,
  staffCommentWritten,
  commentEdited,
  staffCommentEdited,
  commentRemoved,
  staffCommentRemoved,
  commentShared,
  commentFileRead,
] as const;
type CommentEvent = (typeof allEvents)[number];

/** What an event names beside the comment: who was newly named in it, and the users whose application it is. */
interface Told {
  readonly mentioned: readonly string[];
  readonly clients: readonly string[];
}

/** Tells the trail, and who follows the application. Clients get nothing of one for staff only. */
export interface CommentEvents {
  written(access: WorkspaceAccess, row: About, told: Told): void;
  edited(access: WorkspaceAccess, row: About, told: Told): void;
  removed(access: WorkspaceAccess, row: About, told: Told): void;
  shared(access: WorkspaceAccess, row: About, told: Told): void;
  fileRead(access: WorkspaceAccess, row: About, file: { readonly id: string; readonly fileName: string }): void;
}

/** Tells it by this log. */
export function commentEvents(log: Emits<CommentEvent>): CommentEvents {
  const either =
    (
      forClients: typeof commentWritten | typeof commentEdited | typeof commentRemoved,
      forStaff: typeof staffCommentWritten | typeof staffCommentEdited | typeof staffCommentRemoved,
      change: (row: About) => { before?: object; after?: object },
    ) =>
    (access: WorkspaceAccess, row: About, { mentioned, clients }: Told): void => {
      const about = { commentId: row.id, mentioned: [...mentioned] };
      const what = { ...aboutCase(row), ...change(row) };
      if (row.kind === 'internal') log.emit(forStaff, access, what, about);
      else log.emit(forClients, access, what, { ...about, clients: [...clients], byClient: !row.byStaff });
    };
  const state = ({ id, kind, version }: About) => ({ comment: id, kind, version });
  return {
    written: either(commentWritten, staffCommentWritten, (row) => ({ after: state(row) })),
    edited: either(commentEdited, staffCommentEdited, (row) => ({
      before: { comment: row.id, version: row.version - 1 },
      after: state(row),
    })),
    removed: either(commentRemoved, staffCommentRemoved, (row) => ({ before: state(row) })),
    shared: (access, row, { mentioned, clients }) =>
      log.emit(
        commentShared,
        access,
        { ...aboutCase(row), before: { comment: row.id, kind: 'internal' }, after: state(row) },
        { commentId: row.id, mentioned: [...mentioned], clients: [...clients], byClient: !row.byStaff },
      ),
    fileRead: (access, row, { id, fileName }) =>
      log.emit(
        commentFileRead,
        access,
        { ...aboutCase(row), after: { comment: row.id, fileName } },
        { commentId: row.id, fileId: id },
      ),
  };
}

const aboutCase = ({ applicationId, workspaceId }: About) => ({
  subject: { type: 'application', id: applicationId },
  workspace: workspaceId,
});
