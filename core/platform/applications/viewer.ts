import { isForPerson } from '@dossier/sdk';
import type { Access, Actor } from '@dossier/sdk';
import { readApplications, readOwnApplications, readSubmitted } from './contract.ts';
import type { Application } from './contract.ts';
import type { Reason, Step } from '../workflow/contract.ts';
import { clientsOf } from './rows.ts';
import type { FullRow } from './rows.ts';

/**
 * As what somebody meets an application: staff where it is handled, a client as its applicant or maker, a key as its
 * source.
 */
export type Viewer = 'staff' | 'client' | 'key';

/** Null when this actor may not see this application; then it does not exist for them. */
export function viewerOf(
  access: Access,
  row: Pick<FullRow, 'workspaceId' | 'sourceKind' | 'sourceId' | 'applicants'>,
): Viewer | null {
  const { actor } = access;
  if (actor.kind === 'key')
    return row.sourceKind === 'key' && row.sourceId === actor.id && access.can(readSubmitted) ? 'key' : null;
  if (access.workspace === row.workspaceId && access.can(readApplications)) return 'staff';
  const own =
    isForPerson(actor) &&
    (clientsOf(row.applicants).includes(actor.id) || (row.sourceKind === 'user' && row.sourceId === actor.id));
  return own && access.can(readOwnApplications) ? 'client' : null;
}

/**
 * The application as the viewer may see it, without the members of other modules. Who works on it inside the house is
 * not for clients.
 */
export function view(row: FullRow, steps: readonly Step[], viewer: Viewer): Application {
  const outside = viewer === 'client';
  return {
    id: row.id,
    number: row.number,
    workspaceId: row.workspaceId,
    templateId: row.templateId,
    templateName: row.templateName,
    templateVersion: row.templateVersion,
    status: row.status,
    applicants: row.applicants.map(({ type, firstName, lastName, email }) => ({ type, firstName, lastName, email })),
    answers: row.answers,
    applicantName: row.applicantName,
    amount: row.amount,
    currency: row.currency,
    source: sourceOf(row),
    assignees: outside ? [] : row.assignees,
    createdAt: row.createdAt,
    submittedAt: row.submittedAt,
    decidedAt: row.decidedAt,
    dueAt: row.dueAt,
    waitingSince: row.waitingSince,
    waitingUntil: row.waitingUntil,
    flags: viewer === 'staff' ? row.flags : [],
    decision: decisionOf(row, outside),
    updatedAt: row.updatedAt,
    version: row.version,
    steps: outside
      ? steps.map((step) => ({
          ...step,
          reasons: step.state === 'waiting' ? step.reasons : step.reasons.filter(isForClients),
        }))
      : steps,
  };
}

/**
 * A client reads what is asked of them: what a step waits for, and what is wrong with their documents. Findings about
 * them stay internal.
 */
const isForClients = (reason: Reason): boolean => reason.pointer?.startsWith('/documents') ?? false;

const actorKinds = ['user', 'key', 'system', 'assistant', 'anonymous'] as const;

/** Who made the application. */
export const sourceOf = (row: Pick<FullRow, 'sourceKind' | 'sourceId' | 'sourceName'>): Actor =>
  actorOf(row.sourceKind, row.sourceId, row.sourceName);

/** Who or what acted, as rows keep it. */
export const actorOf = (kind: string, id: string, name: string): Actor => ({ kind: kindOf(kind), id, name });

function decisionOf(row: FullRow, outside: boolean): Application['decision'] {
  if (row.decidedByKind === null) return null;
  return {
    by: outside ? null : { kind: kindOf(row.decidedByKind), id: row.decidedById ?? '', name: row.decidedByName ?? '' },
    // What an officer notes with an approval is for colleagues.
    reason: outside && row.status === 'Approved' ? null : row.decisionReason,
  };
}

const kindOf = (text: string): Actor['kind'] => actorKinds.find((kind) => kind === text) ?? 'system';
