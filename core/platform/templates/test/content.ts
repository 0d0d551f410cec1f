import type { TSchema } from '@dossier/sdk';
import { builtinKinds } from '../builtin-kinds.ts';
import type { FieldKind, TemplateContent, TemplateVersion } from '../contract.ts';
import type { Kinds } from '../kinds.ts';

/** A field schema as it comes from outside. */
export const schemaOf = (properties: Record<string, object>, required: readonly string[] = []): TSchema => ({
  type: 'object',
  properties,
  required,
});

export const loan: TemplateContent = {
  format: 1,
  schema: schemaOf(
    { amount: { type: 'number', title: 'Amount', minimum: 500 }, purpose: { type: 'string', enum: ['CAR', 'HOME'] } },
    ['amount'],
  ),
  wizard: [{ key: 'loan', title: 'The loan', fields: ['amount', 'purpose'] }],
  workflow: [
    { key: 'check', name: 'Check', kind: 'SYSTEM', handler: 'PassHandler' },
    { key: 'underwriting', name: 'Underwriting', kind: 'MANUAL' },
  ],
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
};

export const version = (schema: TSchema, number = 1): TemplateVersion => ({
  ...loan,
  schema,
  templateId: 'loan',
  version: number,
  name: 'Loan',
});

const builtin: Readonly<Record<string, FieldKind>> = builtinKinds;

/** The field kinds that come with templates. */
export const kinds: Kinds = { get: (id) => builtin[id], ids: () => Object.keys(builtin) };
