import type { Registry } from '@dossier/sdk';

/** Something that keys may be allowed, as the permissions of the installed modules name it. */
export interface KeyScope {
  readonly scope: string;
  /** Titles of the permissions that it opens. */
  readonly opens: readonly string[];
  /** A key gets it when none are named. */
  readonly usual: boolean;
}

/** What a third party needs to submit applications and look after them. */
export const usualScopes = ['templates:read', 'applications:write', 'applications:read', 'documents:write'];

/** By name. */
export function keyScopes(registry: Registry): readonly KeyScope[] {
  const opens = Map.groupBy(registry.permissions.filter(({ keyScope }) => keyScope !== null), ({ keyScope }) => keyScope ?? '');
  return [...opens].map(([scope, permissions]) => ({ scope, opens: permissions.map(({ title }) => title).sort(), usual: usualScopes.includes(scope) })).sort((a, b) => (a.scope < b.scope ? -1 : 1));
}
