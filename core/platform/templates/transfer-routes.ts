import { inOrganization, notFound, respond, Type } from '@dossier/sdk';
import type { RouteHandlers } from '@dossier/sdk';
import { exactly, Title } from './content-schema.ts';
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

/** Templates as files. */
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
} as const;

export const transferHandlers = (
  templates: Templates,
  transfer: Transfer,
  shown: Shows,
): RouteHandlers<typeof transferRoutes> => ({
  async export({ access, params }) {
    const template = await templates.get(access.organization, params.id);
    if (!template) throw notFound();
    const name = `${template.name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_')}.json`;
    return respond(transfer.file(template), {
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` },
    });
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
    const { name, description, content } = await transfer.read(body.file);
    const template = await templates.create(access, { name: body.name ?? name, description, content });
    return shown(template, { status: 201, headers: { location: `/api/v1/templates/${template.id}` } });
  },
});
