import { inOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { manageTemplates } from '../templates/contract.ts';
import { first, simulationReply } from './routes.ts';
import type { Simulations } from './simulations.ts';

export const graphql = {
  sdl: `
    "So many applications ended in one way then, and would end in another with the draft."
    type SimulationGroup { from: String! to: String! count: Int! }
    type SimulationNotTried { reason: String! count: Int! }
    type SimulatedCase { applicationId: ID! number: String! applicantName: String! then: String! now: String! reasons: [String!]! }
    "A trial of the draft of a template with past applications. \`tried\` is how many of \`total\` it has looked at."
    type Simulation {
      id: ID! templateId: ID! workspaceId: ID! state: String! total: Int! tried: Int! same: Int! different: Int!
      notTried: [SimulationNotTried!]! groups: [SimulationGroup!]! cases: [SimulatedCase!]!
      reason: String startedAt: String endedAt: String
    }
    extend type Query {
      "A trial of one's own."
      simulation(id: ID!): Simulation
    }`,
  fields: { 'Query.simulation': inOrganization({ permission: manageTemplates }) },
} satisfies GraphqlSpec;

export function resolvers(simulations: Simulations): FieldResolvers {
  const simulation: FieldResolver<{ id: string }> = async (_parent, { id }, access) =>
    simulationReply(await simulations.get(access, id), await simulations.cases(access, id, first));
  return { 'Query.simulation': simulation };
}
