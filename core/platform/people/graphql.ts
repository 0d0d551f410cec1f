import type { Access, FieldResolvers, GraphqlSpec, OrganizationId, UserId, WorkspaceId } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import type { Preferences } from './preferences.ts';
import { shown } from './routes.ts';
import type { Users } from './users.ts';

export const graphql: GraphqlSpec = {
  sdl: `
    extend type Query {
      "The signed-in person and where they can work."
      viewer: Viewer
    }
    type Viewer {
      user: User!
      "The organization that the session or token works in."
      organization: Organization
      organizations: [Organization!]!
      "Workspaces of the active organization where the person is a member."
      workspaces: [Workspace!]!
      "With a session cookie, changes need the header x-dossier-csrf: 1."
      csrf: Boolean
      "In which language, time zone and currency the person reads; null where those of the organization count."
      preferences: Preferences!
    }
    type User { id: ID! authProviderUserId: String! role: String! userType: String! name: String! email: String! }
    type Preferences { language: String timeZone: String currency: String }
    type Organization { id: ID! slug: String! name: String! type: String! logo: String accent: String language: String! timeZone: String! currency: String! }
    type Workspace { id: ID! name: String! type: String! }
  `,
  fields: { 'Query.viewer': { scope: 'installation' } },
};

/** Members are functions, so that a list is read from the database only when the query asks for it. */
export function resolvers(o: {
  users: Users;
  preferences: (user: UserId) => Promise<Preferences>;
  tenancy: Tenancy;
  organizationsOf: (user: UserId) => Promise<readonly OrganizationId[]>;
  workspacesOf: (organization: OrganizationId, user: UserId) => Promise<readonly WorkspaceId[]>;
}): FieldResolvers {
  const own = async (user: UserId) => o.tenancy.organizations(await o.organizationsOf(user));
  return {
    'Query.viewer': async (_parent: unknown, _args: unknown, access: Access) => {
      const user = await o.users.user(access.actor.id);
      return (
        user && {
          user: shown(user),
          organizations: () => own(user.id),
          organization: async () => (await own(user.id)).find(({ id }) => id === access.organization) ?? null,
          async workspaces() {
            if (access.organization === null) return [];
            const mine = await o.workspacesOf(access.organization, user.id);
            return (await o.tenancy.workspaces(access.organization)).filter(({ id }) => mine.includes(id));
          },
          preferences: () => o.preferences(user.id),
          csrf: true,
        }
      );
    },
  };
}
