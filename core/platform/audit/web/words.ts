import { words } from '@dossier/sdk/web/ui/format';
import { compareNames } from '@dossier/sdk/web/ui/names';
import type { Actor, AuditEntry, AuditType } from './types.ts';

const areas: Readonly<Record<string, string>> = {
  'api-keys': 'API keys',
  core: 'Platform',
  kernel: 'Platform',
  tenancy: 'Organization',
};
const subjects: Readonly<Record<string, string>> = { 'api-key': 'API key', user: 'Person' };

/** The part of the platform that has entries of a type. */
const areaOf = ({ type }: AuditType): string => {
  const plugin = type.split('/')[0] ?? '';
  return areas[plugin] ?? words(plugin);
};

/** Types by the part of the platform that they are of, both by name. */
export const byArea = (types: readonly AuditType[]): readonly (readonly [string, readonly AuditType[]])[] =>
  [...Map.groupBy(types, areaOf)].toSorted(([a], [b]) => compareNames(a, b));

export const subjectKind = (type: string): string => subjects[type] ?? words(type);

const kinds: Readonly<Record<string, { readonly text: string; readonly icon: string }>> = {
  user: { text: 'Person', icon: 'person' },
  key: { text: 'API key', icon: 'key' },
  system: { text: 'Platform', icon: 'gear' },
};
export const actorKind = ({ kind }: Actor): { readonly text: string; readonly icon: string } =>
  kinds[kind] ?? { text: words(kind), icon: 'dot' };

/** All parts of the platform are called "System": which one it was tells its id. */
export const actorName = ({ kind, id, name }: Actor): string =>
  kind === 'system' && name === 'System' ? `${name}, ${words(id).toLowerCase()}` : name || words(kind);

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
export const textIn = (value: unknown, key: string): string | null => {
  const found = memberOf(value, key);
  return typeof found === 'string' && found !== '' ? found : null;
};

/**
 * What the subject was called at that moment, where the entry tells. An application is called by its applicant: names
 * next to it are those of its parts.
 */
export const subjectName = ({ subject, actor, before, after, details }: AuditEntry): string | null =>
  subject.id === actor.id
    ? actor.name
    : subject.type === 'application'
      ? textIn(memberOf(details, 'row'), 'applicantName')
      : ([after, details, before]
          .flatMap((one) => [textIn(one, 'name'), textIn(one, 'email')])
          .find((name) => name !== null) ?? null);

/** The step or paper of an application that the entry is about. */
export const partName = ({ subject, after, details }: AuditEntry): string | null =>
  subject.type === 'application' ? (textIn(details, 'name') ?? textIn(after, 'fileName')) : null;
