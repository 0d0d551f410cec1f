import { inOrganization } from '@dossier/sdk';
import type {
  Access,
  FieldResolver,
  FieldResolvers,
  GraphqlSpec,
  OrganizationId,
  UserId,
  WorkspaceId,
} from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { Preferences } from './preferences.ts';
import { shown } from './routes.ts';
import type { Standings } from './standing.ts';
import type { Users } from './users.ts';

export const graphql: GraphqlSpec = {
  sdl: `
    extend type Query {
      "The signed-in person and where they can work."
      viewer: Viewer
      "How a person of the organization stands, for who runs it: when they were here, where they are signed in, what they work on."
      personStanding(userId: ID!): PersonStanding!
    }
    type PersonStanding { lastSignInAt: String lastSeenAt: String sessions: Int! work: [PersonWork!]! }
    "How much of something a person works on, what it is called, and what becomes of it when they are suspended."
    type PersonWork { count: Int! title: String! leaving: String! }
    type Viewer {
      user: User!
      "The organization that the session or token works in."
      organization: Organization
      organizations: [Organization!]!
      "Workspaces of the active organization where the person is a member."
      workspaces: [Workspace!]!
      "With a session cookie, changes need the header x-dossier-csrf: 1."
      csrf: Boolean
      "In which language and time zone the person reads; null where those of the organization count. The theme is null where that of the device counts."
      preferences: Preferences!
    }
    type User { id: ID! authProviderUserId: String! role: String! userType: String! name: String! email: String! }
    type Preferences { language: String timeZone: String theme: String putAside: [String!]! }
    type Organization { id: ID! slug: String! name: String! type: String! logo: String accent: String language: String! timeZone: String! currency: String! }
    type Workspace { id: ID! name: String! type: String! }
  `,
  fields: {
    'Query.viewer': { scope: 'installation' },
    'Query.personStanding': inOrganization({ permission: manageOrganization }),
  },
};

/** Members are functions, so that a list is read from the database only when the query asks for it. */
export function resolvers(o: {
  users: Users;
  preferences: (user: UserId) => Promise<Preferences>;
  tenancy: Tenancy;
  organizationsOf: (user: UserId) => Promise<readonly OrganizationId[]>;
  workspacesOf: (organization: OrganizationId, user: UserId) => Promise<readonly WorkspaceId[]>;
  standings: Pick<Standings, 'of'>;
}): FieldResolvers {
  const own = async (user: UserId) => o.tenancy.organizations(await o.organizationsOf(user));
  const personStanding: FieldResolver<{ userId: string }> = (_parent, { userId }, access) =>
    o.standings.of(access, userId);
  return {
    'Query.personStanding': personStanding,
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
