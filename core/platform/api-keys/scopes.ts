import type { Registry } from '@dossier/sdk';
import type { ApiKeyScope } from './contract.ts';

/** What a third party needs to submit applications and look after them. */
export const usualScopes = ['templates:read', 'applications:write', 'applications:read', 'documents:write'];

/** By name. */
export function keyScopes(registry: Registry): readonly ApiKeyScope[] {
  const opens = Map.groupBy(
    registry.permissions.filter(({ keyScope }) => keyScope !== null),
    ({ keyScope }) => keyScope ?? '',
  );
  return [...opens]
    .map(([scope, permissions]) => ({
      scope,
      opens: permissions.map(({ title }) => title).sort(),
      usual: usualScopes.includes(scope),
    }))
    .sort((a, b) => (a.scope < b.scope ? -1 : 1));
}
