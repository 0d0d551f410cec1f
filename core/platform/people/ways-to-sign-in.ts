import type { OrganizationAccess, OrganizationSettings, SettingValues } from '@dossier/sdk';
import type { WaysToSignIn } from './contract.ts';

/** Plugin whose settings name the ways. */
const PLUGIN = 'people';

export function createWaysToSignIn(settings: Pick<OrganizationSettings, 'of' | 'change'>): WaysToSignIn {
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
    add: (access, verifier) => change(access, (named) => [...new Set([...named, verifier])]),
    remove: (access, verifier) => change(access, (named) => named.filter((one) => one !== verifier)),
  };
}

const verifiersIn = ({ verifiers }: SettingValues): readonly string[] =>
  Array.isArray(verifiers) ? verifiers.filter((one) => typeof one === 'string') : [];
