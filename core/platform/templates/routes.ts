import Negotiator from 'negotiator';
import { entityTag, idText, inOrganization, isRecord, momentText, notFound, respond, Type } from '@dossier/sdk';
import type { Fault, OrganizationId, RouteChecks, RouteHandlers, Static } from '@dossier/sdk';
import type { StepHandler } from '../workflow/contract.ts';
import { draftFaults } from './check-content.ts';
import { ContentReply, exactly, givenContent, Shown, Title } from './content-schema.ts';
import { DIALECT } from './check-schema.ts';
import { manageTemplates, readTemplateSchema } from './contract.ts';
import type { ContentGiven, Template, TemplateContent, Templates } from './contract.ts';
import { formOf, unansweredKinds } from './form/form.ts';
import type { FormContent } from './form/form.ts';
import { kindList } from './kinds.ts';
import type { Kinds } from './kinds.ts';

export const Id = Type.Object({ id: idText() });
/** Bytes of a draft: three hundred fields, with what may be chosen in them. */
export const bodyLimit = 512 * 1024;
const Draft = Type.Object(
  {
    name: Title,
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    ...givenContent,
  },
  exactly,
);

/** What may be said at publishing; a request without a body says nothing. */
const Publishing = Type.Unsafe<{ readonly note?: string } | null>({
  type: ['object', 'null'],
  properties: { note: Type.String({ maxLength: 2000, description: 'What is new, for the history.' }) },
  additionalProperties: false,
});

export const TemplateReply = Type.Object({
  id: idText(),
  name: Type.String(),
  description: Type.String(),
  version: Type.Union([Type.Integer(), Type.Null()]),
  draft: ContentReply,
  problems: Type.Array(
    Type.Object({
      pointer: Type.String(),
      code: Type.String(),
      detail: Type.String(),
      severity: Type.Union([Type.Literal('error'), Type.Literal('warning')], {
        description: 'A draft with errors is not published; a warning is to be known before.',
      }),
    }),
    { maxItems: 100, description: 'What is wrong with the draft, errors first; pointers lead into it.' },
  ),
  createdAt: momentText(),
});
const Row = Type.Object({
  id: idText(),
  name: Type.String(),
  description: Type.String(),
  version: Type.Union([Type.Integer(), Type.Null()]),
  unpublishedChanges: Type.Boolean({
    description:
      'Is the draft another than the newest version? True where nothing is published; false for who may not edit templates.',
  }),
  createdAt: momentText(),
});
const SchemaReply = Type.Object({
  templateId: idText(),
  version: Type.Integer(),
  schema: Type.Object({}, { additionalProperties: true }),
  fields: Type.Array(
    Type.Object({
      key: Type.String(),
      kind: Type.String({ description: 'Of the field kinds.' }),
      type: Type.String(),
      required: Type.Boolean({ description: 'Where the field is asked for.' }),
      options: Type.Array(Type.Unknown()),
      show: Type.Optional(Shown),
      calculated: Type.Boolean({ description: 'Calculated here; what is sent for it counts for nothing.' }),
    }),
  ),
  steps: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      fields: Type.Array(Type.String()),
      show: Type.Optional(Shown),
    }),
    { description: 'The steps in which a person is asked; a field is asked for where its step is.' },
  ),
  requiredDocuments: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      description: Type.Optional(Type.String()),
      show: Type.Optional(Shown),
    }),
  ),
});

const FieldKindRow = Type.Object({
  id: Type.String({ description: 'A field names it by "x-kind", or by "type" where both are the same.' }),
  label: Type.String(),
  group: Type.String({
    description: 'Among which others people find it: text, numbers, choices, contact, parts or plugins.',
  }),
  type: Type.Union([Type.String(), Type.Null()], {
    description: 'The type of all fields of the kind; null for one without answers.',
  }),
  answer: Type.Union([
    Type.Object({}, { additionalProperties: true, description: 'JSON Schema of every answer.' }),
    Type.Null(),
  ]),
  limits: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of what a field may say besides.' }),
  common: Type.Array(Type.String(), {
    description: 'Keywords of all kinds, as far as a field of this one takes them.',
  }),
});

