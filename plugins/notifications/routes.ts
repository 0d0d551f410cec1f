import { idText, inOrganization, momentText, orNull, pageQuery, Type } from '@dossier/sdk';
import type { RouteSpec } from '@dossier/sdk';
import { Choices, KindChosen, Muted, NoticePage, Notification, QueueShown, QuietHours, TimeOfDay } from './contract.ts';

const Subject = Type.Object(
  {
    type: Type.String({ maxLength: 100 }),
    id: idText('The id of the record.'),
  },
  { additionalProperties: false },
);
const all = { maxItems: 200 } as const;
/** What comes in, of a length. */
const moment = { format: 'date-time', maxLength: 40 } as const;
const exact = { additionalProperties: false } as const;

/** Each person has their own: whose they are is never said in a request. */
export const routes = {
  list: {
    method: 'GET',
    url: '/api/v1/notifications',
    gate: inOrganization(),
    summary: 'What one hears of in the active organization, the newest first; not what is put off or muted',
    query: Type.Object({
      unread: Type.Optional(
        Type.Boolean({ description: 'true for what is unread alone, false for what is not; all unless given.' }),
      ),
      ...pageQuery({ most: 100, usual: 50 }),
    }),
    reply: Type.Array(Notification),
  },
  count: {
    method: 'GET',
    url: '/api/v1/notifications/count',
    gate: inOrganization(),
    summary: 'How much of it is unread, counted up to 100',
    reply: Type.Object({ unread: Type.Integer() }),
  },
  mark: {
    method: 'PUT',
    url: '/api/v1/notifications/:id',
    resource: null,
    gate: inOrganization(),
    summary: 'Mark one as read, or as unread: then it waits again, also when it was put away',
    params: Type.Object({ id: idText() }),
    body: Type.Object({ read: Type.Boolean() }, exact),
    reply: Notification,
  },
  readAll: {
    method: 'POST',
    url: '/api/v1/notifications/read-all',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Mark all that waits as read, or all up to one of them, so that what came since stays unread',
    query: Type.Object({ upTo: Type.Optional(idText('The newest one that was shown.')) }),
  },
  inbox: {
    method: 'GET',
    url: '/api/v1/notifications/inbox',
    gate: inOrganization(),
    summary: 'The same by record, the record of which one heard last first, with what its page shows',
    query: Type.Object({
      view: Type.Optional(
        Type.Union([Type.Literal('new'), Type.Literal('done')], {
          description: 'new unless given.',
          examples: ['new'],
        }),
      ),
      before: Type.Optional(Type.String({ maxLength: 36, description: '`next` of the page before.' })),
    }),
    reply: NoticePage,
  },
  queues: {
    method: 'GET',
    url: '/api/v1/notifications/queues',
    gate: inOrganization(),
    summary: 'What came to the teams of which one is since one last looked',
    reply: Type.Array(QueueShown),
  },
  queueSeen: {
    method: 'POST',
    url: '/api/v1/notifications/queues/seen',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Note that one has looked at a queue of a workspace',
    body: Type.Object({ workspaceId: idText(), queue: Type.String({ maxLength: 200 }) }, exact),
  },
  choices: {
    method: 'GET',
    url: '/api/v1/notifications/choices',
    gate: inOrganization(),
    summary: 'What one can hear of now, how one does, and when',
    reply: Choices,
  },
  choose: {
    method: 'PUT',
    url: '/api/v1/notifications/choices',
    status: 204,
    gate: inOrganization(),
    summary: 'Choose it; what is left out stays',
    body: Type.Object(
      {
        kinds: Type.Optional(Type.Array(KindChosen, { maxItems: 200 })),
        quiet: Type.Optional(QuietHours),
        dailyAt: Type.Optional(TimeOfDay),
      },
      exact,
    ),
  },
  muted: {
    method: 'GET',
    url: '/api/v1/notifications/muted',
    gate: inOrganization(),
    summary: 'The records of which one hears nothing more, the newest first, 200 at most',
    reply: Type.Array(Muted),
  },
  read: {
    method: 'POST',
    url: '/api/v1/notifications/read',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Mark these as read, or all of a record; of others nothing happens',
    body: Type.Object(
      {
        ids: Type.Optional(Type.Array(idText(), all)),
        record: Type.Optional(idText('The id of a record: all that waits of it.')),
      },
      exact,
    ),
  },
  done: {
    method: 'POST',
    url: '/api/v1/notifications/done',
    status: 200,
    resource: null,
    gate: inOrganization(),
    summary: 'Put what one hears of a record away, or bring it back; without a record everything that waits',
    body: Type.Object(
      {
        subject: Type.Optional(Subject),
        done: Type.Boolean(),
        at: Type.Optional(
          Type.String({ ...moment, description: 'What was put away at this moment, as the answer to that said.' }),
        ),
        ids: Type.Optional(
          Type.Array(idText(), { maxItems: 2500, description: 'Only these, of what is meant: those that were shown.' }),
        ),
      },
      exact,
    ),
    reply: Type.Object({ at: momentText('To bring it back by.') }),
  },
  snooze: {
    method: 'POST',
    url: '/api/v1/notifications/snooze',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Put a record off until a moment within a year; null brings it back',
    body: Type.Object({ subject: Subject, until: orNull(Type.String(moment)) }, exact),
  },
  mute: {
    method: 'POST',
    url: '/api/v1/notifications/mute',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Hear nothing more of a record, or hear of it again',
    body: Type.Object({ subject: Subject, muted: Type.Boolean() }, exact),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
