import { randomUUID } from 'node:crypto';
import type { Ground, Share } from '@dossier/core/testing';

/** The day of a payment that is within the last year for the clock of a test, and the wall's. */
const received = async (at: Ground): Promise<object> => {
  const { createdAt } = await at.ask('GET', `/api/v1/applications/${await at.id('applications')}`);
  return { reference: 'Statement 12/3', date: createdAt.slice(0, 10) };
};

/** An application for which a fee is due, by a template of its own. */
async function due(at: Ground): Promise<string> {
  const template = await at.made('/api/v1/templates', {
    name: `With a fee ${randomUUID()}`,
    schema: { type: 'object', properties: { remarks: { type: 'string', title: 'Remarks' } } },
    wizard: [{ key: 'all', title: 'All', fields: ['remarks'] }],
    workflow: [
      {
        ...{ name: 'Fee', kind: 'SYSTEM', handler: 'PaymentCheckHandler' },
        settings: { fee: 50, currency: 'EUR', purpose: 'Application fee' },
      },
      { name: 'Decision', kind: 'MANUAL' },
    ],
    requiredDocuments: [],
  });
  await at.ask('POST', `/api/v1/templates/${template}/publish`, {});
  const { workspaceId, ...record } = at.record;
  return at.made(`/api/v1/workspaces/${String(workspaceId)}/applications`, {
    ...record,
    templateId: template,
    answers: {},
  });
}

export const share: Share = {
  staff: ['payments.record'],
  makes: {
    workspace: {
      payments: due,
      async 'paid-payments'(at) {
        const application = await due(at);
        await at.ask('POST', `/api/v1/applications/${application}/payment/record`, await received(at));
        return application;
      },
    },
  },
  kinds: { 'params/id': 'payments', 'receipt params/id': 'paid-payments' },
  bodies: { record: received, waive: { reason: 'Hardship' } },
};
