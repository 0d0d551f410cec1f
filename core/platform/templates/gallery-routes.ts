import { inOrganization, notFound, Type } from '@dossier/sdk';
import type { Database, RouteHandlers, Static } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import { Title } from './content-schema.ts';
import { manageTemplates } from './contract.ts';
import type { ContentGiven, Templates } from './contract.ts';
import { gallery } from './gallery/index.ts';
import { TemplateReply } from './routes.ts';
import type { Shows } from './routes.ts';

const gate = inOrganization({ permission: manageTemplates });
const named = { 409: 'The organization has a template of this name (`name-taken`)' };

/** What it is to be called; a request without a body leaves the title. */
const Named = Type.Unsafe<{ readonly name?: string } | null>({
  type: ['object', 'null'],
  properties: { name: Title },
  additionalProperties: false,
});
const Ready = Type.Object({
  key: Type.String({ description: 'By which one of them is taken.' }),
  title: Type.String(),
  description: Type.String(),
  steps: Type.Integer({ description: 'Steps in which an applicant is asked.' }),
  fields: Type.Integer(),
  minutes: Type.Integer({ description: 'How long an applicant takes.' }),
});

/** Ready templates to begin with. */
export const galleryRoutes = {
  gallery: {
    method: 'GET',
    url: '/api/v1/template-gallery',
    reply: Type.Array(Ready),
    gate,
    summary: 'Ready templates, each complete with fields, documents and workflow',
  },
  takeFromGallery: {
    method: 'POST',
    resource: '/api/v1/templates/:id',
    etag: 'sent',
    url: '/api/v1/template-gallery/:ready',
    params: Type.Object({ ready: Type.String({ maxLength: 64, description: 'Key of a ready template.' }) }),
    body: Named,
    reply: TemplateReply,
    idempotent: true,
    gate,
    summary: 'Make a template of the organization, as a draft, from a ready one; its amounts are in your currency',
    problems: named,
  },
} as const;

interface Deps {
  readonly templates: Templates;
  readonly tenancy: Tenancy;
  readonly database: Database;
}

export const galleryHandlers = (
  { templates, tenancy, database }: Deps,
  shown: Shows,
): RouteHandlers<typeof galleryRoutes> => ({
  gallery: async () => galleryList(),
  async takeFromGallery({ access, params, body }) {
    const ready = gallery.find(({ key }) => key === params.ready);
    if (!ready) throw notFound();
    // With an Idempotency-Key a transaction of the organization is open here.
    const organization = await database.read(access, (tx) => tenancy.organization(access.organization, tx));
    const template = await templates.create(access, {
      name: body?.name ?? ready.title,
      description: ready.description,
      content: ready.content(organization?.currency ?? 'EUR'),
    });
    return shown(access.organization, template, {
      status: 201,
      headers: { location: `/api/v1/templates/${template.id}` },
    });
  },
});

/** The ready templates as they are listed. */
export const galleryList = (): Static<typeof Ready>[] =>
  gallery.map(({ key, title, description, content }) => ({ key, title, description, ...sizeOf(content('EUR')) }));

const sizeOf = ({ wizard }: ContentGiven) => ({
  steps: wizard.length,
  fields: wizard.reduce((sum, { fields }) => sum + fields.length, 0),
  minutes: wizard.reduce((sum, { minutes = 0 }) => sum + minutes, 0),
});
