import type { TSchema } from '@dossier/sdk';
import type { TemplateContent, TemplateVersion } from '../contract.ts';

/** A field schema as it comes from outside. */
export const schemaOf = (properties: Record<string, object>, required: readonly string[] = []): TSchema => ({
  type: 'object',
  properties,
  required,
});

export const loan: TemplateContent = {
  schema: schemaOf(
    { amount: { type: 'number', title: 'Amount', minimum: 500 }, purpose: { type: 'string', enum: ['CAR', 'HOME'] } },
    ['amount'],
  ),
  wizard: [{ key: 'loan', title: 'The loan', fields: ['amount', 'purpose'] }],
  workflow: [
    { name: 'Check', kind: 'SYSTEM', handler: 'PassHandler' },
    { name: 'Underwriting', kind: 'MANUAL' },
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
