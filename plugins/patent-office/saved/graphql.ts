import { ofSubject } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { patentsFeature } from '../contract.ts';
import type { Saving } from './saved.ts';

/** `PatentLine` is a type of the plugin's whole document. */
export const savedGraphql = {
  sdl: `
    type PatentSavedBy { id: ID! name: String! }
    type SavedPatent {
      patent: PatentLine!
      "What it is to the application, in a word or two."
      tag: String!
      reason: String! by: PatentSavedBy! at: String! version: Int!
    }
    extend type Query {
      "Patents that are saved to an application, the last one first."
      savedPatents(applicationId: ID!): [SavedPatent!]!
    }`,
  fields: {
    'Query.savedPatents': ofSubject('application', {
      feature: patentsFeature,
      permission: readApplications,
      in: 'query',
      name: 'applicationId',
    }),
  },
} satisfies GraphqlSpec;

export function savedResolvers(saving: Pick<Saving, 'list'>): FieldResolvers {
  const savedPatents: FieldResolver<{ applicationId: string }> = (_parent, { applicationId }, access) =>
    saving.list(access, applicationId);
  return { 'Query.savedPatents': savedPatents };
}
