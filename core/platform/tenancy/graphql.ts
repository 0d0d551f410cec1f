import { inOrganization, isInOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import type { Contact } from './contact.ts';
import { createOrganizations } from './contract.ts';

export const graphql = {
  sdl: `
    "How clients reach the organization outside its pages: what it has not told is null."
    type ClientContact {
      email: String
      "As people write it: digits, spaces, + ( ) - and /."
      telephone: String
      "One line of when somebody answers."
      hours: String
    }
    extend type Query {
      "May the viewer create an organization (POST /api/v1/organizations)? So that a page offers no way that is closed."
      mayCreateOrganizations: Boolean!
      "How clients reach the active organization (GET /api/v1/organization/contact)."
      clientContact: ClientContact
    }`,
  fields: {
    'Query.mayCreateOrganizations': { scope: 'installation' },
    'Query.clientContact': inOrganization(),
  },
} satisfies GraphqlSpec;

export function resolvers({
  openToPeople,
  contact,
}: {
  openToPeople: boolean;
  contact: Pick<Contact, 'of'>;
}): FieldResolvers {
  const mayCreateOrganizations: FieldResolver = (_parent, _args, access) =>
    openToPeople || access.can(createOrganizations);
  const clientContact: FieldResolver = (_parent, _args, access) =>
    isInOrganization(access) ? contact.of(access) : null;
  return { 'Query.mayCreateOrganizations': mayCreateOrganizations, 'Query.clientContact': clientContact };
}
