import type { SettingValues } from '@dossier/sdk';

const isObject = (value: unknown): value is SettingValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7396) on objects: what is left out stays, `null` removes, an array replaces. */
export function merged(target: SettingValues, patch: SettingValues): SettingValues {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = result.get(name);
    if (value === null) result.delete(name);
    else result.set(name, isObject(value) ? merged(isObject(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(result);
}
