import { conflict } from '@dossier/sdk';
import type { AccessControl, OrganizationAccess, OrganizationSettings, SettingValues } from '@dossier/sdk';
import { verifierOf } from './confined.ts';
import type { WaysToSignIn } from './contract.ts';

/** Plugin whose settings name the ways. */
const PLUGIN = 'people';

export function createWaysToSignIn({
  settings,
  control,
}: {
  readonly settings: Pick<OrganizationSettings, 'of' | 'change'>;
  readonly control: Pick<AccessControl, 'signedInBy'>;
}): WaysToSignIn {
  const change = async (
    access: OrganizationAccess,
    next: (named: readonly string[]) => readonly string[],
  ): Promise<void> => {
    const { values, version } = await settings.of(access, PLUGIN);
    const named = verifiersIn(values);
    const verifiers = next(named);
    if (verifiers.length !== named.length) await settings.change(access, PLUGIN, { verifiers }, version);
  };
  return {
    name: (access, verifier) => change(access, (named) => [...new Set([...named, verifier])]),
    async takeOut(access, verifier) {
      const own = verifierOf(control.signedInBy(access) ?? '');
      if (own !== null && own !== 'provider' && own.verifier === verifier)
        throw conflict(
          'own-way-to-sign-in',
          'You signed in by it yourself, and would be shut out. Sign in another way first, then do this.',
        );
      await change(access, (named) => named.filter((one) => one !== verifier));
    },
  };
}

const verifiersIn = ({ verifiers }: SettingValues): readonly string[] =>
  Array.isArray(verifiers) ? verifiers.filter((one) => typeof one === 'string') : [];
