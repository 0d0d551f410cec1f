import { inAnyWorkspace, inWorkspace, isAtWorkspace, ofSubject } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { createApplications } from '../applications/contract.ts';
import type { Drafts } from './drafts.ts';

const permission = createApplications;

/** What is read by REST, by the same names. */
export const graphql = {
  sdl: `
    "An application that is being filled in; its owner alone sees it."
    type Draft {
      id: ID! workspaceId: ID! workspaceType: String! templateId: ID! templateName: String! templateVersion: Int! newestVersion: Int!
      "In which the form is shown (BCP 47)."
      language: String!
      languages: [String!]! form: DraftForm! next: String answers: JSON! typed: JSON! step: String done: [String!]!
      applicants: [DraftApplicant!]! files: [DraftFile!]! savedAt: String! expiresAt: String!
    }
    "Schema, wizard and required documents as REST shows them."
    type DraftForm { schema: JSON! wizard: JSON! requiredDocuments: JSON! }
    type DraftApplicant { type: String! firstName: String! lastName: String! email: String! }
    "\`scan\`: pending, clean, infected, failed; null where there are no virus scanners."
    type DraftFile { id: ID! requirementKey: String! fileName: String! contentType: String! size: Int! scan: String }
    "A draft in the list of one's own; \`done\` of so many \`steps\` were left with Next."
    type DraftRow {
      id: ID! workspaceId: ID! templateId: ID! templateName: String! step: String done: Int! steps: Int!
      savedAt: String! expiresAt: String!
      "Is there a newer version of the template?"
      newer: Boolean!
    }
    "A template of which one may begin an application in a workspace."
    type OfferedTemplate { templateId: ID! version: Int! name: String! description: String! minutes: Int documents: [String!]! }
    extend type Query {
      "Your own drafts, the last saved first."
      drafts: [DraftRow!]!
      "One of your drafts with its form; null for the drafts of others."
      draft(id: ID!): Draft
      "The templates of which you may begin an application in this workspace."
      offeredTemplates(workspaceId: ID!): [OfferedTemplate!]!
    }`,
  fields: {
    'Query.drafts': inAnyWorkspace({ permission }),
    'Query.draft': ofSubject('draft', { permission, in: 'query' }),
    'Query.offeredTemplates': inWorkspace({ permission, at: { in: 'query', name: 'workspaceId' } }),
  },
} satisfies GraphqlSpec;

export function resolvers(drafts: Drafts): FieldResolvers {
  const list: FieldResolver = (_parent, _args, access) => drafts.list(access);
  const one: FieldResolver<{ id: string }> = (_parent, { id }, access) =>
    isAtWorkspace(access) ? drafts.get(access, id) : null;
  const offered: FieldResolver = (_parent, _args, access) => (isAtWorkspace(access) ? drafts.offered(access) : []);
  return { 'Query.drafts': list, 'Query.draft': one, 'Query.offeredTemplates': offered };
}
