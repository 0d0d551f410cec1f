import { inOrganization, paged, pageOf, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageProfileSchemas, UserProfileSchema } from './contract.ts';
import { exactly, pages, words } from './fields.ts';
import type { ProfileSchemas } from './schemas.ts';

const KEY = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$';
const key = new RegExp(KEY);
const address = { type: 'object', title: 'Address', properties: { city: { type: 'string', title: 'City' } } };
const content = {
  title: 'Applicant',
  schema: {
    type: 'object',
    properties: { birthDate: { type: 'string', format: 'date', title: 'Date of birth' }, address },
    required: ['birthDate'],
  },
};
const Content = { title: words(200, content.title), schema: UserProfileSchema.properties.schema };
const params = Type.Object({ id: Type.String({ description: 'What profiles name, for example applicant.' }) });
const url = '/api/v1/user-profile-schemas';
/** Bytes of a form: three hundred fields, with what may be chosen in them. */
const bodyLimit = 512 * 1024;

export const schemaRoutes = {
  schemas: {
    method: 'GET',
    url,
    gate: inOrganization(),
    summary: 'Profile schemas of the organization',
    query: Type.Object(pages),
    reply: Type.Array(UserProfileSchema),
  },
  schema: {
    method: 'GET',
    url: `${url}/:id`,
    gate: inOrganization(),
    summary: 'One profile schema of the organization',
    params,
    reply: UserProfileSchema,
  },
  registerSchema: {
    method: 'POST',
    resource: `${url}/:id`,
    url,
    gate: inOrganization({ permission: manageProfileSchemas }),
    bodyLimit,
    summary: 'Register a profile schema: profiles that name its id are checked in this organization',
    reply: UserProfileSchema,
    body: Type.Object(
      {
        id: Type.String({
          maxLength: 100,
          pattern: KEY,
          description: 'Write 1 to 100 letters, digits and . _ : -, beginning with a letter or digit.',
          examples: ['applicant'],
        }),
        ...Content,
      },
      { ...exactly, examples: [{ id: 'applicant', ...content }] },
    ),
    problems: { 409: 'The organization has a profile schema of this id (`schema-taken`)' },
  },
  changeSchema: {
    method: 'PUT',
    url: `${url}/:id`,
    gate: inOrganization({ permission: manageProfileSchemas }),
    bodyLimit,
    summary: 'Change a profile schema; profiles are checked against it when they are written or shared next',
    params,
    reply: UserProfileSchema,
    body: Type.Object(Content, { ...exactly, examples: [content] }),
  },
  removeSchema: {
    method: 'DELETE',
    url: `${url}/:id`,
    gate: inOrganization({ permission: manageProfileSchemas }),
    summary: 'Remove a profile schema; profiles that name it stay as they are, unchecked',
    params,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

const isKey = (id: unknown): id is string => typeof id === 'string' && key.test(id);
const keyOf = (id: string): string => (isKey(id) ? id : '');

export const schemaHandlers = (schemas: ProfileSchemas): RouteHandlers<typeof schemaRoutes> => ({
  async schemas({ access, query, url }) {
    const page = pageOf(url, query, isKey);
    return paged(url, await schemas.list(access, page), page);
  },
  schema: ({ access, params }) => schemas.get(access, keyOf(params.id)),
  async registerSchema({ access, body }) {
    const schema = await schemas.register(access, body);
    return respond(schema, { headers: { location: `${url}/${schema.id}` } });
  },
  changeSchema: ({ access, params, body }) => schemas.change(access, keyOf(params.id), body),
  removeSchema: ({ access, params }) => schemas.remove(access, keyOf(params.id)),
});

export const schemaChecks = ({ schemaFaults }: ProfileSchemas): RouteChecks<typeof schemaRoutes> => ({
  registerSchema: async ({ body: { schema } }) => (schema === undefined ? [] : schemaFaults(schema)),
  changeSchema: async ({ body: { schema } }) => (schema === undefined ? [] : schemaFaults(schema)),
});
