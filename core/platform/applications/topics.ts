import { inAnyWorkspace, inWorkspace, ofSubject, topic, Type } from '@dossier/sdk';
import type { LoggedEvent, Topic } from '@dossier/sdk';
import {
  documentReviewed,
  documentScanned,
  documentShared,
  documentUploaded,
  documentWithdrawn,
  staffDocumentReviewed,
  staffDocumentScanned,
  staffDocumentUploaded,
} from '../documents/contract.ts';
import { approvedOnce, halted, nobodyAvailable, overdue, stepChanged, ticked } from '../workflow/contract.ts';
import {
  applicantLinked,
  applicationAnswersChanged,
  applicationAssigned,
  applicationChanged,
  applicationConfirmed,
  applicationMoved,
  applicationReleased,
  applicationSubmitted,
  applicationTimed,
  ListRow,
  readApplications,
  readOwnApplications,
} from './contract.ts';
import { presenceTopic } from './presence.ts';

const member = (event: LoggedEvent<never>, name: string): unknown => {
  const payload: unknown = event.payload;
  return typeof payload === 'object' && payload !== null
    ? Object.entries(payload).find(([key]) => key === name)?.[1]
    : undefined;
};

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : typeof value === 'string' ? [value] : [];

/**
 * What browsers may hear of applications: staff the rows of a list and one application, a client which of their own
 * have changed.
 */
export const topics: readonly Topic[] = [
  topic('applications/list', {
    address: 'dossier/1/o/{organizationId}/w/{workspaceId}/s/application',
    title: 'Rows of the staff list',
    gate: inWorkspace({ permission: readApplications }),
    events: [
      applicationSubmitted,
      applicationChanged,
      applicationAssigned,
      applicationReleased,
      applicationMoved,
      applicationAnswersChanged,
      applicationTimed,
    ],
    data: (event) => member(event, 'row'),
    schema: ListRow,
  }),
  topic('applications/application', {
    address: 'dossier/1/o/{organizationId}/w/{workspaceId}/s/application/{id}',
    title: 'One application, for staff',
    gate: ofSubject('application', { permission: readApplications }),
    events: [
      applicationSubmitted,
      applicationChanged,
      applicationAssigned,
      applicationReleased,
      applicationMoved,
      applicationAnswersChanged,
      applicationTimed,
      applicationConfirmed,
      applicantLinked,
      stepChanged,
      halted,
      ticked,
      approvedOnce,
      nobodyAvailable,
      overdue,
      documentUploaded,
      documentReviewed,
      staffDocumentUploaded,
      staffDocumentReviewed,
      documentScanned,
      staffDocumentScanned,
      documentShared,
      documentWithdrawn,
    ],
    to: (event) => [{ id: event.subject.id }],
    schema: Type.Object({ id: Type.String() }),
  }),
  topic('applications/own', {
    address: 'dossier/1/o/{organizationId}/u/{userId}/application',
    title: 'Own applications of a client',
    gate: inAnyWorkspace({ permission: readOwnApplications }),
    events: [
      applicationSubmitted,
      applicationChanged,
      applicationMoved,
      applicationAnswersChanged,
      applicationConfirmed,
      applicantLinked,
      stepChanged,
      documentUploaded,
      documentReviewed,
      documentScanned,
      documentShared,
      documentWithdrawn,
    ],
    to: (event) =>
      [...texts(member(event, 'clients')), ...texts(member(event, 'userId'))].map((userId) => ({ userId })),
    schema: Type.Object({ id: Type.String() }),
  }),
  presenceTopic,
];
