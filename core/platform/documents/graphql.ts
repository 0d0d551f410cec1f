import { inOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { documentTypes } from '../files/contract.ts';
import type { People } from '../people/contract.ts';
import { fileLimit } from './contract.ts';
import type { Document } from './contract.ts';

/** Documents are part of an application that was loaded behind its own gate. */
export const graphql = {
  sdl: `
    type ApplicationDocument {
      id: ID! applicationId: ID! fileName: String! contentType: String! size: Int! reviewStatus: String! requirementKey: String
      "The document that it was sent in the place of."
      replaces: ID
      "How its file stands with virus scanners: pending, clean, infected, failed; null where there are none."
      scan: String
      "staff, or client for both. Clients are shown theirs only."
      audience: String!
      "Whether this reader can show it to the client, or keep it from the client again."
      mayChangeAudience: Boolean!
      reason: String
      "Who of the staff reviewed it; null for clients."
      reviewer: Actor
      reviewedBy: ID reviewedAt: String uploadedBy: Actor! createdAt: String!
    }
    "What is taken as a document: bytes of the largest file, and media types."
    type DocumentRules { largest: Int! types: [String!]! }
    extend type Application { documents: [ApplicationDocument!]! }
    extend type Query { documentRules: DocumentRules! }`,
  fields: { 'Query.documentRules': inOrganization(), 'ApplicationDocument.reviewer': 'inherit' },
} satisfies GraphqlSpec;

export function resolvers(people: Pick<People, 'users'>): FieldResolvers {
  const reviewer: FieldResolver<Record<string, never>, Document> = async ({ reviewedBy }) => {
    if (reviewedBy === null) return null;
    const user = (await people.users([reviewedBy])).get(reviewedBy);
    return user ? { kind: 'user', id: reviewedBy, name: user.name } : null;
  };
  return {
    'ApplicationDocument.reviewer': reviewer,
    'Query.documentRules': () => ({ largest: fileLimit, types: documentTypes }),
  };
}
