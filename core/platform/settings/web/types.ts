import type { Entry as Entered, Integration as Described, IntegrationWithValues } from '../contract.ts';
import type { TemplateResult } from 'lit';
import { chip } from '@dossier/sdk/web/ui/chip';
import type { FormSchema } from '@dossier/sdk/web/ui/form-schema';

export type { TestResult } from '../contract.ts';

/** A plugin that can be set up, with the schema that forms are drawn from. */
export type Integration = Omit<Described, 'schema' | 'collections'> & {
  readonly schema: FormSchema;
  readonly collections: readonly Collection[];
};
/** Several entries of one kind, with the schema that their form is drawn from. */
export type Collection = Omit<Described['collections'][number], 'schema'> & { readonly schema: FormSchema };
export type Entry = Entered;
export type IntegrationValues = Integration & Pick<IntegrationWithValues, 'values'>;

/** Nothing was set, and nothing has to be: the plugin goes by what its settings are where nobody says otherwise. */
export const isStandard = ({ state, schema }: Pick<Integration, 'state' | 'schema'>): boolean =>
  state === 'not-set-up' && (schema.required ?? []).every((field) => schema.properties?.[field]?.default !== undefined);

/** How it stands: the plugin's own word when it has one. */
export const stateChip = ({
  state,
  badge,
  schema,
}: Pick<Integration, 'state' | 'badge' | 'schema'>): TemplateResult => {
  if (isStandard({ state, schema })) return chip({ text: 'Standard', tone: 'neutral', icon: 'check' });
  if (state === 'not-set-up') return chip({ text: 'Not set up', tone: 'neutral', icon: 'dash' });
  if (state === 'failing') return chip({ text: badge?.text ?? 'Needs attention', tone: 'danger', icon: 'warning' });
  return chip({ text: badge?.text ?? 'Set up', tone: 'success', icon: 'check' });
};
