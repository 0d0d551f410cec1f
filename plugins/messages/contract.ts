import { event, feature, hint, idText, momentText, orNull, permission, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';

/** Bounds of a thread and of a message. */
export const mostOfMessages = { people: 50, title: 120, characters: 10_000, files: 10 } as const;

/** Milliseconds for which its author may change a message, or take it away. */
export const EDITABLE_FOR = 15 * 60_000;

/** Milliseconds in which somebody says once at most that they are writing. */
export const TYPING_EVERY = 3_000;

export const ThreadKind = Type.Union([Type.Literal('direct'), Type.Literal('group'), Type.Literal('case')], {
  description: 'direct: of two people, once for the same two. group: of several. case: about an application.',
});
export type ThreadKind = 'direct' | 'group' | 'case';

/** Somebody of the staff. */
export const Colleague = Type.Object({ id: idText(), name: Type.String() }, { title: 'Colleague' });
export type Colleague = Reply<typeof Colleague>;

/** An application as a line beside what is written about it. */
export const AboutCase = Type.Object({
  id: idText('Of the application.'),
  title: Type.String({ description: 'Who applies.' }),
  about: Type.String({ description: 'Number and template.' }),
  workspaceId: idText('The workspace in which you have its page.'),
  path: Type.String({ description: 'Its page, below that of the workspace.' }),
});
export type AboutCase = Reply<typeof AboutCase>;

/** The newest of what was written, in a line. */
export const Newest = Type.Object({
  by: Type.String({ description: 'Name of who wrote it.' }),
  isMine: Type.Boolean(),
  text: orNull(Type.String({ description: 'Its first words; null of one that was removed.' })),
  at: momentText(),
});

export const ThreadMember = Type.Object({
  ...Colleague.properties,
  upTo: Type.Integer({ description: 'The number of the last message that they have read.' }),
});

/** A thread, as one of its people sees it. */
export const MessageThread = Type.Object(
  {
    id: idText(),
    kind: ThreadKind,
    title: Type.String({ description: 'Empty where it is called by its people.' }),
    application: orNull(AboutCase),
    members: Type.Array(ThreadMember, { description: 'You are one of them. By name.' }),
    newest: orNull(Newest),
    at: momentText('When something was written last.'),
    unread: Type.Integer({ description: 'Messages of others that you have not read.' }),
    muted: Type.Boolean({ description: 'You hear nothing of it, and it is not counted.' }),
  },
  { title: 'MessageThread' },
);
export type MessageThread = Reply<typeof MessageThread>;

export const MessageFile = Type.Object(
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
  { title: 'MessageFile' },
);
export type MessageFile = Reply<typeof MessageFile>;

export const Message = Type.Object(
  {
    id: idText(),
    threadId: idText(),
    number: Type.Integer({ description: 'Its place in the thread, from 1.' }),
    by: Colleague,
    text: orNull(Type.String({ description: 'Markdown; null of one that was removed.' })),
    at: momentText(),
    editedAt: orNull(momentText()),
    removedAt: orNull(momentText()),
    files: Type.Array(MessageFile),
    editableUntil: orNull(momentText('Until then you, who wrote it, may change or remove it.')),
    version: Type.Integer(),
  },
  { title: 'Message' },
);
export type Message = Reply<typeof Message>;

/** The conversation with a client about an application: its external comments, which are kept there. */
export const CaseConversation = Type.Object(
  {
    application: AboutCase,
    newest: Newest,
    unread: Type.Integer({ description: 'Comments of others that you have not read.' }),
  },
  { title: 'CaseConversation' },
);
export type CaseConversation = Reply<typeof CaseConversation>;

export const messagesFeature = feature('messages', {
  title: 'Messages',
  description: 'Colleagues write to each other, directly or about an application. Without it they do not from here.',
  initially: 'on',
  workspaces: ['STAFF', 'MIXED'],
});
export const useMessages = permission('messages.use', {
  title: 'Write messages to colleagues, and read those to them',
  feature: messagesFeature,
  staff: true,
});

const About = Type.Object({ messageId: Type.String() });
/** What was written, and to whom, stands with the message, and in no event. */
export const messageWritten = event('messages/written@1', {
  says: '{actor} wrote a message to colleagues.',
  title: 'A message to colleagues was written',
  schema: About,
});
export const messageRemoved = event('messages/removed@1', {
  says: '{actor} removed a message to colleagues.',
  title: 'A message to colleagues was removed',
  schema: About,
});

/** Something is new in a thread, or was read in another window: what is shown of it is to be asked for again. */
export const messagesChanged = hint('messages/changed@1', {
  title: 'A thread has changed',
  topic: 'messages/thread',
  schema: Type.Object({ threadId: Type.String() }),
  every: 0,
});
/** Somebody is writing in a thread at this moment. */
export const messageBeingWritten = hint('messages/typing@1', {
  title: 'Somebody is writing a message',
  topic: 'messages/thread',
  schema: Type.Object({ threadId: Type.String(), userId: Type.String(), name: Type.String() }),
  every: TYPING_EVERY,
});
