import { inOrganization, isInOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import type { PhraseUse } from './contract.ts';
import type { Phrases } from './phrases.ts';

/** What is read by REST, by the same names. */
export const graphql = {
  sdl: `
    "For what a text is used."
    enum PhraseUse { rejection correction document }
    "A text for reasons."
    type Phrase { id: ID! use: PhraseUse! title: String! text: String! position: Int! version: Int! }
    extend type Query {
      "Texts for reasons of the active organization, by their place; for staff."
      phrases(use: PhraseUse): [Phrase!]!
    }`,
  fields: { 'Query.phrases': inOrganization() },
} satisfies GraphqlSpec;

export function resolvers(phrases: Phrases): FieldResolvers {
  const list: FieldResolver<{ use?: PhraseUse | null }> = (_parent, { use }, access) =>
    isInOrganization(access) ? phrases.list(access, use ?? undefined) : [];
  return { 'Query.phrases': list };
}
