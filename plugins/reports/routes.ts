import { idText, inWorkspace, momentText, ofSubject, orNull, Type } from '@dossier/sdk';
import type { RouteSpec } from '@dossier/sdk';
import { audience } from './audience.ts';
import { Definition, Parameters } from './definition/contract.ts';
import { OnScreen } from './on-screen-reply.ts';
import { FormatName, OneRun, RunReply } from './runs/reply.ts';
import { Recurrence } from './schedules/recurrence.ts';

const exactly = { additionalProperties: false };
const Line = (most: number) =>
  Type.String({
    minLength: 1,
    maxLength: most,
    pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  });
const Visibility = Type.Unsafe<'private' | 'workspace'>({
  type: 'string',
  enum: ['private', 'workspace'],
  description: 'Who finds it: its owner alone, or everybody in the workspace who may view reports.',
});
const Person = Type.Object({ id: idText(), name: Type.String() });
const OrNull = orNull(Type.String());

const Template = Type.Object({
  id: Type.String({ description: 'A UUID; of a built-in one its key.' }),
  name: Type.String(),
  description: Type.String(),
  builtIn: Type.Boolean(),
  visibility: Visibility,
  owner: orNull(Person),
  basedOn: Type.Union([Type.String(), Type.Null()], {
    description: 'UUID of the saved template, or key of the built-in one, that it was made from.',
  }),
  version: Type.Integer(),
  definition: Definition,
  updatedAt: orNull(momentText()),
});
const Draft = {
  name: Line(80),
  description: Type.Optional(Type.String({ maxLength: 1_000 })),
  visibility: Visibility,
  basedOn: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
  definition: Definition,
};
/** Bytes of a report of forty sections, whose members their kinds know. */
const bodyLimit = 128 * 1024;
const Reference = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Id of a saved template, or key of a built-in one.',
});
const Ordered = {
  template: Type.Optional(Reference),
  definition: Type.Optional(Definition),
  parameters: Type.Optional(Parameters),
};
const Version = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version that was read: another one is answered 412.' }),
);

const zone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA name; where it may be left out, that of the organization, or else UTC.',
});
const Planned = {
  name: Line(120),
  template: Reference,
  parameters: Type.Optional(Parameters),
  format: FormatName,
  recurrence: Recurrence,
  timeZone: Type.Optional(zone),
  recipients: Type.Array(idText(), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Ids of members who get an e-mail when the report is ready.',
  }),
  paused: Type.Optional(Type.Boolean()),
};
const LastRun = Type.Object(
  { id: idText(), state: Type.String(), late: Type.Boolean(), occurrence: momentText() },
  { description: 'The newest run of the schedule.' },
);
const Schedule = Type.Object({
  id: idText(),
  workspaceId: idText(),
  ...Planned,
  template: Reference,
  parameters: Parameters,
  timeZone: zone,
  paused: Type.Boolean(),
  owner: Person,
  lastRun: Type.Union([LastRun, Type.Null()]),
  next: Type.Array(momentText(), { description: 'The next five moments, ISO 8601 UTC.' }),
  version: Type.Integer(),
  updatedAt: momentText(),
});
const Column = Type.Object({
  key: Type.String(),
  title: Type.String(),
  type: Type.String(),
  narrows: Type.Boolean({ description: 'Conditions can be put on it by choosing values.' }),
});
const Source = Type.Object({
  id: Type.String({ description: 'A word, for example applications.' }),
  title: Type.String(),
  columns: Type.Array(Column),
  measures: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      unit: Type.String(),
      at: Type.Union([Type.String(), Type.Null()], {
        description: 'Key of the column whose moment decides in which period it counts.',
      }),
      better: Type.String(),
    }),
  ),
});

/** What a run draws: CSV, a workbook or a PDF. */
const fileTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/pdf'];
const base = '/api/v1/workspaces/:workspaceId';
const workspace = Type.Object({ workspaceId: idText() });
const inIt = Type.Object({
  workspaceId: idText(),
  id: Type.String({ maxLength: 64, description: 'A UUID; of a built-in template its key.' }),
});
const id = Type.Object({ id: idText() });
const gate = inWorkspace(audience);
const ofRun = ofSubject('report-run', audience);

