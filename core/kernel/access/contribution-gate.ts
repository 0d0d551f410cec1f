/** The gate of a contribution, a delivery or a web element: who passes, and what the others hear. */
import { forbidden } from '@dossier/sdk';
import type { Access, ContributionGate, Feature, Permission, Problem } from '@dossier/sdk';
import { featureOff, permissionMissing } from './access.ts';

/**
 * What an Access must have for this gate: the first of these that is missing decides the answer. Features before
 * permissions, so that what is switched off never looks forbidden.
 */
function missing(gate: ContributionGate, access: Access): Feature | Permission | 'membership' | undefined {
  // The system works for the whole installation too: sign-in reads the identity providers before anybody is a member of
  // anything.
  if ('open' in gate)
    return access.actor.kind !== 'system' && (access.organization === null || access.actor.kind === 'anonymous')
      ? 'membership'
      : undefined;
  const { feature, permission, anyOf } = gate;
  const lacks =
    permission && !access.can(permission)
      ? permission
      : anyOf?.some((one) => access.can(one)) === false
        ? anyOf[0]
        : undefined;
  return [feature, permission?.feature, lacks?.feature].find((one) => one && !access.has(one)) ?? lacks;
}

export const passes = (gate: ContributionGate, access: Access): boolean => missing(gate, access) === undefined;

/** Undefined for who passes. */
export function refusalOf(gate: ContributionGate, access: Access): Problem | undefined {
  const lacks = missing(gate, access);
  if (lacks === undefined) return undefined;
  if (lacks === 'membership')
    return forbidden('This is for members of the organization. Sign in, and choose the organization.');
  return lacks.kind === 'permission' ? permissionMissing(lacks) : featureOff(lacks);
}
