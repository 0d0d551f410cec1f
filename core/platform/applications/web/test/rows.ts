import { randomUUID } from 'node:crypto';
import type { ApplicationRow } from '../types.ts';

const first = ['Ada', 'Ben', 'Chloé', 'Dmitri', 'Elif', 'Femi', 'Greta', 'Hana', 'Ivo', 'Jun'];
const last = ['Abara', 'Brandt', 'Costa', 'Dahl', 'Eriksen', 'Farouk', 'García', 'Holm', 'Ito', 'Jansen'];
const statuses = ['Submitted', 'InReview', 'Approved', 'Rejected', 'InReview'];
export const partner = { kind: 'key', id: 'k1', name: 'Partner portal' };

/** A made-up row of a workspace, made `minutes` ago; every fifth is `userId`'s. */
export const row = (
  i: number,
  of: { readonly workspaceId: string; readonly userId: string },
  o: Partial<ApplicationRow> & { minutes?: number } = {},
): ApplicationRow => {
  const { minutes = i * 47, ...rest } = o;
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  return {
    id: randomUUID(),
    number: `2026-${String(i + 1).padStart(6, '0')}`,
    workspaceId: of.workspaceId,
    templateId: 't1',
    templateName: i % 3 === 0 ? 'Home improvement loan' : 'Personal loan',
    status: statuses[i % statuses.length] ?? 'Submitted',
    applicantName: `${first[i % 10] ?? ''} ${last[Math.floor(i / 10) % 10] ?? ''}`,
    amount: i % 4 === 3 ? null : 5_000 + i * 125,
    currency: i % 4 === 3 ? null : 'EUR',
    source: partner,
    assignees: i % 5 === 1 ? [of.userId] : i % 5 === 4 ? ['other'] : [],
    createdAt: at,
    updatedAt: at,
    decidedAt: null,
    dueAt: null,
    waitingSince: null,
    waitingUntil: null,
    version: 1,
    ...rest,
  };
};
