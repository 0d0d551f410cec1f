import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { Problem, Type } from '@dossier/sdk';
import type { SettingFault, SettingValues, Static } from '@dossier/sdk';
import { mostOfPayment } from './contract.ts';
import type { PaymentAccount } from './contract.ts';

/** Settings → Integrations → Payments. */
export const PaymentSettings = Type.Object(
  {
    payee: Type.String({
      title: 'Payee',
      description: 'Whose account it is, as the bank knows it.',
      minLength: 1,
      maxLength: 70,
    }),
    iban: Type.String({
      title: 'IBAN',
      description: 'With or without blanks.',
      'x-code': true,
      minLength: 1,
      maxLength: 50,
    }),
    bic: Type.Optional(
      Type.String({ title: 'BIC', description: 'For payments from abroad.', 'x-code': true, maxLength: 11 }),
    ),
    instructions: Type.Optional(
      Type.String({
        title: 'Instructions',
        description: 'What clients read besides: other ways to pay, how long it takes.',
        maxLength: mostOfPayment.instructions,
      }),
    ),
  },
  {
    title: 'Payments',
    description: [
      'The account to which clients pay the fees of templates.',
      'Without it they are asked to find out from you how to pay.',
    ].join(' '),
  },
);
export type PaymentSettings = Static<typeof PaymentSettings>;

/** Faults of an account number beyond its length. */
export function judged({ iban, bic }: SettingValues): readonly SettingFault[] {
  const faults: SettingFault[] = [];
  if (typeof iban === 'string' && !isValidIBAN(electronicFormatIBAN(iban) ?? ''))
    faults.push({ pointer: '/iban', detail: 'is no IBAN: its check digits or its length do not fit. Compare it' });
  if (typeof bic === 'string' && bic !== '' && !isValidBIC(bic.toUpperCase()))
    faults.push({ pointer: '/bic', detail: 'is no BIC: it has 8 or 11 letters and digits' });
  return faults;
}

/** The account as clients read it; null where none was entered, or what was entered cannot be read any more. */
export async function accountOf(settings: Promise<PaymentSettings>): Promise<PaymentAccount | null> {
  try {
    const { payee, iban, bic = '', instructions = '' } = await settings;
    return { payee, iban: electronicFormatIBAN(iban) ?? iban, bic: bic.toUpperCase(), instructions };
  } catch (error) {
    if (Problem.is(error)) return null;
    throw error;
  }
}
