import { isInOrganization } from '@dossier/sdk';
import type { Access, Contributions, UserId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Contacts } from './contract.ts';

interface Deps {
  readonly administration: Pick<AccessAdministration, 'mayKnow'>;
  readonly known: Contributions<Contacts>;
}

/**
 * May the actor know who this is? Himself; whom he works with in his organization; and who has made himself known to
 * him there.
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
