import type { Attributes, Entry } from './entries.ts';

export type Scope = 'base' | 'one' | 'sub';

/** True for entries that a search below `base` looks at; both names as they are compared. */
export function isWithin(key: string, base: string, scope: Scope): boolean {
  if (scope === 'base') return key === base;
  // A comma inside a value is escaped in such a name, so each one that is left separates two parts.
  if (scope === 'one') return key !== base && key.slice(key.indexOf(',') + 1) === base;
  return key === base || key.endsWith(`,${base}`);
}

/**
 * Attributes of an entry that a request asks for: by name in any case, `*` or none at all for those of the user, `+`
 * for the operational ones, `1.1` for none (RFC 4511, section 4.5.1.8).
 */
export function selected({ user, operational }: Entry, requested: readonly string[]): Attributes {
  const names = new Set(requested.map((name) => name.toLowerCase()));
  const wholeUser = names.size === 0 || names.has('*');
  const wanted = (attributes: Attributes, whole: boolean): Attributes =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => whole || names.has(name.toLowerCase())));
  return { ...wanted(user, wholeUser), ...wanted(operational, names.has('+')) };
}
