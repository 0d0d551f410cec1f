import { concernedBy, inAnyWorkspace, ofSubject, topic, Type } from '@dossier/sdk';
import type { Topic } from '@dossier/sdk';
import { readApplications, readOwnApplications } from '@dossier/core/platform/applications/contract';
import { paymentDue, paymentRecorded, paymentsFeature, paymentWaived } from './contract.ts';

const events = [paymentDue, paymentRecorded, paymentWaived];
const schema = Type.Object({ id: Type.String() });

/** That there is something to load again; no amount is in any message. */
export const topics: readonly Topic[] = [
  topic('payments/staff', {
    address: 'dossier/1/o/{organizationId}/w/{workspaceId}/s/application/{id}/payment',
    title: 'The payment of an application, for staff',
    gate: ofSubject('application', { feature: paymentsFeature, permission: readApplications }),
    events,
    to: (event) => [{ id: event.subject.id }],
    schema,
  }),
  topic('payments/own', {
    address: 'dossier/1/o/{organizationId}/u/{userId}/payments',
    title: 'Payments of own applications, for clients',
    gate: inAnyWorkspace({ feature: paymentsFeature, permission: readOwnApplications }),
    events,
    to: (event) => concernedBy(events, event, 'client').map((userId) => ({ userId })),
    schema,
  }),
];
