import { fieldById } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { Templates, TemplateVersion } from '../templates/contract.ts';
import { fieldsOf } from '../templates/form/index.ts';
import type { FieldSchema } from '../templates/form/index.ts';

/** An amount as rows have it. */
export interface Amount {
  readonly amount: number | null;
  /** ISO 4217; null where the field is a number without one. */
  readonly currency: string | null;
}

const none: Amount = { amount: null, currency: null };

/**
 * The answer to the field that the template names as the amount. One that depends on other answers (shown under a
 * condition, or calculated) is taken from the answers that count, on this day where the organization is (ISO 8601).
 */
export async function amountOf(
  template: TemplateVersion,
  answers: Readonly<Record<string, unknown>>,
  o: { readonly templates: Templates; readonly organization: OrganizationId },
): Promise<Amount> {
  const field = amountField(template);
  if (!field) return none;
  const { key, schema, depends } = field;
  const amountIn = (counted: Readonly<Record<string, unknown>>): Amount => {
    const value = counted[key];
    const currency = schema['x-currency'];
    return typeof value === 'number'
      ? { amount: value, currency: typeof currency === 'string' ? currency : null }
      : none;
  };
  return amountIn(
    depends ? o.templates.check(template, answers, await o.templates.today(o.organization)).answers : answers,
  );
}

interface AmountField {
  readonly key: string;
  readonly schema: FieldSchema;
  readonly depends: boolean;
}

function amountField({ amount, schema, wizard }: TemplateVersion): AmountField | null {
  const found = fieldById(fieldsOf(schema), amount);
  if (!found) return null;
  const [key, field] = found;
  const depends = 'x-show' in field || 'x-formula' in field || wizard.some(({ show }) => show !== undefined);
  return { key, schema: field, depends };
}
