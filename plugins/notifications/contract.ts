import { hint, idText, momentText, orNull, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';

/** A thing that somebody hears of, as a list of a client of the API shows it. */
export const Notification = Type.Object(
  {
    id: idText(),
    kind: Type.String({ description: 'What happened, by the name that its module gives it: comment-naming-me.' }),
    text: Type.String({ description: 'What happened, in a sentence for its reader.' }),
    url: Type.String({ description: 'Where its reader finds the record: a path of this installation.' }),
    subject: Type.Object({
      type: Type.String({ description: 'What the record is: application.' }),
      id: idText('The id of the record.'),
      title: Type.String({ description: 'How the record is called.' }),
    }),
    createdAt: momentText('When it happened.'),
    readAt: orNull(momentText('When its reader saw it, or put it away; null while it is unread.')),
  },
  { title: 'Notification' },
);
export type Notification = Reply<typeof Notification>;

/** A thing that somebody hears of, as it stands in the inbox below its record. */
export const NoticeShown = Type.Object(
  {
    ...Type.Omit(Notification, ['url', 'subject']).properties,
    group: Type.String({ description: 'Kinds that belong together: Comments.' }),
    icon: Type.String(),
    excerpt: orNull(Type.String()),
    isInternal: Type.Boolean({ description: 'It is for the staff alone.' }),
    why: Type.String({ description: 'Why the reader hears of it.' }),
  },
  { title: 'Notice' },
);

/** What somebody hears of one record, the newest first. */
export const NoticeGroup = Type.Object(
  {
    subject: Type.Object({
      type: Type.String({ description: 'What it is: application.' }),
      id: idText('The id of the record.'),
      title: Type.String(),
      about: Type.String(),
      workspaceId: orNull(idText()),
      path: Type.String({ description: 'Its page, below that of the workspace.' }),
    }),
    notices: Type.Array(NoticeShown),
  },
  { title: 'NoticeGroup' },
);
export type NoticeGroup = Reply<typeof NoticeGroup>;

export const NoticePage = Type.Object(
  { groups: Type.Array(NoticeGroup), next: orNull(Type.String({ description: 'For `before` of the next page.' })) },
  { title: 'NoticePage' },
);
export type NoticePage = Reply<typeof NoticePage>;

const timeOfDay = (example: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    maxLength: 5,
    examples: [example],
    description: 'By a clock: 08:00.',
  });
const exact = { additionalProperties: false } as const;
const Quiet = Type.Object({ from: timeOfDay('20:00'), to: timeOfDay('07:00') }, exact);
export const TimeOfDay = timeOfDay('08:00');
export const QuietHours = orNull(Quiet);
const channels = {
  page: Type.Boolean({ description: 'In the inbox and at the bell.' }),
  mail: Type.Union([Type.Literal('at-once'), Type.Literal('daily'), Type.Literal('off')]),
};
export const KindChosen = Type.Object({ kind: Type.String({ maxLength: 200 }), ...channels }, exact);

/** What one can hear of now, and how one does. Times are in the time zone of the person. */
export const Choices = Type.Object(
  {
    kinds: Type.Array(
      Type.Object({
        ...KindChosen.properties,
        title: Type.String({ description: 'When one hears of it.' }),
        group: Type.String(),
        icon: Type.String(),
        audience: Type.Union([Type.Literal('staff'), Type.Literal('client')]),
        insists: Type.Boolean({ description: 'The organization insists: it cannot be chosen.' }),
        usual: Type.Object(channels),
      }),
    ),
    quiet: QuietHours,
    dailyAt: TimeOfDay,
    timeZone: Type.String(),
  },
  { title: 'NoticeChoices' },
);
export type Choices = Reply<typeof Choices>;

/** What came to a team since the reader last looked. */
export const QueueShown = Type.Object(
  {
    workspaceId: idText(),
    workspace: Type.String({ description: 'What the workspace is called.' }),
    queue: Type.String(),
    title: Type.String(),
    icon: Type.String(),
    path: Type.String({ description: 'Where they are, below the page of the workspace.' }),
    count: Type.Integer({ description: 'Counted up to 100.' }),
  },
  { title: 'NoticeQueue' },
);
export type QueueShown = Reply<typeof QueueShown>;

/** A record of which one hears nothing more. Title and place are null where it is not open to one any longer. */
export const Muted = Type.Object(
  {
    type: Type.String(),
    id: idText('The id of the record.'),
    title: Type.String(),
    about: Type.String(),
    workspaceId: orNull(idText()),
    path: orNull(Type.String()),
    at: momentText(),
  },
  { title: 'MutedRecord' },
);
export type Muted = Reply<typeof Muted>;

/** Somebody has something new, or has seen something in another window: what they see is to be asked for again. */
export const noticesChanged = hint('notifications/changed@1', {
  title: 'What somebody hears of has changed',
  topic: 'notifications/own',
  schema: Type.Object({}),
  every: 0,
});
