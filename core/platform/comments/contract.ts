import { ActorShown, event, feature, hint, idText, momentText, orNull, permission, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';
import { applicationsFeature } from '../applications/contract.ts';

/** Bounds of a comment. */
export const mostOfComment = { characters: 10_000, files: 10, mentions: 20 } as const;

/** Milliseconds for which its author may change a comment, or take it away. */
export const EDITABLE_FOR = 15 * 60_000;

/** Who a comment is for: the staff alone, or the client of the case too. */
export const CommentKind = Type.Union([Type.Literal('internal'), Type.Literal('external')], {
  description: 'internal is for staff alone, external is read by the client too.',
});
export type CommentKind = 'internal' | 'external';

/** A file of a comment. */
export const CommentFile = Type.Object(
  {
    id: idText(),
    fileName: Type.String(),
    contentType: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    scan: orNull(
      Type.Union([Type.Literal('pending'), Type.Literal('clean'), Type.Literal('infected'), Type.Literal('failed')], {
        description: 'How it stands with virus scanners; null where there are none.',
      }),
    ),
  },
  { title: 'CommentFile' },
);
export type CommentFile = Reply<typeof CommentFile>;

/** Somebody who may be named in a comment, or is. */
export const Named = Type.Object({ id: idText(), name: Type.String() });
export type Named = Reply<typeof Named>;

/** A comment as a reader is shown it. */
export const Comment = Type.Object(
  {
    id: idText(),
    applicationId: idText(),
    kind: CommentKind,
    text: orNull(Type.String({ description: 'Markdown; null of one that was removed.' })),
    by: ActorShown,
    replyTo: orNull(idText('The comment that it answers; null for readers who do not see that one.')),
    at: momentText(),
    editedAt: orNull(momentText()),
    removedAt: orNull(momentText()),
    version: Type.Integer({ description: 'Grows with every change.' }),
    mentions: Type.Array(Named),
    files: Type.Array(CommentFile),
    editableUntil: orNull(momentText('Until then this reader, who wrote it, may change or remove it.')),
    mayShare: Type.Boolean({ description: 'Whether this reader may show it to the client.' }),
  },
  { title: 'Comment' },
);
export type Comment = Reply<typeof Comment>;

/** What a comment said in one of its versions. */
export const CommentRevision = Type.Object(
  { version: Type.Integer(), kind: CommentKind, text: Type.String(), by: ActorShown, at: momentText() },
  { title: 'CommentRevision' },
);
export type CommentRevision = Reply<typeof CommentRevision>;

export const commentsFeature = feature('comments', {
  title: 'Comments',
  description:
    'Staff discuss an application among themselves, and with its client. Without it neither has the conversation.',
  initially: 'on',
  requires: [applicationsFeature],
});
export const readComments = permission('comments.read', {
  title: 'Read comments, also internal ones',
  feature: commentsFeature,
  staff: true,
});
export const writeComments = permission('comments.write', {
  title: 'Write comments',
  feature: commentsFeature,
  staff: true,
});
export const shareComments = permission('comments.share', {
  title: 'Show an internal comment to the client',
  feature: commentsFeature,
  staff: true,
});
export const writeOwnComments = permission('comments.writeOwn', {
  title: 'Write about own applications (clients)',
  feature: commentsFeature,
});

const About = { commentId: Type.String(), mentioned: Type.Array(Type.String()) };
/** Users whose application it is. */
const clients = Type.Array(Type.String());
const forClients = Type.Object({ ...About, clients });
const forStaff = Type.Object(About);

/** What comments say stands with them, and in no event. Of one for staff no event for clients says anything. */
export const commentWritten = event('comments/written@1', {
  title: 'A comment was written',
  audience: 'external',
  schema: forClients,
});
export const staffCommentWritten = event('comments/staff-written@1', {
  title: 'A comment for staff only was written',
  schema: forStaff,
});
export const commentEdited = event('comments/edited@1', {
  title: 'A comment was changed',
  audience: 'external',
  schema: forClients,
});
export const staffCommentEdited = event('comments/staff-edited@1', {
  title: 'A comment for staff only was changed',
  schema: forStaff,
});
export const commentRemoved = event('comments/removed@1', {
  title: 'A comment was removed',
  audience: 'external',
  schema: forClients,
});
export const staffCommentRemoved = event('comments/staff-removed@1', {
  title: 'A comment for staff only was removed',
  schema: forStaff,
});
/** A comment for staff only is for the client too from now on. */
export const commentShared = event('comments/shared@1', {
  title: 'A comment was shown to the client',
  audience: 'external',
  schema: forClients,
});
/** Somebody of the staff asked for the contents. What clients read of their own is not written down. */
export const commentFileRead = event('comments/file-read@1', {
  personal: ['/after/fileName'],
  title: 'A file of a comment was viewed or downloaded',
  schema: Type.Object({ commentId: Type.String(), fileId: Type.String() }),
  isReading: true,
});

/** Somebody of the staff is writing to an application at this moment. */
export const commentBeingWritten = hint('comments/being-written@1', {
  title: 'Somebody is writing a comment',
  topic: 'comments/staff',
  schema: Type.Object({ userId: Type.String(), name: Type.String() }),
  every: 3_000,
});
