import { inWorkspace, Problem } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { patentsFeature, searchPatents } from './contract.ts';
import type { Overview } from './credits/overview.ts';
import type { Library } from './library/library.ts';
import { savedGraphql, savedResolvers } from './saved/graphql.ts';
import type { Saving } from './saved/saved.ts';
import type { History } from './searching/history.ts';

const gate = inWorkspace({
  feature: patentsFeature,
  permission: searchPatents,
  at: { in: 'query', name: 'workspaceId' },
});

/** What is read by REST, by the same names; nothing of it asks the office. */
const own = {
  sdl: `
    type PatentCredits {
      left: Int! quota: Int! used: Int!
      "For calls that are on their way."
      reserved: Int!
      "When the quota is there again."
      until: String!
      isLow: Boolean! maySeeEntries: Boolean!
    }
    type PatentLine {
      "Country, number and kind: EP1000000A1."
      number: String!
      spoken: String! title: String titleLanguage: String applicants: [String!]!
      "Of the publication: YYYY-MM-DD"
      date: String
      classes: [String!]! family: String
    }
    type PatentPartState {
      part: String!
      "there, partial, none or not-asked."
      state: String!
      at: String
      "What it costs to ask now."
      credits: Int!
    }
    type PatentWording { lang: String! text: String! }
    type PatentPriority { number: String! date: String }
    type PatentClass { symbol: String! isAdditional: Boolean! }
    type PatentCited {
      number: String spoken: String! name: String date: String by: String categories: [String!]!
    }
    type PatentBiblio {
      titles: [PatentWording!]! abstracts: [PatentWording!]! applicants: [String!]! inventors: [String!]!
      filedOn: String application: String priorities: [PatentPriority!]! classes: [PatentClass!]!
      cited: [PatentCited!]! literature: [String!]!
    }
    type PatentClaim { number: Int! text: String! dependsOn: [Int!]! depth: Int! }
    type PatentClaims { lang: String! isPartial: Boolean! claims: [PatentClaim!]! }
    type PatentParagraph { number: String isHeading: Boolean! text: String! }
    type PatentDescription { lang: String! paragraphs: [PatentParagraph!]! }
    type PatentRelative { number: String! spoken: String! date: String isSimple: Boolean! hasText: Boolean! }
    type PatentLegalEvent {
      number: String! code: String text: String
      "+ for who holds it, - against them; null where it is neither."
      impact: String
      date: String country: String
    }
    type PatentCiting { total: Int! lines: [PatentLine!]! }
    type PatentLinks { espacenet: String! register: String }
    type PatentName { number: String! spoken: String! }
    type PatentSavedTo { applicationId: ID! title: String! tag: String! by: String! at: String! }
    type Patent {
      patent: PatentLine!
      "Where the number came without its kind, and several publications have it."
      publications: [PatentLine!]!
      parts: [PatentPartState!]!
      "Null like every other part: of what nobody has asked for yet, and of what the office does not have."
      biblio: PatentBiblio
      claims: [PatentClaims!] description: [PatentDescription!] family: [PatentRelative!] legal: [PatentLegalEvent!]
      citing: PatentCiting pages: Int
      "Another publication of the family whose office gives texts, where this one gives none."
      textAt: PatentName
      links: PatentLinks! savedTo: [PatentSavedTo!]! citation: String!
    }
    type PatentSearch { id: ID! cql: String! total: Int! at: String! }
    extend type Query {
      patentCredits(workspaceId: ID!): PatentCredits!
      "A patent as it is kept here, by its number in any usual spelling; reading it costs nothing."
      patent(workspaceId: ID!, number: String! = ""): Patent
      "The viewer's last 50 searches, the newest first."
      patentSearches(workspaceId: ID!): [PatentSearch!]!
    }`,
  fields: { 'Query.patentCredits': gate, 'Query.patent': gate, 'Query.patentSearches': gate },
} satisfies GraphqlSpec;

export const graphql: GraphqlSpec = {
  sdl: `${own.sdl}\n${savedGraphql.sdl}`,
  fields: { ...own.fields, ...savedGraphql.fields },
};

interface Reads {
  readonly overview: Overview;
  readonly library: Pick<Library, 'record'>;
  readonly history: Pick<History, 'list'>;
  readonly saving: Pick<Saving, 'list'>;
}

export function resolvers({ overview, library, history, saving }: Reads): FieldResolvers {
  const patent: FieldResolver<{ number: string }> = async (_parent, { number }, access) => {
    try {
      return await library.record(access, number.slice(0, 60));
    } catch (error) {
      // What is no number is no patent.
      if (Problem.is(error) && error.status === 404) return null;
      throw error;
    }
  };
  return {
    'Query.patentCredits': (_parent, _args, access) => overview(access),
    'Query.patent': patent,
    'Query.patentSearches': (_parent, _args, access) => history.list(access),
    ...savedResolvers(saving),
  };
}
