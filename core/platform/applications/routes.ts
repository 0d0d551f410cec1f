import { Readable } from 'node:stream';
import {
  ActorShown,
  checkedBelow,
  emailText,
  entityTag,
  fingerprint,
  idText,
  inOrganization,
  inWorkspace,
  momentText,
  notFound,
  ofSubject,
  orNull,
  respond,
  slices,
  Type,
  visibleText,
  WITH_VISIBLE,
} from '@dossier/sdk';
import type {
  Fault,
  OrganizationAccess,
  RouteChecks,
  RouteHandlers,
  ValidPart,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import { decideApplications } from '../workflow/contract.ts';
import { DecisionStep } from '../workflow/decision/contract.ts';
import { COUNTED } from './applications.ts';
import type { ApplicationService, WholeApplication } from './applications.ts';
import {
  CaseFlag,
  caseFlags,
  confirmApplications,
  createApplications,
  ListRow,
  readApplications,
  readOwnApplications,
  readSubmitted,
  submitApplications,
} from './contract.ts';
import type { SubmissionRecord } from './contract.ts';
import { demandSane, LONGEST, MOST, newestFirst, sorts, statuses, USUAL, views } from './list-query.ts';
import type { View } from './list-query.ts';
import type { Reached } from './reach.ts';

const exactly = { additionalProperties: false };
const Id = Type.Object({ id: idText() });
const Name = visibleText(200);

const Applicant = Type.Object(
  {
    type: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_.:-]+$',
      description: 'An identifier, for example PRIMARY.',
    }),
    firstName: Name,
    lastName: Name,
    email: Type.String({ minLength: 3, maxLength: 254, ...checkedBelow({ format: 'email' }) }),
  },
  exactly,
);

const record = {
  templateId: idText(),
  applicants: Type.Array(Applicant, { minItems: 1, maxItems: 50 }),
  answers: Type.Record(Type.String(), Type.Unknown(), {
    maxProperties: 2_000,
    description:
      'By field key. Kept as they are; whether they fit the template is the first thing the workflow checks.',
  }),
};
/**
 * Bytes of a record. Pages of applications give their answers back, a hundred at once, to everybody who may read them.
 */
const bodyLimit = 128 * 1024;
const Submission = Type.Object({ workspaceId: idText(), ...record }, exactly);

const Nullable = orNull(Type.String());
const Step = Type.Object({
  key: Type.String({ description: 'As the template has it; the same in every version that has the step.' }),
  name: Type.String(),
  kind: Type.String(),
  handler: Nullable,
  state: Type.String(),
  reasons: Type.Array(Type.Object({ code: Type.String(), text: Type.String(), pointer: Type.Optional(Type.String()) })),
  startedAt: orNull(momentText()),
  endedAt: orNull(momentText()),
});
/** One application as routes answer it. */
export const ApplicationReply = Type.Object(
  {
    ...ListRow.properties,
    templateVersion: Type.Integer(),
    applicants: Type.Array(
      Type.Object({ type: Type.String(), firstName: Type.String(), lastName: Type.String(), email: emailText() }),
    ),
    answers: Type.Record(Type.String(), Type.Unknown()),
    submittedAt: orNull(momentText()),
    flags: Type.Array(CaseFlag, { description: 'What is remarkable about it, for staff.' }),
    decision: Type.Union([Type.Object({ by: orNull(ActorShown), reason: Nullable }), Type.Null()]),
    steps: Type.Array(Step),
    decisionStep: Type.Optional(orNull(DecisionStep)),
  },
  {
    description: 'Other modules add members of their own, for example `documents`.',
    additionalProperties: true,
  },
);

/** What the list checks itself, for all who ask it: a fault that the schema found would hide the others. */
const documented = (checked: object, description: string) => ({ description, 'x-documented': checked });
const Moment = (description: string) => Type.Optional(Type.String(documented({ format: 'date-time' }, description)));

