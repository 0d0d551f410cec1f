import { ActorShown, dayText, event, feature, momentText, orNull, permission, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';
import { applicationsFeature } from '@dossier/core/platform/applications/contract';

/** Id of the check that waits for a payment, as templates name it. */
export const PAYMENT_CHECK = 'PaymentCheckHandler';

/** Bounds of what is written about a payment, in characters. */
export const mostOfPayment = { purpose: 140, reference: 140, reason: 2_000, instructions: 2_000 } as const;

export const paymentsFeature = feature('payments', {
  title: 'Payments',
  description: [
    'Applications wait for a fee, as their template says.',
    'Without it in the workspace that handles them such a step halts at an officer;',
    'without it in the workspace of the clients they are not shown what is due.',
  ].join(' '),
  initially: 'on',
  requires: [applicationsFeature],
});
export const recordPayments = permission('payments.record', {
  title: 'Record payments, and waive them',
  feature: paymentsFeature,
  staff: true,
});

/**
 * `due`: the client is to pay it. `paid`: it was taken. `waived`: it is not asked for. `dropped`: nothing is due any
 * more, since the fee follows from other answers now, or the application ended.
 */
export const PaymentState = Type.Union([
  Type.Literal('due'),
  Type.Literal('paid'),
  Type.Literal('waived'),
  Type.Literal('dropped'),
]);
export type PaymentState = Reply<typeof PaymentState>;

/** An amount of money, exact: 50.00 EUR is `{ minor: '5000', currency: 'EUR' }`. */
export const Money = Type.Object(
  {
    minor: Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'Number of the smallest units of the currency, such as cents.',
      examples: ['5000'],
    }),
    currency: Type.String({ description: 'A currency (ISO 4217).' }),
  },
  { title: 'Money' },
);
export type Money = Reply<typeof Money>;

/** The account to which a fee is paid. Each is empty where the organization has not said it. */
export const PaymentAccount = Type.Object(
  {
    payee: Type.String({ description: 'Whose account it is.' }),
    iban: Type.String({ description: 'Without blanks.' }),
    bic: Type.String(),
    instructions: Type.String({ description: 'What else is said about paying.' }),
  },
  { title: 'PaymentAccount' },
);
export type PaymentAccount = Reply<typeof PaymentAccount>;

/** The fee of an application, and what became of it. */
export const Payment = Type.Object(
  {
    state: PaymentState,
    amount: Money,
    purpose: Type.String({ description: 'What it is for, in the words of the template.' }),
    reference: Type.String({
      description: 'By which the payment is recognised: a creditor reference (ISO 11649), without blanks.',
    }),
    account: orNull(PaymentAccount),
    dueSince: momentText(),
    received: orNull(
      Type.Object(
        {
          reference: Type.String({ description: 'By which it is found in the books.' }),
          date: dayText('The day on which it was paid.'),
        },
        { description: 'What was recorded; null unless it is paid.' },
      ),
    ),
    reason: orNull(Type.String({ description: 'Why it was waived; null unless it is.' })),
    settledAt: orNull(momentText('When it was recorded or waived.')),
    by: orNull(ActorShown),
    mayRecord: Type.Boolean({ description: 'Whether this reader can record or waive it now.' }),
    hasReceipt: Type.Boolean({ description: 'Whether there is a receipt of it.' }),
  },
  {
    title: 'Payment',
    description: 'account: where to pay, while it is due. by: who recorded or waived it, null for clients.',
  },
);
export type Payment = Reply<typeof Payment>;

/** The payment of an application; null where nothing was ever due. */
export const PaymentShown = Type.Object({ payment: orNull(Payment) }, { title: 'PaymentShown' });
export type PaymentShown = Reply<typeof PaymentShown>;

/** `clients` are the users whose application it is. */
const About = {
  amount: Type.Number(),
  currency: Type.String(),
  purpose: Type.String(),
  clients: Type.Array(Type.String()),
};
const money = '{payload.amount payload.currency}';
export const paymentDue = event('payments/due@1', {
  concerns: { client: '/payload/clients' },
  says: `${money} are to be paid[ for {subject}]: {payload.purpose}.`,
  tells: { client: `Please pay ${money}: {payload.purpose}` },
  title: 'A payment is due',
  audience: 'external',
  schema: Type.Object(About),
});
export const paymentRecorded = event('payments/recorded@1', {
  concerns: { client: '/payload/clients' },
  says: `{actor} recorded a payment of ${money}[ for {subject}].`,
  tells: { client: `Your payment of ${money} has arrived` },
  personal: ['/payload/reference'],
  title: 'A payment was recorded',
  audience: 'external',
  schema: Type.Object({ ...About, reference: Type.String(), date: Type.String() }),
});
export const paymentWaived = event('payments/waived@1', {
  concerns: { client: '/payload/clients' },
  says: `{actor} waived the payment of ${money}[ for {subject}][: {payload.reason}].`,
  tells: { client: `You need not pay ${money} any more` },
  personal: ['/payload/reason'],
  title: 'A payment was waived',
  audience: 'external',
  schema: Type.Object({ ...About, reason: Type.String() }),
});
