import { dayText, idText, ofSubject, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { readApplications, readOwnApplications } from '@dossier/core/platform/applications/contract';
import { mostOfPayment, PaymentShown, paymentsFeature, recordPayments } from './contract.ts';
import type { Ledger } from './ledger.ts';
import type { Receipts } from './receipt.ts';

const url = '/api/v1/applications/:id/payment';
const params = Type.Object({ id: idText() });
const reads = ofSubject('application', {
  feature: paymentsFeature,
  anyOf: [readApplications, readOwnApplications],
  keys: 'forbidden',
});
const records = ofSubject('application', { permission: recordPayments, outside: 'forbidden', keys: 'forbidden' });
const problems = {
  409: [
    'It was recorded already (`already-paid`) or waived (`already-waived`), nothing is due (`nothing-due`),',
    'or the application is decided (`already-decided`)',
  ].join(' '),
};

export const routes = {
  get: {
    method: 'GET',
    url,
    gate: reads,
    params,
    reply: PaymentShown,
    summary: 'The fee of an application, and what became of it; null while there is none',
  },
  record: {
    method: 'POST',
    url: `${url}/record`,
    resource: url,
    gate: records,
    params,
    body: Type.Object(
      {
        reference: Type.String({
          minLength: 1,
          maxLength: mostOfPayment.reference,
          description: 'By which it is found in the books. The client reads it too.',
        }),
        date: dayText('The day on which it was paid: within the last year, and no day to come.'),
      },
      { additionalProperties: false },
    ),
    status: 200,
    reply: PaymentShown,
    idempotent: true,
    problems,
    summary: 'Record that the fee was paid in full; the workflow goes on by itself',
  },
  waive: {
    method: 'POST',
    url: `${url}/waive`,
    resource: url,
    gate: records,
    params,
    body: Type.Object(
      {
        reason: Type.String({
          minLength: 1,
          maxLength: mostOfPayment.reason,
          description: 'Why it is not asked for. The client reads it too.',
        }),
      },
      { additionalProperties: false },
    ),
    status: 200,
    reply: PaymentShown,
    problems,
    summary: 'Waive the fee; the workflow goes on by itself',
  },
  receipt: {
    method: 'GET',
    url: `${url}/receipt`,
    gate: reads,
    params,
    media: ['application/pdf'],
    problems: {
      404: 'Nothing was paid, or nothing here draws receipts (`no-receipt`)',
      429: 'As many letters of the organization as may are being drawn (`too-many-requests`)',
    },
    summary: 'The receipt of what was paid, as PDF',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Services {
  readonly ledger: Ledger;
  readonly receipts: Receipts;
}

export const handlers = ({ ledger, receipts }: Services): RouteHandlers<typeof routes> => ({
  get: async ({ access, params: { id } }) => ({ payment: await ledger.show(access, id) }),
  record: async ({ access, params: { id }, body }) => ({ payment: await ledger.record(access, id, body) }),
  waive: async ({ access, params: { id }, body }) => ({ payment: await ledger.waive(access, id, body.reason) }),
  receipt: ({ access, params: { id }, signal }) => receipts.of(access, id, signal),
});
