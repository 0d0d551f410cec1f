import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { controlOf, titleOf } from '@dossier/sdk/web/ui/form-schema';
import type { FormSchema } from '@dossier/sdk/web/ui/form-schema';

/** The label of the first field with a fault, of a field in a group rather than of the group; null when none has. */
export const firstFaulty = (schema: FormSchema, faults: Faults, base: string): string | null => {
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const at = `${base}/${key}`;
    if (faultAt(faults, at) === undefined) continue;
    return (controlOf(field) === 'group' ? firstFaulty(field, faults, at) : null) ?? titleOf(key, field);
  }
  return null;
};