const StepHandlerRow = Type.Object({
  id: Type.String({ description: 'A SYSTEM step names it as its handler.' }),
  title: Type.String(),
  description: Type.String({ description: 'What it looks at, for who chooses it; empty where it does not say.' }),
  available: Type.Boolean({ description: 'Its plugin serves now. Of one that does not, only the id is known.' }),
  outside: Type.Boolean({ description: 'It asks a service elsewhere, so that its answer may take a while.' }),
  settings: Type.Union([
    Type.Object({}, { additionalProperties: true, description: 'JSON Schema of what a step may set for it.' }),
    Type.Null(),
  ]),
});

export const routes = {
  schema: {
    method: 'GET',
    url: '/api/v1/templates/:id/schema',
    params: Id,
    reply: SchemaReply,
    gate: inOrganization({ permission: readTemplateSchema, actors: ['key'] }),
    summary:
      'The fields and required documents of the newest published version, in the language of Accept-Language that it has',
  },
  kinds: {
    method: 'GET',
    url: '/api/v1/field-kinds',
    reply: Type.Array(FieldKindRow),
    gate: inOrganization(),
    summary: 'The kinds of fields that templates can have',
  },
  stepHandlers: {
    method: 'GET',
    url: '/api/v1/step-handlers',
    reply: Type.Array(StepHandlerRow),
    gate: inOrganization({ permission: manageTemplates }),
    summary: 'The checks that SYSTEM steps can name',
  },
  list: {
    method: 'GET',
    url: '/api/v1/templates',
    reply: Type.Array(Row),
    gate: inOrganization(),
    summary: 'The templates; who may not edit them sees the published ones',
  },
  get: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/templates/:id',
    params: Id,
    reply: TemplateReply,
    gate: inOrganization({ permission: manageTemplates }),
    summary: 'A template with its draft; its ETag is for If-Match',
  },
  create: {
    method: 'POST',
    resource: '/api/v1/templates/:id',
    etag: 'sent',
    url: '/api/v1/templates',
    body: Draft,
    bodyLimit,
    reply: TemplateReply,
    idempotent: true,
    gate: inOrganization({ permission: manageTemplates }),
    summary: 'Create a template as a draft',
    problems: { 409: 'The organization has a template of this name (`name-taken`)' },
  },
  update: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/templates/:id',
    params: Id,
    body: Draft,
    bodyLimit,
    reply: TemplateReply,
    gate: inOrganization({ permission: manageTemplates }),
    summary: 'Edit the draft; published versions do not change. With If-Match only the one you read (412)',
    problems: { 409: 'The organization has a template of this name (`name-taken`)' },
  },
  publish: {
    method: 'POST',
    resource: '/api/v1/templates/:id',
    etag: 'compared',
    url: '/api/v1/templates/:id/publish',
    params: Id,
    body: Publishing,
    status: 200,
    reply: TemplateReply,
    gate: inOrganization({ permission: manageTemplates }),
    summary:
      'Freeze the draft as the next version; one that is published already stays the version it is. With If-Match only the one you read (412)',
  },
} as const;

interface Deps {
  readonly templates: Templates;
  readonly kinds: Kinds;
  readonly steps: Steps;
  readonly shown: Shows;
  /** The templates of an organization whose draft is another than their newest version. */
  unpublished(organization: OrganizationId): Promise<ReadonlySet<string>>;
}

/** The installed step handlers. */
export interface Steps {
  ids(): readonly string[];
  get(id: string): Pick<StepHandler, 'title' | 'description' | 'outside' | 'settings'> | undefined;
}

/** The handlers as they are listed; what one is, is not known while its plugin does not serve. */
export const handlerList = (steps: Steps): Static<typeof StepHandlerRow>[] =>
  steps.ids().map((id) => {
    const handler = steps.get(id);
    const { title = id, description = '', outside = false, settings = null } = handler ?? {};
    return { id, title, description, available: handler !== undefined, outside, settings };
  });

