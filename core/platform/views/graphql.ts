import { inWorkspace } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec, WorkspaceAccess } from '@dossier/sdk';
import { readApplications } from '../applications/contract.ts';
import { manageViews } from './contract.ts';
import type { Views } from './views.ts';

const gate = inWorkspace({ permission: readApplications, at: { in: 'query', name: 'workspaceId' } });

/** What is read by REST, by the same names. */
export const graphql = {
  sdl: `
    "A column as it is shown: of an answer with the name of its template and the schema of its field."
    type ViewColumn { id: ID! title: String! template: String schema: JSON }
    type ViewAuthor { id: ID! name: String! }
    "A view of the queue that somebody kept. It holds what works now; what is no more is named in \`missing\`."
    type SavedView {
      id: ID! workspaceId: ID! name: String! shared: Boolean! query: JSON! columns: [String!]! group: String
      shown: [ViewColumn!]! roles: [String!]! missing: [String!]!
      author: ViewAuthor
      begins: Boolean! own: Boolean! mayChange: Boolean! position: Int! version: Int!
    }
    type ViewCount { id: ID! count: Int! }
    extend type Query {
      "The viewer's own views of the queue by their place, and behind them those that are shared."
      savedViews(workspaceId: ID!): [SavedView!]!
      "How many applications these views find, counted up to 100: of the first 50."
      savedViewCounts(workspaceId: ID!): [ViewCount!]!
      "These columns with their titles, without those that are no more; all that can be shown unless some are named."
      viewColumns(workspaceId: ID!, columns: [String!]): [ViewColumn!]!
      "Names of the roles that may begin with a view; none for who does not manage views."
      viewRoles(workspaceId: ID!): [String!]!
    }`,
  fields: {
    'Query.savedViews': gate,
    'Query.savedViewCounts': gate,
    'Query.viewColumns': gate,
    'Query.viewRoles': gate,
  },
} satisfies GraphqlSpec;

export function resolvers(views: Views): FieldResolvers {
  const columns: FieldResolver<{ columns?: readonly string[] | null }> = (
    _parent,
    { columns: ids },
    access: WorkspaceAccess,
  ) => views.columns(access, ids ?? undefined);
  return {
    'Query.savedViews': (_parent, _args, access) => views.list(access),
    'Query.savedViewCounts': (_parent, _args, access) => views.counts(access),
    'Query.viewColumns': columns,
    'Query.viewRoles': (_parent, _args, access) => (access.can(manageViews) ? views.roles(access) : []),
  };
}
