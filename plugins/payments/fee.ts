/** The fee of a step, as its template sets it: a fixed amount, or what a field of the form calculates. */
import { canonicalCurrency, decimalOf, fieldById, isRecord, shapeOf, Type } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import type { TemplateContent } from '@dossier/core/platform/templates/contract';
import type { WorkflowCase } from '@dossier/core/platform/workflow/contract';
import { mostOfPayment, PAYMENT_CHECK } from './contract.ts';
import { decimalsOfCurrency } from './web/money.ts';
import type { Amount } from './web/money.ts';

/** Settings of the step in a template. */
export const FeeSettings = Type.Object(
  {
    purpose: Type.String({
      title: 'What for',
      description: 'Clients read it: Application fee.',
      minLength: 1,
      maxLength: mostOfPayment.purpose,
    }),
    currency: Type.String({ title: 'Currency', description: 'By its three letters: EUR.', pattern: '^[A-Z]{3}$' }),
    fee: Type.Optional(
      Type.Number({
        title: 'Fee',
        description: 'The same for everybody. Leave it empty where it is calculated.',
        exclusiveMinimum: 0,
        maximum: 1_000_000_000,
      }),
    ),
    calculation: Type.Optional(
      Type.String({
        title: 'Calculated by',
        description: 'A number of the form, in the place of a fixed fee. Where it is 0 nothing is due.',
        'x-field': 'number',
        maxLength: 64,
      }),
    ),
  },
  { additionalProperties: false },
);
const shape = shapeOf(FeeSettings);

/** A fee that is due, none, or one that cannot be said by these answers. */
export type Fee =
  { readonly is: 'due'; readonly amount: Amount; readonly purpose: string } | { readonly is: 'none' | 'unknown' };

/** The fee of a case, by the answers that count. `settings` fit the schema. */
export function feeOf(settings: Readonly<Record<string, unknown>>, { template, answers }: WorkflowCase): Fee {
  const { fee, calculation, currency, purpose } = shape.demand(settings);
  const field = fieldOf(template.schema, calculation);
  const number = fee ?? (field ? answers[field[0]] : undefined);
  if (typeof number !== 'number' || number < 0 || number > MOST) return { is: 'unknown' };
  if (number === 0) return { is: 'none' };
  const amount = amountFrom(number, currency);
  return amount === null ? { is: 'unknown' } : { is: 'due', amount, purpose };
}

/** The key and the keywords of the field of a form with this id; undefined where there is none. */
function fieldOf(schema: object, id: string | undefined) {
  const [key, field] =
    ('properties' in schema && isRecord(schema.properties) && fieldById(schema.properties, id)) || [];
  return key !== undefined && isRecord(field) ? ([key, field] as const) : undefined;
}

/** Whole units beyond which a fee is a slip of the pen. */
const MOST = 1_000_000_000;

/** The amount that a number of whole units is; null where the currency has not so many decimals. */
function amountFrom(number: number, currency: string): Amount | null {
  const { digits, exponent } = decimalOf(number);
  const places = exponent + decimalsOfCurrency(currency);
  if (places >= 0) return { minor: digits * 10n ** BigInt(places), currency };
  const unit = 10n ** BigInt(-places);
  return digits % unit === 0n ? { minor: digits / unit, currency } : null;
}

/** Faults of settings beyond their schema; pointers into the settings. */
export function feeFaults(
  settings: Readonly<Record<string, unknown>>,
  { content, key }: { readonly content: TemplateContent; readonly key: string },
): readonly Fault[] {
  const { fee, calculation, currency } = shape.demand(settings);
  const faults: Fault[] = [];
  const add = (pointer: string, code: string, detail: string): void => void faults.push({ pointer, code, detail });
  if ((fee === undefined) === (calculation === undefined))
    add('/fee', 'one-of', 'Set either a fee or the field that calculates it.');
  if (content.workflow.find(({ handler }) => handler === PAYMENT_CHECK)?.key !== key)
    add('', 'one-payment', 'An application has one payment. Put what is to be paid into one step.');
  if (canonicalCurrency(currency) === undefined) {
    add('/currency', 'unknown-currency', 'Name a currency by its three letters (ISO 4217), for example EUR.');
    return faults;
  }
  const decimals = decimalsOfCurrency(currency);
  const written = decimals === 0 ? 'no decimals' : `${decimals} decimals`;
  if (fee !== undefined && amountFrom(fee, currency) === null)
    add('/fee', 'decimals', `An amount in ${currency} has ${written}.`);
  const field = fieldOf(content.schema, calculation)?.[1];
  if (field?.['x-currency'] !== undefined && field['x-currency'] !== currency)
    add('/currency', 'other-currency', `The field calculates in ${String(field['x-currency'])}.`);
  if (Number(field?.['x-decimals'] ?? 0) > decimals)
    add('/calculation', 'decimals', `The field has more decimals than an amount in ${currency}, which has ${written}.`);
  return faults;
}
