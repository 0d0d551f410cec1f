import { inAnyWorkspace, ofSubject, topic, Type } from '@dossier/sdk';
import type { Topic } from '@dossier/sdk';
import { readApplications, readOwnApplications } from '../applications/contract.ts';
import { correctionAsked, correctionSent, correctionsFeature, correctionTakenBack } from './contract.ts';

const events = [correctionAsked, correctionSent, correctionTakenBack];

/** That there is something to load again; what was asked is in no message. */
export const topics: readonly Topic[] = [
  topic('corrections/staff', {
    address: 'dossier/1/o/{organizationId}/w/{workspaceId}/s/application/{id}/corrections',
    title: 'Corrections of an application, for staff',
    gate: ofSubject('application', { feature: correctionsFeature, permission: readApplications }),
    events,
    to: (event) => [{ id: event.subject.id }],
    schema: Type.Object({ id: Type.String() }),
  }),
  topic('corrections/own', {
    address: 'dossier/1/o/{organizationId}/u/{userId}/corrections',
    title: 'Corrections of own applications, for clients',
    gate: inAnyWorkspace({ feature: correctionsFeature, permission: readOwnApplications }),
    events,
    to: ({ payload }) => clientsIn(payload).map((userId) => ({ userId })),
    schema: Type.Object({ id: Type.String() }),
  }),
];

const clientsIn = (payload: unknown): readonly string[] =>
  typeof payload === 'object' && payload !== null && 'clients' in payload && Array.isArray(payload.clients)
    ? payload.clients.filter((one) => typeof one === 'string')
    : [];
