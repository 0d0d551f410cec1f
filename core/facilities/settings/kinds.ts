import type { TSchema } from '@dossier/sdk';
import type { Kind } from '../../kernel/facility.ts';

/** Schemas of what an organization sets for a plugin, by the plugin. */
export const settings: Kind<TSchema> = {
  id: 'settings',
  of: (spec) => (spec.settings === undefined ? [] : [{ name: spec.id, value: spec.settings }]),
};
