import { isRecord } from '@dossier/sdk';
import type { SettingValues } from '@dossier/sdk';

/** JSON Merge Patch (RFC 7396) on objects: what is left out stays, `null` removes, an array replaces. */
export function merged(target: SettingValues, patch: SettingValues): SettingValues {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = result.get(name);
    if (value === null) result.delete(name);
    else result.set(name, isRecord(value) ? merged(isRecord(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(result);
}
