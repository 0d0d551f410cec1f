import { ActorShown, event, feature, hint, idText, momentText, orNull, permission, service, Type } from '@dossier/sdk';
import type { Actor, OrganizationAccess, Reply, WorkspaceAccess } from '@dossier/sdk';
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

/**
 * Who on the other side has read a comment. Staff sees by name which of the applicants has; clients that the office
 * has, and not who there: who looks at their case is the bank's own matter until somebody writes.
 */
export const CommentRead = Type.Object(
  {
    name: orNull(Type.String({ description: 'Null for clients: somebody of the staff.' })),
    at: orNull(momentText('When; null where they have read later ones since.')),
  },
  { title: 'CommentRead' },
);
export type CommentRead = Reply<typeof CommentRead>;

/** How many comments a reader sees of a case, and how many of others they have not read. */
export const CommentCount = Type.Object({ all: Type.Integer(), unread: Type.Integer() }, { title: 'CommentCount' });
export type CommentCount = Reply<typeof CommentCount>;

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
    readBy: Type.Array(CommentRead, {
      description: 'Who on the other side has read an external comment of this side.',
    }),
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

/** The conversation with the client of a case: its external comments. */
export interface CaseThread {
  readonly applicationId: string;
  /** Where the next page goes on. */
  readonly turn: string;
  /** The newest comment; without a text where it was removed. */
  readonly last: {
    readonly by: Pick<Actor, 'id' | 'name'> & { readonly kind: string };
    readonly text: string | null;
    readonly at: string;
  };
  /** Comments of others that the reader has not read. */
  readonly unread: number;
}

/** For who lists these conversations beside others: they are kept here, and nowhere else. */
export interface CommentThreads {
  /**
   * The newest first, of cases whose comments the reader may read now: as staff in these places, or as their client.
   * `places` are all workspaces in which they work; `before` is the `turn` of the last one seen.
   */
  of(
    access: OrganizationAccess,
    places: readonly WorkspaceAccess[],
    page: { readonly limit: number; readonly before: string | null },
  ): Promise<readonly CaseThread[]>;
}
export const CommentThreads = service<CommentThreads>('comments/threads@1');

/** Comments of an application, for who shows them elsewhere. */
export interface CaseComments {
  /** The newest `most` that the reader may see, the oldest of them first; none for who may not read comments there. */
  newest(access: WorkspaceAccess, applicationId: string, most: number): Promise<readonly Comment[]>;
}
export const CaseComments = service<CaseComments>('comments/case-comments@1');

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
/** `byClient` is absent in entries of versions that did not note it. */
const forClients = Type.Object({ ...About, clients, byClient: Type.Optional(Type.Boolean()) });
const forStaff = Type.Object(About);
const named = { named: '/payload/mentioned' } as const;
const namedAndClients = { ...named, client: '/payload/clients' } as const;
const namesYou = '{actor} named you in a comment';

/** What comments say stands with them, and in no event. Of one for staff no event for clients says anything. */
export const commentWritten = event('comments/written@1', {
  concerns: namedAndClients,
  says: {
    by: 'payload.byClient',
    is: { true: '{actor}, the client, wrote[ in {subject}].' },
    otherwise: '{actor} wrote to the client[ in {subject}].',
  },
  tells: {
    named: namesYou,
    client: '{actor} wrote to you',
    staff: {
      by: 'payload.byClient',
      is: { true: '{actor}, the client, wrote' },
      otherwise: '{actor} wrote',
    },
  },
  title: 'A comment was written',
  audience: 'external',
  schema: forClients,
});
export const staffCommentWritten = event('comments/staff-written@1', {
  concerns: named,
  says: '{actor} wrote an internal comment[ on {subject}].',
  tells: { named: namesYou, staff: '{actor} wrote' },
  title: 'A comment for staff only was written',
  schema: forStaff,
});
export const commentEdited = event('comments/edited@1', {
  concerns: namedAndClients,
  says: '{actor} changed a comment that the client sees[ in {subject}].',
  tells: { named: namesYou },
  title: 'A comment was changed',
  audience: 'external',
  schema: forClients,
});
export const staffCommentEdited = event('comments/staff-edited@1', {
  concerns: named,
  says: '{actor} changed an internal comment[ on {subject}].',
  tells: { named: namesYou },
  title: 'A comment for staff only was changed',
  schema: forStaff,
});
export const commentRemoved = event('comments/removed@1', {
  says: '{actor} removed a comment that the client saw[ from {subject}].',
  title: 'A comment was removed',
  audience: 'external',
  schema: forClients,
});
export const staffCommentRemoved = event('comments/staff-removed@1', {
  says: '{actor} removed an internal comment[ from {subject}].',
  title: 'A comment for staff only was removed',
  schema: forStaff,
});
/** A comment for staff only is for the client too from now on. */
export const commentShared = event('comments/shared@1', {
  concerns: namedAndClients,
  says: '{actor} showed an internal comment[ on {subject}] to the client.',
  tells: { named: namesYou, client: '{actor} showed you a comment' },
  title: 'A comment was shown to the client',
  audience: 'external',
  schema: forClients,
});
/** Somebody of the staff asked for the contents. What clients read of their own is not written down. */
export const commentFileRead = event('comments/file-read@1', {
  says: '{actor} looked at {after.fileName} in a comment[ on {subject}].',
  personal: ['/after/fileName'],
  title: 'A file of a comment was viewed or downloaded',
  schema: Type.Object({ commentId: Type.String(), fileId: Type.String() }),
  isReading: true,
});

/** Milliseconds in which somebody says once at most that they are writing. */
export const WRITING_EVERY = 3_000;

/** Somebody is writing to an application at this moment: staff, or its client. */
export const commentBeingWritten = hint('comments/being-written@1', {
  title: 'Somebody is writing a comment',
  topic: 'comments/staff',
  schema: Type.Object({ userId: Type.String(), name: Type.String() }),
  every: WRITING_EVERY,
});
/** The office is writing to its clients; who there, they are not told. */
export const ownCommentBeingWritten = hint('comments/own-being-written@1', {
  title: 'Somebody is writing a comment on an own application',
  topic: 'comments/own',
  schema: Type.Object({ applicationId: Type.String() }),
  every: WRITING_EVERY,
});

/** Somebody has read the comments of an application up to a later one. Nothing of it is logged. */
export const commentsRead = hint('comments/read@1', {
  title: 'Somebody has read comments',
  topic: 'comments/staff',
  schema: Type.Object({ ids: Type.Array(Type.String()) }),
  every: 0,
});
/** The same for its clients; of what is internal they hear nothing. */
export const ownCommentsRead = hint('comments/own-read@1', {
  title: 'Somebody has read comments on an own application',
  topic: 'comments/own',
  schema: Type.Object({ ids: Type.Array(Type.String()) }),
  every: 0,
});
