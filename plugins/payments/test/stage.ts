/** An organization whose template asks for a fee. */
import { bank } from '@dossier/core/testing';
import type { Bank, Json, TestClient, TestPlatform } from '@dossier/core/testing';
import { paymentsFeature, recordPayments } from '../contract.ts';

export const feature = paymentsFeature;

/** Settings of the step in a template. */
export type Fee = Readonly<Record<string, unknown>>;
export const fifty: Fee = { fee: 50, currency: 'EUR', purpose: 'Application fee' };

/** The step of a fee before an officer's. */
export const workflowOf = (...fees: readonly Fee[]) => [
  ...fees.map((settings, i) => ({
    key: `fee-${i}`,
    name: `Fee ${i}`,
    kind: 'SYSTEM' as const,
    handler: 'PaymentCheckHandler',
    settings,
  })),
  { key: 'decision', name: 'Underwriting', kind: 'MANUAL' as const },
];

/** Steps that wait behind the fee for a client who confirms, so that answers may change once it is paid. */
export const held = (fee: Fee) => {
  const [first, last] = [workflowOf(fee).slice(0, 1), workflowOf()];
  const confirming = { key: 'papers', name: 'Papers', kind: 'SYSTEM' as const, handler: 'ClientApprovalCheckHandler' };
  return [...first, confirming, ...last];
};

/** Amount, and a fee of a hundredth of it. */
export const calculating = {
  schema: {
    type: 'object',
    required: ['amount'],
    properties: {
      amount: { type: 'number', title: 'Amount' },
      charge: {
        ...{ type: 'number', title: 'Charge', 'x-kind': 'calculated', 'x-formula': 'amount * 0.01' },
        ...{ 'x-currency': 'EUR', 'x-decimals': 2 },
      },
    },
  },
  wizard: [{ key: 'loan', title: 'Your loan', fields: ['amount', 'charge'] }],
};
export const charge: Fee = { calculation: 'charge', currency: 'EUR', purpose: 'Charge' };

/** A bank in which officers record payments. */
export async function stage(platform: TestPlatform, slug = 'acme') {
  const acme: Bank = await bank(platform, slug);
  await acme.grant('officer', recordPayments, true);
  const at = (id: string): string => `/api/v1/applications/${id}/payment`;
  const today = platform.clock.now().toISOString().slice(0, 10);
  return {
    acme,
    at,
    received: { reference: 'Statement 12/3', date: today },
    template: (settings: Fee = fifty, content: object = {}): Promise<string> =>
      acme.template([], { workflow: workflowOf(settings), ...content }),
    async submit(template: string, answers: object = { amount: 25_000, purpose: 'CAR' }): Promise<string> {
      const record = acme.record(template, { primary: acme.client.email, answers: { ...answers } });
      return (await acme.key.post('/api/v1/applications', record)).body.id;
    },
    async application(id: string): Promise<Json> {
      return (await acme.officer.get(`/api/v1/applications/${id}`)).body;
    },
    async payment(id: string, who: TestClient = acme.officer): Promise<Json> {
      return (await who.get(at(id))).body.payment;
    },
  };
}
