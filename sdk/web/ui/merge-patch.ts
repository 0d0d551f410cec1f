import { isRecord } from '@dossier/sdk/web/ui/record';
import type { FormValues } from '@dossier/sdk/web/ui/form-schema';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What leads from one state of values to the other (RFC 7396): only what differs, and null for what is gone. */
export const mergePatch = (from: FormValues, to: FormValues): FormValues => {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys({ ...from, ...to })) {
    const [before, after] = [from[key], to[key]];
    if (same(before, after)) continue;
    // A secret that replaces its mark is a text; two objects differ in their members.
    patch[key] = after === undefined ? null : isRecord(before) && isRecord(after) ? mergePatch(before, after) : after;
  }
  return patch;
};
