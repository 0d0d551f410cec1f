import { ofSubject } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { readApplications, readOwnApplications } from '../applications/contract.ts';
import { correctionsFeature } from './contract.ts';
import type { Reading } from './reading.ts';

const reads = { feature: correctionsFeature, anyOf: [readApplications, readOwnApplications], in: 'query' } as const;

export const graphql = {
  sdl: `
    type CorrectionFile { id: ID! fileName: String! }
    type CorrectionItem {
      "field or document."
      kind: String!
      "Of the field in the answers, or of the required document."
      key: String!
      title: String!
      "What the client reads beside it."
      reason: String!
      "Of a document: what has come since it was asked for."
      files: [CorrectionFile!]!
    }
    "An answer before and after; null for none."
    type CorrectionChange { key: String! title: String! from: JSON to: JSON }
    type Correction {
      id: ID! applicationId: ID!
      "Counted from 1 in each application."
      number: Int!
      "open, sent, taken-back, or closed: decided or withdrawn before it was answered."
      state: String!
      message: String! by: Actor! askedAt: String! dueAt: String! endedAt: String
      items: [CorrectionItem!]!
      "What of the answers is another one than before, once it was answered."
      changes: [CorrectionChange!]!
      "Whether the viewer is the client who answers it now."
      mayAnswer: Boolean!
      "What the client has kept so far and not sent; empty for all others."
      answers: JSON! typed: JSON!
      version: Int!
    }
    extend type Query {
      "What the client of an application was asked to correct, round by round. \`wanted\`: languages of the titles."
      corrections(applicationId: ID!, wanted: [String!]): [Correction!]!
      correction(id: ID!): Correction
    }`,
  fields: {
    'Query.corrections': ofSubject('application', { ...reads, name: 'applicationId' }),
    'Query.correction': ofSubject('correction', reads),
  },
} satisfies GraphqlSpec;

export function resolvers(reading: Reading): FieldResolvers {
  const corrections: FieldResolver<{ applicationId: string; wanted?: readonly string[] | null }> = (
    _parent,
    { applicationId, wanted },
    access,
  ) => reading.list(access, applicationId, wanted ?? []);
  const correction: FieldResolver<{ id: string }> = (_parent, { id }, access) => reading.one(access, id);
  return { 'Query.corrections': corrections, 'Query.correction': correction };
}