/** What a list is asked for. */
export const List = Type.Object({
  workspaceId: Type.Optional(
    Type.String(
      documented(
        { format: 'uuid' },
        'Only this workspace. Without it, all that you may read: staff in all their workspaces, a client their own, a key what it submitted.',
      ),
    ),
  ),
  view: Type.Optional(
    Type.String(
      documented(
        { enum: views, default: 'all' },
        'A view of the queue. `mine`: open, and you are an assignee. `unassigned`: open, with nobody. `waiting`: open, and the client is waited for. `overdue`: open, should have been decided, and waits for nobody else. `open` and `decided`: by whether it is decided.',
      ),
    ),
  ),
  status: Type.Optional(
    Type.Array(
      Type.String(),
      documented({ items: { type: 'string', enum: statuses } }, 'Repeated, or separated by commas.'),
    ),
  ),
  search: Type.Optional(
    Type.String(
      documented(
        { maxLength: LONGEST },
        'Words of the name of an applicant or the template; each is the beginning of a word of one. Neither case nor accents count.',
      ),
    ),
  ),
  templateId: Type.Optional(Type.String(documented({ format: 'uuid' }, 'Applications of this template.'))),
  assignee: Type.Optional(Type.String(documented({ format: 'uuid' }, 'Id of a person.'))),
  source: Type.Optional(
    Type.String(documented({ maxLength: LONGEST }, 'Id of the person or API key that created it.')),
  ),
  createdFrom: Moment('Created at this time or later.'),
  createdTo: Moment('Created before this time.'),
  decidedFrom: Moment('Decided at this time or later.'),
  decidedTo: Moment('Decided before this time.'),
  dueFrom: Moment('To be decided at this time or later.'),
  dueTo: Moment('To be decided before this time.'),
  flag: Type.Optional(
    Type.Array(
      Type.String(),
      documented(
        { items: { type: 'string', enum: caseFlags } },
        'What is remarkable about them: all of these. Repeated, or separated by commas.',
      ),
    ),
  ),
  amountFrom: Type.Optional(Type.Number({ description: 'An amount of at least this, whatever its currency.' })),
  amountTo: Type.Optional(Type.Number({ description: 'An amount of at most this, whatever its currency.' })),
  sort: Type.Optional(Type.String(documented({ enum: sorts, default: newestFirst }, 'With - for descending.'))),
  limit: Type.Optional(Type.Integer(documented({ minimum: 1, maximum: MOST, default: USUAL }, 'Rows of a page.'))),
  include: Type.Optional(
    Type.Array(Type.Literal('answers'), {
      description: 'answers: the answers of each application, which are left out otherwise.',
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'From the Link header of the page before.' })),
});

const Counts = Type.Object(
  Object.fromEntries(views.map((view) => [view, Type.Integer()])) as Record<View, ReturnType<typeof Type.Integer>>,
  { description: `Counted up to ${COUNTED}: that many, or more. Of a client their own, and none by assignee.` },
);

const reads = [readApplications, readOwnApplications, readSubmitted];
const anybody = ['user', 'key'] as const;

/** What may be said with an approval: nothing, or a reason. */
const Remark = Type.Unsafe<{ reason?: string | null } | null>({
  type: ['object', 'null'],
  properties: { reason: { type: ['string', 'null'], maxLength: 2000 } },
  additionalProperties: false,
});

const decided = {
  409: 'It is decided already (`already-decided`), the system still checks it (`not-at-manual-step`), or, to be approved, points of its checklist are not ticked (`checklist-incomplete`), or you gave the first of two approvals (`approved-already`)',
} as const;

export const routes = {
  submit: {
    method: 'POST',
    resource: '/api/v1/applications/:id',
    etag: 'sent',
    url: '/api/v1/applications',
    body: Submission,
    bodyLimit,
    reply: ApplicationReply,
    idempotent: true,
    summary: 'Submit an application by API key',
    gate: inWorkspace({ permission: submitApplications, actors: ['key'], at: { in: 'body', name: 'workspaceId' } }),
  },
  create: {
    method: 'POST',
    resource: '/api/v1/applications/:id',
    etag: 'sent',
    url: '/api/v1/workspaces/:workspaceId/applications',
    params: Type.Object({ workspaceId: idText() }),
    body: Type.Object(record, exactly),
    bodyLimit,
    reply: ApplicationReply,
    idempotent: true,
    summary: 'Create and submit an application as a person',
    gate: inWorkspace({ permission: createApplications }),
  },
  list: {
    method: 'GET',
    url: '/api/v1/applications',
    query: List,
    reply: Type.Array(
      Type.Object(
        { ...ApplicationReply.properties, answers: Type.Optional(ApplicationReply.properties.answers) },
        { additionalProperties: true },
      ),
    ),
    summary:
      'A page of applications, without their answers unless they are included; the next page is in the Link header',
    gate: inOrganization({ actors: anybody }),
  },
  counts: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/application-counts',
    params: Type.Object({ workspaceId: idText() }),
    reply: Counts,
    summary: 'How many applications each view of the workspace has',
    gate: inWorkspace({ anyOf: [readApplications, readOwnApplications] }),
  },
  get: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/applications/:id',
    params: Id,
    reply: ApplicationReply,
    summary: 'One application with steps and documents; its ETag is for If-Match',
    gate: ofSubject('application', { anyOf: reads, actors: anybody }),
  },
  approve: {
    method: 'POST',
    resource: '/api/v1/applications/:id',
    etag: 'compared',
    url: '/api/v1/applications/:id/approve',
    params: Id,
    status: 200,
    reply: ApplicationReply,
    summary: 'Approve at the MANUAL step; a reason may be given. With If-Match only as you read it (412)',
    body: Remark,
    gate: ofSubject('application', { permission: decideApplications, outside: 'forbidden' }),
    problems: decided,
  },
  reject: {
    method: 'POST',
    resource: '/api/v1/applications/:id',
    etag: 'compared',
    url: '/api/v1/applications/:id/reject',
    params: Id,
    status: 200,
    reply: ApplicationReply,
    summary: 'Reject at the MANUAL step, with a reason. With If-Match only as you read it (412)',
    body: Type.Object(
      {
        reason: Type.String({ maxLength: 2000, ...WITH_VISIBLE, description: 'Say why the application is rejected.' }),
      },
      exactly,
    ),
    gate: ofSubject('application', { permission: decideApplications, outside: 'forbidden' }),
    problems: decided,
  },
  confirm: {
    method: 'POST',
    resource: '/api/v1/applications/:id',
    etag: 'compared',
    url: '/api/v1/applications/:id/confirm',
    params: Id,
    status: 200,
    reply: ApplicationReply,
    summary: 'Confirm an own application as its client. With If-Match only as you read it (412)',
    gate: ofSubject('application', { permission: confirmApplications }),
    problems: {
      409: 'It is decided already (`already-decided`), or nothing in it asks for your confirmation (`nothing-to-confirm`)',
    },
  },
} as const;

