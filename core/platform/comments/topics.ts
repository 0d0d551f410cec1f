import { inAnyWorkspace, inWorkspace, ofSubject, topic, Type } from '@dossier/sdk';
import type { Topic } from '@dossier/sdk';
import { readOwnApplications } from '../applications/contract.ts';
import {
  commentEdited,
  commentRemoved,
  commentsFeature,
  commentShared,
  commentWritten,
  readComments,
  staffCommentEdited,
  staffCommentRemoved,
  staffCommentWritten,
} from './contract.ts';

const forClients = [commentWritten, commentEdited, commentRemoved, commentShared];

/** That there is something to load again; what was written is in no message. */
export const topics: readonly Topic[] = [
  topic('comments/staff', {
    address: 'dossier/1/o/{organizationId}/w/{workspaceId}/s/application/{id}/comments',
    title: 'Comments on an application, for staff',
    gate: ofSubject('application', { permission: readComments }),
    events: [...forClients, staffCommentWritten, staffCommentEdited, staffCommentRemoved],
    to: (event) => [{ id: event.subject.id }],
    schema: Type.Object({ id: Type.String() }),
  }),
  topic('comments/clients', {
    address: 'dossier/1/o/{organizationId}/w/{workspaceId}/comments',
    title: 'Conversations with clients about applications of a workspace, for staff',
    gate: inWorkspace({ permission: readComments }),
    events: forClients,
    schema: Type.Object({ id: Type.String() }),
  }),
  topic('comments/own', {
    address: 'dossier/1/o/{organizationId}/u/{userId}/comments',
    title: 'Comments on own applications, for clients',
    gate: inAnyWorkspace({ feature: commentsFeature, permission: readOwnApplications }),
    events: forClients,
    to: ({ payload }) => clientsIn(payload).map((userId) => ({ userId })),
    schema: Type.Object({ id: Type.String() }),
  }),
];

const clientsIn = (payload: unknown): readonly string[] =>
  typeof payload === 'object' && payload !== null && 'clients' in payload && Array.isArray(payload.clients)
    ? payload.clients.filter((one) => typeof one === 'string')
    : [];
