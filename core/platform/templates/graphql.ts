import { inOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import type { Templates, TemplateVersion } from './contract.ts';
import { kindList } from './kinds.ts';
import type { Kinds } from './kinds.ts';

/** The published templates, for filling in an application. What else is read of them: `managing-graphql.ts`. */
export const graphql = {
  sdl: `
    "A published version of a template; it never changes. Schema, wizard and required documents are as REST shows them."
    type TemplateVersion {
      templateId: ID! version: Int! name: String! schema: JSON! wizard: JSON! requiredDocuments: JSON!
      "Ids of the field that is the amount of an application, and of those that officers see first."
      amount: ID keyAnswers: [ID!]
      "What applicants read once they have sent it: what happens now, and by when."
      next: String
      "Clients may answer afterwards what they left open."
      additions: Boolean
      "The steps of the workflow that have words for clients, in their order."
      stepsForClients: [StepForClients!]!
      "With its texts in the language that suits best, the most wanted first (RFC 4647); untranslated texts stand in its own."
      inLanguage(wanted: [String!]!): TemplateVersion!
    }
    "A step of the workflow in the words of clients."
    type StepForClients { key: ID! text: String! }
    "A kind of field. Answers to its fields are as \`answer\` has them, and a field may say what \`limits\` has; both are JSON Schema. \`common\`: keywords of all kinds that it takes."
    type FieldKind { id: ID! label: String! group: String! type: String answer: JSON limits: JSON! common: [String!]! }
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
    'TemplateVersion.stepsForClients': 'inherit',
    'TemplateVersion.inLanguage': 'inherit',
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
  const stepsForClients: FieldResolver<Record<string, never>, TemplateVersion> = ({ workflow }) =>
    workflow.flatMap(({ key, forClients }) => (forClients === undefined ? [] : [{ key, text: forClients }]));
  const inLanguage: FieldResolver<{ wanted: readonly string[] }, TemplateVersion> = async (
    version,
    { wanted },
    { organization },
  ) => (await templates.inLanguage(organization, version, wanted)).version;
  return {
    'Query.fieldKinds': () => kindList(kinds),
    'Query.templates': all,
    'Query.template': one,
    'TemplateVersion.stepsForClients': stepsForClients,
    'TemplateVersion.inLanguage': inLanguage,
  };
}
