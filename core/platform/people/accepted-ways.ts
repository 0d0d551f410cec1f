import { createMemory, Problem } from '@dossier/sdk';
import type {
  AccessChange,
  AccessControl,
  Contributions,
  Database,
  OrganizationId,
  SettingFault,
  SettingsSaving,
} from '@dossier/sdk';
import type { EntryPolicy } from '../access/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import { signIn } from './choices.ts';
import type { Choice, ChosenWays } from './choices.ts';
import { mayEnter, verifierOf } from './confined.ts';
import type { IdentityProvider } from './contract.ts';
import type { PeopleTables } from './entities.ts';

/**
 * The ways to sign in that organizations have chosen, held against what people came in by: also those who signed in on
 * the page of another organization, or before it was chosen. Personal tokens and API keys were issued inside and go on.
 */
export interface AcceptedWays extends EntryPolicy {
  /** Faults of a choice by which those who make it would shut themselves out. */
  lockedOut(change: SettingsSaving): Promise<readonly SettingFault[]>;
  /** Lets go of what is remembered of the organization that a change of access names, or of all. */
  forget(change?: AccessChange): void;
}

/** Milliseconds for which a choice is remembered; a change is heard of before. */
const KEPT = 1_000;

export function createAcceptedWays(o: {
  database: Pick<Database, 'read'>;
  providers: Contributions<IdentityProvider>;
  settings: (organization: OrganizationId) => Promise<ChosenWays>;
  choicesOf: (organization: OrganizationId) => Promise<readonly Choice[]>;
  tenancy: Pick<Tenancy, 'organization'>;
  control: Pick<AccessControl, 'signedInBy'>;
  now: () => number;
}): AcceptedWays {
  const memory = createMemory<ChosenWays>({ milliseconds: KEPT, capacity: 5_000, now: o.now });

  /** `nameOf` is what an issuer goes by there: its address, or the name under which its identities are stored. */
  const accepts = (
    { providers, verifiers = [] }: ChosenWays,
    organization: OrganizationId,
    issuer: string,
    nameOf: (provider: IdentityProvider) => string,
  ): boolean => {
    if (!mayEnter(issuer, organization)) return false;
    const own = verifierOf(issuer);
    if (own !== null) return own === 'provider' || verifiers.includes(own.verifier);
    if (providers === undefined) return true;
    const accepted = o.providers.list(signIn).filter(({ id }) => providers.includes(id));
    if (accepted.some(({ value }) => nameOf(value) === issuer)) return true;
    // While the plugin of one that is chosen cannot serve, nobody knows whom it proves: `plugin-not-ready` is thrown.
    for (const id of providers) o.providers.get(signIn, id);
    return false;
  };
  const byAddress = (provider: IdentityProvider): string => provider.issuer();
  const byStoredName = (provider: IdentityProvider): string => provider.storedAs ?? provider.issuer();

  return {
    async refusal(organization, signedInBy) {
      const chosen = await memory.get(organization, () => o.settings(organization));
      if (accepts(chosen, organization, signedInBy, byAddress)) return null;
      const [ways, found] = await Promise.all([o.choicesOf(organization), o.tenancy.organization(organization)]);
      const titles = ways.map(({ title }) => `"${title}"`).join(', ') || 'none that works at the moment';
      return new Problem(403, 'sign-in-not-accepted', 'Sign in another way', {
        detail: `${found?.name ?? 'This organization'} does not accept the way in which you signed in. It accepts: ${titles}. Sign out, open /p/${found?.slug ?? ''}/orgs and sign in by one of these.`,
      });
    },

    async lockedOut({ access, after }) {
      if (access.actor.kind === 'system') return [];
      const chosen: ChosenWays = after ?? {};
      const way = o.control.signedInBy(access);
      const isIn = async (): Promise<boolean> => {
        if (way !== undefined) return accepts(chosen, access.organization, way, byAddress);
        if (chosen.providers === undefined) return true;
        // A token says nothing of how its person signs in: one of their identities has to be left.
        const identities = await o.database.read(access, (tx) =>
          tx
            .sql<PeopleTables>()
            .selectFrom('user_identity')
            .select('issuer')
            .where('userId', '=', access.actor.id)
            .execute(),
        );
        return identities.some(({ issuer }) => accepts(chosen, access.organization, issuer, byStoredName));
      };
      if (await isIn()) return [];
      const own = way === undefined ? null : verifierOf(way);
      return [
        {
          pointer: own !== null && own !== 'provider' ? '/verifiers' : '/providers',
          detail:
            'leaves out the way in which you sign in yourself, so that you would be shut out; name it too, or sign in by one of the others first',
        },
      ];
    },

    forget: (change) =>
      memory.forget((_, organization) => change === undefined || organization === change.organization),
  };
}
