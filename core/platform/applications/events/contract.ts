import { ActorShown, event, idText, momentText, orNull, Type } from '@dossier/sdk';

/** A row of the staff list; also the data of its topic, so that a pushed row needs no second request. */
export const ListRow = Type.Object({
  id: idText(),
  number: Type.String({ description: 'By which people call it, unique in its organization: 2026-000123.' }),
  workspaceId: idText(),
  templateId: idText(),
  templateName: Type.String(),
  status: Type.String(),
  applicantName: Type.String(),
  amount: orNull(
    Type.Number({ description: 'The answer that the template names as the amount; null where there is none.' }),
  ),
  currency: orNull(Type.String({ description: 'Of the amount (ISO 4217).' })),
  source: ActorShown,
  assignees: Type.Array(idText()),
  createdAt: momentText(),
  updatedAt: momentText(),
  decidedAt: orNull(momentText()),
  dueAt: orNull(momentText('When an officer is to decide it; null where nothing says so.')),
  waitingSince: orNull(momentText('Since when the client is waited for; null while they are not.')),
  waitingUntil: orNull(momentText('By when the client was asked to answer.')),
  version: Type.Integer(),
});

const applicant = '[ of {payload.row.applicantName}]';
const amount = '[ for {payload.row.amount payload.row.currency}]';
const reason = '[: {after.reason}]';

/** `clients` are the applicants known as users, for whom the client's own list is refreshed. */
const RowAndClients = Type.Object({ row: ListRow, clients: Type.Array(Type.String()) });
export const applicationSubmitted = event('applications/submitted@1', {
  concerns: { client: '/payload/clients' },
  says: `{actor} submitted {subject}${applicant}${amount}.`,
  tells: { client: 'We have received your application' },
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'The application was submitted',
  audience: 'external',
  schema: RowAndClients,
});
export const applicationChanged = event('applications/changed@1', {
  concerns: { client: '/payload/clients', assignee: '/payload/row/assignees' },
  says: {
    by: 'after.status',
    is: {
      Approved: `{actor} approved {subject}${applicant}${amount}${reason}.`,
      Rejected: `{actor} rejected {subject}${applicant}${reason}.`,
      Withdrawn: `{actor} withdrew {subject}${applicant}${reason}.`,
    },
    otherwise: `{subject}${applicant} is now: {after.status}${reason}.`,
  },
  tells: {
    client: {
      by: 'after.status',
      is: { Approved: 'Your application was approved', Rejected: 'Your application was rejected' },
      otherwise: 'Your application is now: {after.status}',
    },
    staff: {
      by: 'after.status',
      is: { Withdrawn: 'Withdrawn by the client' },
      otherwise: '{after.status} by {actor}',
    },
  },
  personal: ['/payload/row/applicantName', '/payload/row/source/name', '/after/reason'],
  title: 'The status changed',
  audience: 'external',
  schema: RowAndClients,
});
/** `fields` are the keys of the answers that differ from the revision before. */
export const applicationAnswersChanged = event('applications/answers-changed@1', {
  concerns: { client: '/payload/clients', assignee: '/payload/row/assignees' },
  says: '{actor} changed answers[ of {subject}][: {changes}].',
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'Answers were changed',
  audience: 'external',
  schema: Type.Object({
    ...RowAndClients.properties,
    revision: Type.Integer(),
    fields: Type.Array(Type.String()),
  }),
});
/** Until when it is to be decided, and whether the client is waited for. */
export const applicationTimed = event('applications/timed@1', {
  concerns: { assignee: '/payload/row/assignees' },
  says: 'The deadline[ of {subject}] changed.',
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'The deadline changed',
  schema: Type.Object({ row: ListRow }),
});
export const applicationAssigned = event('applications/assigned@1', {
  concerns: { given: '/payload/userId' },
  says: '{actor} assigned {subject} to {payload.userId: user}.',
  tells: { given: 'Given to you by {actor}' },
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'An officer was assigned',
  schema: Type.Object({ row: ListRow, userId: Type.String() }),
});
export const applicationReleased = event('applications/released@1', {
  concerns: { taken: '/payload/userId' },
  says: '{actor} took {payload.userId: user} off {subject}.',
  tells: { taken: 'Taken from you by {actor}' },
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'An officer was taken off',
  schema: Type.Object({ row: ListRow, userId: Type.String() }),
});
export const applicationMoved = event('applications/moved@1', {
  concerns: { client: '/payload/clients', assignee: '/payload/row/assignees' },
  says: '{actor} moved {subject} to version {after.templateVersion} of its template.',
  personal: ['/payload/row/applicantName', '/payload/row/source/name'],
  title: 'The application goes on with a newer version of its template',
  schema: RowAndClients,
});
/** The change of the status that comes with it has the row. */
export const applicationUnassigned = event('applications/unassigned@1', {
  concerns: { taken: '/payload/userIds' },
  says: '{subject} needs no officer any more.',
  title: 'The officer is not needed any more',
  schema: Type.Object({ userIds: Type.Array(Type.String()) }),
});
export const applicantLinked = event('applications/linked@1', {
  concerns: { client: '/payload/userId' },
  says: 'An applicant[ of {subject}] was recognised as {payload.userId: user}.',
  title: 'An applicant was recognised as a client',
  schema: Type.Object({ userId: Type.String() }),
});
export const applicationConfirmed = event('applications/confirmed@1', {
  concerns: { client: '/payload/userId' },
  says: '{actor} confirmed {subject}.',
  title: 'The client confirmed the application',
  audience: 'external',
  schema: Type.Object({ userId: Type.String() }),
});
