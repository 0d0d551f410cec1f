import { inOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import type { Templates, TemplateVersion } from './contract.ts';
import { kindList } from './kinds.ts';
import type { Kinds } from './kinds.ts';

/** The published templates, for filling in an application. Drafts are read by REST. */
export const graphql = {
  sdl: `
    "A published version of a template; it never changes. Schema, wizard and required documents are as REST shows them."
    type TemplateVersion { templateId: ID! version: Int! name: String! schema: JSON! wizard: JSON! requiredDocuments: JSON! }
    "A kind of field. Answers to its fields are as \`answer\` has them, and a field may say what \`limits\` has; both are JSON Schema."
    type FieldKind { id: ID! label: String! group: String! type: String answer: JSON limits: JSON! }
    extend type Query {
      "The kinds of fields that templates can have here."
      fieldKinds: [FieldKind!]!
      "The newest published version of every template."
      templates: [TemplateVersion!]!
      "The newest published version of one template; null when there is none."
      template(id: ID!): TemplateVersion
    }`,
  fields: {
    'Query.fieldKinds': inOrganization(),
    'Query.templates': inOrganization(),
    'Query.template': inOrganization(),
  },
} satisfies GraphqlSpec;

export function resolvers(templates: Templates, kinds: Kinds): FieldResolvers {
  const all: FieldResolver = async (_parent, _args, { organization }) => {
    const list = await templates.list(organization);
    return Promise.all(
      list.flatMap(({ id, version }) => (version === null ? [] : [templates.version(organization, id, version)])),
    );
  };
  const one: FieldResolver<{ id: string }> = async (
    _parent,
    { id },
    { organization },
  ): Promise<TemplateVersion | null> => {
    const version = await templates.published(organization, id);
    return version === 'unpublished' ? null : version;
  };
  return { 'Query.fieldKinds': () => kindList(kinds), 'Query.templates': all, 'Query.template': one };
}