type Reaching = (access: OrganizationAccess, workspace: WorkspaceId | undefined) => Promise<Reached>;

export const handlers = (service: ApplicationService, reach: Reaching): RouteHandlers<typeof routes> => ({
  submit: async ({ access, body }) => created(await service.submit(access, body)),
  create: async ({ access, body }) => created(await service.submit(access, { ...body, workspaceId: access.workspace })),
  async list({ access, query, url }) {
    const { workspaceId, status, include = [], ...rest } = query;
    const answers = include.includes('answers');
    const wanted = { ...rest, answers, status: status?.flatMap((one) => one.split(',')).filter((one) => one !== '') };
    demandSane({ ...wanted, workspaceId });
    const page = await service.list(access, await reach(access, workspaceId), wanted);
    const link: Record<string, string> =
      page.next === null ? {} : { link: `<${nextPage(url, page.next)}>; rel="next"` };
    return answers
      ? respond(Readable.from(inSlices(page.rows)), {
          headers: { ...link, 'content-type': 'application/json; charset=utf-8' },
        })
      : respond(
          page.rows.map(({ answers: _, ...row }) => row),
          { headers: link },
        );
  },
  counts: ({ access }) => service.counts(access),
  async get({ access, params }) {
    const application = await service.whole(access, params.id);
    if (application === null) throw notFound();
    return tagged(application);
  },
  approve: async ({ access, params, body, headers }) =>
    tagged(await service.decide(access, params.id, 'approve', body?.reason?.trim() || null, headers['if-match'])),
  reject: async ({ access, params, body, headers }) =>
    tagged(await service.decide(access, params.id, 'reject', body.reason.trim(), headers['if-match'])),
  confirm: async ({ access, params, headers }) => tagged(await service.confirm(access, params.id, headers['if-match'])),
});

/** `faults` finds those of as much of a record as could be read. */
export const checks = (
  faults: (access: WorkspaceAccess, record: ValidPart<SubmissionRecord>) => Promise<readonly Fault[]>,
): RouteChecks<typeof routes> => ({
  submit: ({ access, body }) => faults(access, body),
  create: ({ access, body }) => faults(access, body),
});

/** A list as JSON, row by row: a hundred applications may hold a hundred times what one submission may. */
async function* inSlices(rows: readonly object[]): AsyncGenerator<string> {
  const pause = slices();
  yield '[';
  for (const [i, row] of rows.entries()) {
    yield `${i === 0 ? '' : ','}${JSON.stringify(row)}`;
    await pause();
  }
  yield ']';
}

const created = (application: WholeApplication) =>
  respond(application, {
    status: 201,
    headers: { location: `/api/v1/applications/${application.id}`, etag: entityTag(fingerprint(application)) },
  });
const tagged = (application: WholeApplication) =>
  respond(application, { headers: { etag: entityTag(fingerprint(application)) } });

/** The address of this page with the cursor of the next. */
function nextPage(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams.toString()}`;
}