export const handlers = ({ templates, kinds, steps, shown, unpublished }: Deps): RouteHandlers<typeof routes> => ({
  kinds: async () => kindList(kinds),
  stepHandlers: async () => handlerList(steps),
  async schema({ access, params, headers }) {
    const found = await templates.published(access.organization, params.id);
    if (found === null || found === 'unpublished') throw notFound();
    const wanted = new Negotiator({ headers: { 'accept-language': String(headers['accept-language'] ?? '*') } });
    const { version, language } = await templates.inLanguage(access.organization, found, wanted.languages());
    const reply = {
      templateId: version.templateId,
      version: version.version,
      schema: { $schema: DIALECT, ...version.schema },
      fields: fieldList(version),
      steps: version.wizard.map(({ key, title, fields, show }) => ({
        key,
        title,
        fields: [...fields],
        ...(show ? { show } : {}),
      })),
      requiredDocuments: version.requiredDocuments,
    };
    return respond(reply, { headers: { 'content-language': language, vary: 'accept-language' } });
  },
  async list({ access }) {
    const all = await templates.list(access.organization);
    const edits = access.can(manageTemplates);
    const changed = edits ? await unpublished(access.organization) : new Set();
    const seen = edits ? all : all.filter((template) => template.version !== null);
    return seen.map(({ id, name, description, version, createdAt }) => ({
      ...{ id, name, description, version, createdAt },
      unpublishedChanges: changed.has(id),
    }));
  },
  get: async ({ access, params }) =>
    shown(access.organization, (await templates.get(access.organization, params.id)) ?? refuse()),
  async create({ access, body }) {
    const template = await templates.create(access, {
      name: body.name,
      description: body.description,
      content: contentOf(body),
    });
    return shown(access.organization, template, {
      status: 201,
      headers: { location: `/api/v1/templates/${template.id}` },
    });
  },
  update: async ({ access, params, body, headers }) =>
    shown(
      access.organization,
      await templates.update(
        access,
        params.id,
        { name: body.name, description: body.description, content: contentOf(body) },
        headers['if-match'],
      ),
    ),
  async publish({ access, params, headers, body }) {
    await templates.publish(access, params.id, headers['if-match'], body?.note);
    return shown(access.organization, (await templates.get(access.organization, params.id)) ?? refuse());
  },
});

export const checks = (kinds: Kinds): RouteChecks<typeof routes> => ({
  create: ({ body }) => draftFaults(body, kinds),
  update: ({ body }) => draftFaults(body, kinds),
});

interface Status {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Looks {
  /** What stands against publishing the draft. */
  errors(draft: TemplateContent): Promise<readonly Fault[]>;
  /** What is to be known before. */
  warnings(organization: OrganizationId, template: Template): Promise<readonly Fault[]>;
}

/** A template as it is replied, with its entity tag and what is wrong with its draft. */
export const shows =
  ({ errors, warnings }: Looks) =>
  async (organization: OrganizationId, template: Template, { status = 200, headers = {} }: Status = {}) => {
    const { revision, ...shown } = template;
    const all = [
      ...(await errors(template.draft)).map((fault) => ({ ...fault, severity: 'error' as const })),
      ...(await warnings(organization, template)).map((fault) => ({ ...fault, severity: 'warning' as const })),
    ];
    return respond(
      { ...shown, problems: all.slice(0, mostProblems) },
      { status, headers: { ...headers, etag: entityTag(revision) } },
    );
  };
export type Shows = ReturnType<typeof shows>;
const mostProblems = 100;

const refuse = (): never => {
  throw notFound();
};

const contentOf = ({ name: _, description: __, ...content }: Static<typeof Draft>): ContentGiven => content;

/** The fields that have answers, in the order in which they are asked; titles of options are in the schema. */
export const fieldList = (content: FormContent): Static<typeof SchemaReply>['fields'] =>
  formOf(content)
    .fields.filter(({ kind }) => !unansweredKinds.includes(kind))
    .map(({ key, kind, schema, required, show, formula }) => ({
      key,
      kind,
      type: String(schema['type']),
      required,
      options: optionsOf(isRecord(schema['items']) ? schema['items'] : schema),
      ...(show ? { show } : {}),
      calculated: formula !== null,
    }));

function optionsOf(field: Readonly<Record<string, unknown>>): unknown[] {
  if (Array.isArray(field.enum)) return field.enum;
  return Array.isArray(field.oneOf)
    ? field.oneOf.map((option: unknown) => (isRecord(option) ? option.const : null))
    : [];
}
