import { withValue } from '@dossier/sdk/web/ui/form-schema';
import type { FormValues } from '@dossier/sdk/web/ui/form-schema';

/** The values that were saved, with those fields as they are typed now that were changed after `sent` had gone. */
export const withTypedMeanwhile = (saved: FormValues, sent: FormValues, typed: FormValues): FormValues =>
  Object.keys({ ...sent, ...typed })
    .filter((key) => JSON.stringify(sent[key]) !== JSON.stringify(typed[key]))
    .reduce((values, key) => withValue(values, key, typed[key]), saved);