export const routes = {
  templates: {
    method: 'GET',
    url: `${base}/report-templates`,
    gate,
    params: workspace,
    reply: Type.Array(Template),
    summary: 'Report templates: the built-in ones, then saved ones by name',
  },
  template: {
    method: 'GET',
    etag: { of: ['id', 'version'] },
    url: `${base}/report-templates/:id`,
    gate,
    params: inIt,
    reply: Template,
    summary: 'One report template',
  },
  saveTemplate: {
    method: 'POST',
    resource: `${base}/report-templates/:id`,
    url: `${base}/report-templates`,
    gate,
    params: workspace,
    body: Type.Object(Draft, exactly),
    bodyLimit,
    reply: Template,
    summary: 'Save a report under a name of its own',
    problems: { 409: 'There is a report of this name (`name-taken`)' },
  },
  changeTemplate: {
    method: 'PUT',
    url: `${base}/report-templates/:id`,
    gate,
    params: inIt,
    reply: Template,
    summary: 'Save the next version of a report template; built-in ones are never overwritten (409)',
    bodyLimit,
    body: Type.Object(
      {
        name: Type.Optional(Draft.name),
        description: Draft.description,
        visibility: Type.Optional(Visibility),
        definition: Type.Optional(Definition),
        version: Version,
      },
      exactly,
    ),
    problems: { 409: 'It is built in (`built-in`), or there is another report of this name (`name-taken`)' },
  },
  deleteTemplate: {
    method: 'DELETE',
    url: `${base}/report-templates/:id`,
    gate,
    params: inIt,
    summary: 'Delete a saved report template; built-in ones stay (409)',
    problems: { 409: 'It is built in (`built-in`), or a schedule runs it (`in-use`)' },
  },
  sources: {
    method: 'GET',
    url: `${base}/report-sources`,
    gate,
    params: workspace,
    reply: Type.Object({
      sources: Type.Array(Source),
      kinds: Type.Array(
        Type.Object({
          id: Type.String({ description: 'A word, for example chart.' }),
          title: Type.String(),
          schema: Type.Unknown(),
        }),
      ),
      timeZone: OrNull,
    }),
    summary:
      'What reports can tell of: sources with their columns and measures, kinds of sections, and the time zone that the organization has set',
  },
  values: {
    method: 'GET',
    url: `${base}/report-values`,
    gate,
    params: workspace,
    query: Type.Object({
      source: Type.String({ maxLength: 80, examples: ['applications'] }),
      column: Type.String({ maxLength: 80, examples: ['status'] }),
    }),
    reply: Type.Array(
      Type.Object({
        value: Type.String({ description: 'As a condition takes it: of a column of records, the identifier of one.' }),
        label: Type.String(),
        count: Type.Integer(),
      }),
    ),
    summary: 'Values of a column of a source, for conditions: the fifty most frequent ones',
    problems: { 422: 'There is too much to compute at once (`too-much-at-once`): narrow what is asked for' },
  },
  recipients: {
    method: 'GET',
    url: `${base}/report-recipients`,
    gate,
    params: workspace,
    reply: Type.Array(Person),
    summary: 'Members of the workspace who may receive reports',
  },
  preview: {
    method: 'POST',
    resource: null,
    url: `${base}/report-previews`,
    gate,
    params: workspace,
    body: Type.Object(Ordered, exactly),
    bodyLimit,
    status: 200,
    reply: OnScreen,
    summary: 'Compute a report for the screen; of tables the first fifty rows',
    problems: { 429: 'As many previews of yours as may are being computed (`too-many-requests`)' },
  },
  run: {
    method: 'POST',
    resource: '/api/v1/report-runs/:id',
    url: `${base}/report-runs`,
    gate,
    params: workspace,
    body: Type.Object({ ...Ordered, format: FormatName }, exactly),
    bodyLimit,
    reply: OneRun,
    idempotent: true,
    summary: 'Run a report: a template, or a draft that was not saved',
    problems: { 409: 'As many reports of the workspace wait as may (`too-many-runs`)' },
  },
  runs: {
    method: 'GET',
    url: `${base}/report-runs`,
    gate,
    params: workspace,
    reply: Type.Array(RunReply),
    summary: 'Runs of reports, newest first; the next page is in the Link header',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link header of the page before.' })),
      scheduleId: Type.Optional(idText()),
      state: Type.Optional(
        Type.Unsafe<'open' | 'done' | 'failed' | 'cancelled'>({
          type: 'string',
          enum: ['open', 'done', 'failed', 'cancelled'],
          description: 'open: those that wait or run.',
        }),
      ),
      mine: Type.Optional(
        Type.Boolean({ description: 'Those alone that one ordered oneself, or that a schedule of one’s own ordered.' }),
      ),
    }),
  },
  oneRun: {
    method: 'GET',
    etag: { of: ['id', 'state'] },
    url: '/api/v1/report-runs/:id',
    gate: ofRun,
    params: id,
    reply: OneRun,
    summary: 'One run of a report',
  },
  content: {
    method: 'GET',
    url: '/api/v1/report-runs/:id/content',
    gate: ofRun,
    params: id,
    media: fileTypes,
    summary: 'Download the result of a run',
    problems: {
      409: 'The run has no result yet, or failed (`not-ready`)',
      410: 'The file is no longer kept (`result-deleted`, `gone`)',
    },
  },
  repeat: {
    method: 'POST',
    resource: '/api/v1/report-runs/:id',
    url: '/api/v1/report-runs/:id/repeat',
    gate: ofRun,
    params: id,
    reply: OneRun,
    idempotent: true,
    summary: 'Run the same report with the same parameters again',
    problems: { 409: 'As many reports of the workspace wait as may (`too-many-runs`)' },
  },
  cancel: {
    method: 'POST',
    resource: '/api/v1/report-runs/:id',
    url: '/api/v1/report-runs/:id/cancel',
    gate: ofRun,
    params: id,
    status: 200,
    reply: OneRun,
    summary: 'Cancel a run that has not ended',
    problems: { 409: 'The run has ended already (`already-ended`)' },
  },
  schedules: {
    method: 'GET',
    url: `${base}/report-schedules`,
    gate,
    params: workspace,
    reply: Type.Array(Schedule),
    summary: 'Schedules of reports',
  },
  schedule: {
    method: 'GET',
    etag: { of: ['id', 'version'] },
    url: `${base}/report-schedules/:id`,
    gate,
    params: inIt,
    reply: Schedule,
    summary: 'One schedule',
  },
  plan: {
    method: 'POST',
    resource: `${base}/report-schedules/:id`,
    url: `${base}/report-schedules`,
    gate,
    params: workspace,
    body: Type.Object(Planned, exactly),
    reply: Schedule,
    idempotent: true,
    summary: 'Let a report run by itself',
  },
  replan: {
    method: 'PUT',
    url: `${base}/report-schedules/:id`,
    gate,
    params: inIt,
    body: Type.Object({ ...Planned, version: Version }, exactly),
    reply: Schedule,
    summary: 'Change a schedule, pause it, or take it up again',
  },
  unplan: {
    method: 'DELETE',
    url: `${base}/report-schedules/:id`,
    gate,
    params: inIt,
    summary: 'Delete a schedule; its runs stay',
  },
  occurrences: {
    method: 'POST',
    resource: null,
    url: `${base}/report-schedules/preview`,
    gate,
    params: workspace,
    body: Type.Object({ recurrence: Recurrence, timeZone: zone }, exactly),
    status: 200,
    reply: Type.Object({ next: Type.Array(momentText()) }),
    summary: 'The next five moments of a recurrence',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
