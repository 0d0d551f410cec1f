import { isInOrganization } from '@dossier/sdk';
import type { Access, Contributions, UserId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Contacts } from './contract.ts';

interface Deps {
  readonly administration: Pick<AccessAdministration, 'mayKnow'>;
  readonly known: Contributions<Contacts>;
}

/**
 * May the actor know who this is? Actors know themselves, the people they work with in their organization, and those
 * who have made themselves known to them there.
 */
export const createMayKnow =
  ({ administration, known }: Deps) =>
  async (access: Access, user: UserId): Promise<boolean> => {
    if (user === access.actor.id) return true;
    if (!isInOrganization(access)) return false;
    if (await administration.mayKnow(access.organization, access.actor.id, user)) return true;
    for (const { value } of known.list(access)) if (await value.isKnown(access, user)) return true;
    return false;
  };
