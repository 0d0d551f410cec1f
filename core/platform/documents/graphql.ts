import type { GraphqlSpec } from '@dossier/sdk';

/** Documents are part of an application that was loaded behind its own gate, so no field needs a resolver. */
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
      reviewedBy: ID reviewedAt: String uploadedBy: Actor! createdAt: String!
    }
    extend type Application { documents: [ApplicationDocument!]! }`,
  fields: {},
} satisfies GraphqlSpec;
