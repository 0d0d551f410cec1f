import { inOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import type { PeopleOfOrganization } from './people.ts';

export const graphql = {
  sdl: `
    extend type Query {
      "Ids of the permissions that the viewer holds in the active organization: in all of it, or in one of its teams at least. What a page needs to know to offer no way that is closed."
      heldPermissions: [String!]!
    }`,
  fields: { 'Query.heldPermissions': inOrganization() },
} satisfies GraphqlSpec;

export function resolvers(people: PeopleOfOrganization): FieldResolvers {
  const heldPermissions: FieldResolver = (_parent, _args, access) => people.held(access);
  return { 'Query.heldPermissions': heldPermissions };
}
