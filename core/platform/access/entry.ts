import { actingAs } from '@dossier/sdk';
import type { Contributions, GrantSource, Identity, OrganizationId } from '@dossier/sdk';
import type { EntryPolicy } from './contract.ts';

const system = actingAs({ kind: 'system', id: 'access', name: 'Access' }, null);

/**
 * The same source, which first asks whether the person may come into the organization by the way in which they signed
 * in. Every Access of an organization is made from it, so there is no way around. Throws 503 while a policy cannot
 * answer. Keys, and what runs for a person who is away, have signed in by no way.
 */
export function withEntryPolicies(source: GrantSource, policies: Contributions<EntryPolicy>): GrantSource {
  const entered = async (identity: Identity, organization: OrganizationId): Promise<void> => {
    const { signedInBy } = identity;
    if (signedInBy === undefined) return;
    for (const id of policies.ids()) {
      const refusal = await policies.demand(system, id).refusal(organization, signedInBy);
      if (refusal) throw refusal;
    }
  };
  return {
    async organization(identity, organization) {
      await entered(identity, organization);
      return source.organization(identity, organization);
    },
    async team(identity, organization, team) {
      await entered(identity, organization);
      return source.team(identity, organization, team);
    },
    async workspace(identity, organization, workspace) {
      await entered(identity, organization);
      return source.workspace(identity, organization, workspace);
    },
    async workspaces(identity, organization) {
      await entered(identity, organization);
      return source.workspaces(identity, organization);
    },
    features: (organization, workspace) => source.features(organization, workspace),
  };
}
