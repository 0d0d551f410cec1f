/** Whom somebody may write to: active people of the staff with whom they work, and never clients. */
import { areFound, compareNames } from '@dossier/sdk';
import type { OrganizationAccess, UserId } from '@dossier/sdk';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import type { People } from '@dossier/core/platform/people/contract';
import { manageOrganization } from '@dossier/core/platform/tenancy/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { caseFor, nothing } from './cases.ts';
import type { About } from './cases.ts';
import type { Colleague } from './contract.ts';
import type { Reaching, Reader } from './reach.ts';

/** People of a list at most. */
const LISTED = 50;

export interface Colleagues {
  /** Those of these people to whom a reader may write about this; it is one of the reader's. Not the reader. */
  among(reader: Reader, about: About, people: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /**
   * By name, 50 at most; those whose names have words that begin so. About an application only those who read it, and
   * nobody about one that the reader does not read.
   */
  list(
    access: OrganizationAccess,
    o: { readonly search: string; readonly applicationId: string | null },
  ): Promise<readonly Colleague[]>;
}

interface Deps {
  readonly reach: Reaching;
  readonly people: Pick<People, 'users'>;
  readonly tenancy: Pick<Tenancy, 'workspaces'>;
  readonly cards: Cards;
}

export function createColleagues({ reach, people, tenancy, cards }: Deps): Colleagues {
  /** Who runs the organization knows everybody of it, others those with whom they share a workspace. */
  const known = async ({ access, userId, places }: Reader): Promise<readonly UserId[]> => {
    const where = access.can(manageOrganization)
      ? (await tenancy.workspaces(access.organization)).map(({ id }) => id)
      : places.map(({ workspace }) => workspace);
    return [...(await reach.users(access.organization, where))].filter((id) => id !== userId);
  };
  const reading = async (reader: Reader, about: About, some: readonly UserId[]): Promise<readonly UserId[]> =>
    about.applicationId === null ? some : reach.mayRead(reader.access.organization, about, some);

  return {
    async among(reader, about, some) {
      const all = new Set(await known(reader));
      return new Set(
        await reading(
          reader,
          about,
          some.filter((id) => all.has(id)),
        ),
      );
    },

    async list(access, { search, applicationId }) {
      const reader = await reach.of(access);
      const about = applicationId === null ? nothing : await caseFor(cards, reader, applicationId);
      if (!about) return [];
      const users = await people.users([...(await reading(reader, about, await known(reader)))]);
      return [...users.values()]
        .filter(({ name }) => areFound([name], search))
        .map(({ id, name }) => ({ id, name }))
        .toSorted((one, other) => compareNames(one.name, other.name))
        .slice(0, LISTED);
    },
  };
}
