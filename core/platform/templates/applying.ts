/** Whether clients may apply where they are offered a template, and what is in the way where they may not. */
import type { OrganizationId } from '@dossier/sdk';
import type { AccessAdministration, RoleAtWork } from '../access/contract.ts';
import { createApplications, readApplications, readOwnApplications } from '../applications/contract.ts';
import type { Offer } from './offers.ts';

/**
 * `nobody`: no role of a team leads into the workspace. `no-client-role`: roles do, and none is one of clients.
 * `no-right`: roles of clients may not create applications.
 */
export const hindrances = ['nobody', 'no-client-role', 'no-right'] as const;

export interface Applying {
  /** Null where nothing is in the way. */
  readonly hindrance: (typeof hindrances)[number] | null;
  /** Roles of clients that lack the right to create applications, and are to be given it. */
  readonly lacking: readonly RoleAtWork[];
}

/** Offers, each with whether its clients may apply. */
export async function withApplying(
  administration: Pick<AccessAdministration, 'rolesIn'>,
  organization: OrganizationId,
  offers: readonly Offer[],
): Promise<readonly (Offer & { readonly applying: Applying })[]> {
  const roles = await administration.rolesIn(
    organization,
    offers.map(({ clientWorkspace }) => clientWorkspace.id),
    [createApplications, readOwnApplications, readApplications],
  );
  return offers.map((offer) => ({ ...offer, applying: applyingBy(roles.get(offer.clientWorkspace.id) ?? []) }));
}

/**
 * The two rights to read tell clients from staff: a role of clients reads its own applications, and not all of them.
 * An administrator who looks after the workspace is given nothing, and does not hide by a right of their own that
 * clients have none. Roles of one team differ on purpose, so a team lacks it when none of them may.
 */
function applyingBy(roles: readonly RoleAtWork[]): Applying {
  if (roles.length === 0) return { hindrance: 'nobody', lacking: [] };
  const ofClients = roles.filter(
    ({ holds }) => holds.includes(readOwnApplications.id) && !holds.includes(readApplications.id),
  );
  if (ofClients.length === 0) return { hindrance: 'no-client-role', lacking: [] };
  const lacking = [...Map.groupBy(ofClients, ({ teamId }) => teamId).values()]
    .filter((team) => !team.some(({ holds }) => holds.includes(createApplications.id)))
    .flat();
  return { hindrance: lacking.length > 0 ? 'no-right' : null, lacking };
}
