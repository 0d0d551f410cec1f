import type { TemplateResult } from 'lit';
import type { FormSchema, FormValues } from '@dossier/sdk/web/ui/form-schema';
import { chip } from '@dossier/sdk/web/ui/chip';

/** A plugin that can be set up, and how it stands with it. */
export interface Integration {
  readonly plugin: string;
  readonly title: string;
  readonly description: string;
  readonly state: 'not-set-up' | 'set-up' | 'failing';
  readonly badge: { readonly ok: boolean; readonly text: string } | null;
  /** There is a check to run. */
  readonly test: boolean;
  /** Counts the changes. */
  readonly version: number;
  readonly changedAt: string | null;
  readonly by: { readonly name: string } | null;
  readonly schema: FormSchema;
}

export interface IntegrationValues extends Integration {
  readonly values: FormValues;
}

export interface TestResult {
  readonly ok: boolean;
  readonly steps: readonly { readonly title: string; readonly ok: boolean; readonly detail: string }[];
}

/** Nothing was set, and nothing has to be: the plugin goes by what its settings are where nobody says otherwise. */
export const isStandard = ({ state, schema }: Pick<Integration, 'state' | 'schema'>): boolean =>
  state === 'not-set-up' && (schema.required ?? []).every((field) => schema.properties?.[field]?.default !== undefined);

/** How it stands: the plugin's own word when it has one. */
export const stateChip = ({ state, badge, schema }: Pick<Integration, 'state' | 'badge' | 'schema'>): TemplateResult => {
  if (isStandard({ state, schema })) return chip({ text: 'Standard', tone: 'neutral', icon: 'check' });
  if (state === 'not-set-up') return chip({ text: 'Not set up', tone: 'neutral', icon: 'dash' });
  if (state === 'failing') return chip({ text: badge?.text ?? 'Needs attention', tone: 'danger', icon: 'warning' });
  return chip({ text: badge?.text ?? 'Set up', tone: 'success', icon: 'check' });
};
