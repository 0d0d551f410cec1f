/** Whether clients may apply where they are offered a template, and what is in the way where they may not. */
import type { OrganizationAccess } from '@dossier/sdk';
import { manageAccess } from '../access/contract.ts';
import type { AccessAdministration, RoleAtWork } from '../access/contract.ts';
import { createApplications, readApplications, readOwnApplications } from '../applications/contract.ts';
import type { People } from '../people/contract.ts';
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
  /** Names of some who may give it; none for who may give it themselves. */
  readonly givers: readonly string[];
}

interface Deps {
  readonly administration: Pick<AccessAdministration, 'rolesIn' | 'holders' | 'mayKnow'>;
  readonly people: Pick<People, 'users'>;
}

/** How many are looked at for their names. */
const mostGivers = 5;

/** Adds to offers whether clients may apply there. */
export const createApplying = ({ administration, people }: Deps) => {
  /** Those whom the actor may know. */
  const giversFor = async ({ organization, actor }: OrganizationAccess): Promise<readonly string[]> => {
    const holders = (await administration.holders(organization, null, manageAccess)).slice(0, mostGivers);
    const known = await Promise.all(holders.map((id) => administration.mayKnow(organization, actor.id, id)));
    return [...(await people.users(holders.filter((_, i) => known[i]))).values()].map(({ name }) => name);
  };

  return async (
    access: OrganizationAccess,
    offers: readonly Offer[],
  ): Promise<readonly (Offer & { readonly applying: Applying })[]> => {
    const roles = await administration.rolesIn(
      access.organization,
      offers.map(({ clientWorkspace }) => clientWorkspace.id),
      [createApplications, readOwnApplications, readApplications],
    );
    const found = offers.map((offer) => ({ ...offer, ...hindered(roles.get(offer.clientWorkspace.id) ?? []) }));
    const asks = found.some(isOfRights) && !access.can(manageAccess);
    const givers = asks ? await giversFor(access) : [];
    return found.map(({ hindrance, lacking, ...offer }) => ({
      ...offer,
      applying: { hindrance, lacking, givers: isOfRights({ hindrance }) ? givers : [] },
    }));
  };
};

const isOfRights = ({ hindrance }: Pick<Applying, 'hindrance'>): boolean =>
  hindrance === 'no-client-role' || hindrance === 'no-right';

/**
 * The two rights to read tell clients from staff: a role of clients reads its own applications, and not all of them.
 * Who else is in the workspace, an administrator who looks after it, is given nothing, and does not hide by their own
 * right that clients have none. Roles of one team differ on purpose, so a team lacks it when none of them may.
 */
function hindered(roles: readonly RoleAtWork[]): Pick<Applying, 'hindrance' | 'lacking'> {
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
