import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { createOrganizations } from './contract.ts';

export const graphql = {
  sdl: `
    extend type Query {
      "May the viewer create an organization (POST /api/v1/organizations)? So that a page offers no way that is closed."
      mayCreateOrganizations: Boolean!
    }`,
  fields: { 'Query.mayCreateOrganizations': { scope: 'installation' } },
} satisfies GraphqlSpec;

export function resolvers({ openToPeople }: { openToPeople: boolean }): FieldResolvers {
  const mayCreateOrganizations: FieldResolver = (_parent, _args, access) =>
    openToPeople || access.can(createOrganizations);
  return { 'Query.mayCreateOrganizations': mayCreateOrganizations };
}
