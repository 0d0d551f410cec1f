import { words } from '@dossier/sdk/web/ui/format';
import { compareNames } from '@dossier/sdk/web/ui/names';
import type { Actor, AuditType } from './types.ts';

const areas: Readonly<Record<string, string>> = {
  'api-keys': 'API keys',
  core: 'Platform',
  kernel: 'Platform',
  tenancy: 'Organization',
};

/** The part of the platform that has entries of a type. */
const areaOf = ({ type }: AuditType): string => {
  const plugin = type.split('/')[0] ?? '';
  return areas[plugin] ?? words(plugin);
};

/** Types by the part of the platform that they are of, both by name. */
export const byArea = (types: readonly AuditType[]): readonly (readonly [string, readonly AuditType[]])[] =>
  [...Map.groupBy(types, areaOf)].toSorted(([a], [b]) => compareNames(a, b));

const kinds: Readonly<Record<string, { readonly text: string; readonly icon: string }>> = {
  user: { text: 'Person', icon: 'person' },
  key: { text: 'API key', icon: 'key' },
  system: { text: 'Platform', icon: 'gear' },
};
export const actorKind = ({ kind }: Actor): { readonly text: string; readonly icon: string } =>
  kinds[kind] ?? { text: words(kind), icon: 'dot' };

/** A part of the platform is called by what it does. */
export const actorName = ({ kind, id, name }: Actor): string =>
  kind === 'system' ? `the platform (${words(id).toLowerCase()})` : name || words(kind);

/** The first letters of first and last name. */
export const initialsOf = (name: string): string => {
  const [first = '', ...rest] = name.split(/\s+/).filter((word) => word !== '');
  return [first, rest.at(-1) ?? '']
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
};
