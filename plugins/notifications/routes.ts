import { idText, inOrganization, momentText, orNull, Type } from '@dossier/sdk';
import type { RouteSpec } from '@dossier/sdk';
import { Choices, KindChosen, Muted, NoticePage, QueueShown, QuietHours, TimeOfDay } from './contract.ts';

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
  page: {
    method: 'GET',
    url: '/api/v1/notices',
    gate: inOrganization(),
    summary: 'What one hears of in the active organization, by record, the newest first',
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
  count: {
    method: 'GET',
    url: '/api/v1/notices/count',
    gate: inOrganization(),
    summary: 'How much one has not seen yet, and how much is new to the teams of which one is; each counted up to 100',
    reply: Type.Object({ unseen: Type.Integer(), queues: Type.Integer() }),
  },
  queues: {
    method: 'GET',
    url: '/api/v1/notices/queues',
    gate: inOrganization(),
    summary: 'What came to the teams of which one is since one last looked',
    reply: Type.Array(QueueShown),
  },
  queueSeen: {
    method: 'POST',
    url: '/api/v1/notices/queues/seen',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Note that one has looked at a queue of a workspace',
    body: Type.Object({ workspaceId: idText(), queue: Type.String({ maxLength: 200 }) }, exact),
  },
  choices: {
    method: 'GET',
    url: '/api/v1/notices/choices',
    gate: inOrganization(),
    summary: 'What one can hear of now, how one does, and when',
    reply: Choices,
  },
  choose: {
    method: 'PUT',
    url: '/api/v1/notices/choices',
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
    url: '/api/v1/notices/muted',
    gate: inOrganization(),
    summary: 'The records of which one hears nothing more, the newest first, 200 at most',
    reply: Type.Array(Muted),
  },
  seen: {
    method: 'POST',
    url: '/api/v1/notices/seen',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Note that one has seen these, or all of a record; of others nothing happens',
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
    url: '/api/v1/notices/done',
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
    url: '/api/v1/notices/snooze',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Put a record off until a moment within a year; null brings it back',
    body: Type.Object({ subject: Subject, until: orNull(Type.String(moment)) }, exact),
  },
  mute: {
    method: 'POST',
    url: '/api/v1/notices/mute',
    status: 204,
    resource: null,
    gate: inOrganization(),
    summary: 'Hear nothing more of a record, or hear of it again',
    body: Type.Object({ subject: Subject, muted: Type.Boolean() }, exact),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
