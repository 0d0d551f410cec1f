import { inOrganization, notFound, respond, Type } from '@dossier/sdk';
import type { RouteHandlers } from '@dossier/sdk';
import { exactly, Title } from './content-schema.ts';
import type { Languages } from './languages.ts';
import { manageTemplates } from './contract.ts';
import type { Templates } from './contract.ts';
import { bodyLimit, Id, TemplateReply } from './routes.ts';
import type { Shows } from './routes.ts';
import { TemplateFile } from './transfer.ts';
import type { Transfer } from './transfer.ts';

const gate = inOrganization({ permission: manageTemplates });

const Import = Type.Object(
  {
    file: Type.Object(
      {},
      { additionalProperties: true, maxProperties: 20, description: 'A file as an export gives it.' },
    ),
    name: Type.Optional(Title),
  },
  exactly,
);
const Needed = Type.Object({
  what: Type.Union([Type.Literal('field-kind'), Type.Literal('handler')]),
  id: Type.String({ description: 'As the plugin that brings it calls it.' }),
});
const Checked = Type.Object({
  name: Type.String(),
  nameTaken: Type.Boolean({ description: 'The organization has a template of this name: import it under another.' }),
  missing: Type.Array(Needed, { description: 'What the template needs and is not installed here.' }),
  differing: Type.Array(Needed, {
    description: 'What is installed here as something else than where the file is from.',
  }),
  problems: Type.Array(Type.Object({ pointer: Type.String(), code: Type.String(), detail: Type.String() }), {
    maxItems: 100,
    description: 'What stands against publishing it here. It can be imported all the same.',
  }),
});

/** What a copy is called; a request without a body leaves it to us. */
const Copy = Type.Unsafe<{ readonly name?: string } | null>({
  type: ['object', 'null'],
  properties: { name: Title },
  additionalProperties: false,
});

/** Templates as files, and copies of them. */
export const transferRoutes = {
  export: {
    method: 'GET',
    url: '/api/v1/templates/:id/export',
    params: Id,
    reply: TemplateFile,
    gate,
    summary: 'The draft of a template as one file',
  },
  checkImport: {
    method: 'POST',
    resource: null,
    url: '/api/v1/templates/import-check',
    body: Import,
    bodyLimit,
    status: 200,
    reply: Checked,
    gate,
    summary: 'What an import would come to; nothing is imported',
  },
  import: {
    method: 'POST',
    resource: '/api/v1/templates/:id',
    etag: 'sent',
    url: '/api/v1/templates/import',
    body: Import,
    bodyLimit,
    reply: TemplateReply,
    idempotent: true,
    gate,
    summary: 'Make a template from a file, as a draft',
    problems: { 409: 'The organization has a template of this name (`name-taken`)' },
  },
  duplicate: {
    method: 'POST',
    resource: '/api/v1/templates/:id',
    etag: 'sent',
    url: '/api/v1/templates/:id/duplicate',
    params: Id,
    body: Copy,
    reply: TemplateReply,
    idempotent: true,
    gate,
    summary: 'Make another template from the draft of this one',
    problems: { 409: 'The organization has a template of this name (`name-taken`)' },
  },
} as const;

export const transferHandlers = (
  templates: Templates,
  transfer: Transfer,
  shown: Shows,
  languages: Languages,
): RouteHandlers<typeof transferRoutes> => ({
  async export({ access, params }) {
    const template = await templates.get(access.organization, params.id);
    if (!template) throw notFound();
    const name = `${template.name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_')}.json`;
    return respond(transfer.file(template, await languages.all(access.organization, params.id)), {
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` },
    });
  },
  async duplicate({ access, params, body }) {
    const original = await templates.get(access.organization, params.id);
    if (!original) throw notFound();
    const taken = (await templates.list(access.organization)).map(({ name }) => name);
    const copy = await languages.withAll(access, await languages.all(access.organization, params.id), () =>
      templates.create(access, {
        name: body?.name ?? nameOfCopy(original.name, taken),
        description: original.description,
        content: original.draft,
      }),
    );
    return shown(access.organization, copy, { status: 201, headers: { location: `/api/v1/templates/${copy.id}` } });
  },
  async checkImport({ access, body }) {
    const { problems, missing, differing, ...rest } = await transfer.check(access.organization, body.file, body.name);
    return {
      ...rest,
      missing: [...missing],
      differing: [...differing],
      problems: problems
        .slice(0, 100)
        .map(({ pointer = '', code = 'invalid', detail = '' }) => ({ pointer, code, detail })),
    };
  },
  async import({ access, body }) {
    const { name, description, content, translations = {} } = await transfer.read(body.file);
    const template = await languages.withAll(access, translations, () =>
      templates.create(access, { name: body.name ?? name, description, content }),
    );
    return shown(access.organization, template, {
      status: 201,
      headers: { location: `/api/v1/templates/${template.id}` },
    });
  },
});

/** "Car loan (copy)", "Car loan (copy 2)" …: the first that is free, and no longer than a name may be. */
function nameOfCopy(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? ' (copy)' : ` (copy ${count})`;
    const found = name.slice(0, longestName - end.length).trimEnd() + end;
    if (!taken.includes(found)) return found;
  }
}
const longestName = 200;
