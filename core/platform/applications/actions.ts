import type { UserId, WorkspaceAccess } from '@dossier/sdk';
import { reviewDocuments, uploadDocuments } from '../documents/contract.ts';
import { isDecided } from '../workflow/contract.ts';
import type { WholeApplication } from './applications.ts';
import { assignApplications, withdrawOwnApplications } from './contract.ts';

/** What can be done with an application by the buttons of its page. */
export type Action = 'approve' | 'reject' | 'assign' | 'review' | 'upload' | 'confirm' | 'withdraw';

/**
 * What this viewer may do now, by their permissions and the state of the application. The services decide
 * again when it is done. `clients` are the applicants known as users; `awaited` when it waits for the viewer's word.
 */
export function actionsFor(
  access: WorkspaceAccess,
  application: WholeApplication,
  o: { clients: readonly UserId[]; awaited: boolean },
): readonly Action[] {
  if (isDecided(application.status)) return [];
  const inside = access.workspace === application.workspaceId;
  const step = application.decisionStep;
  const me = access.actor.id;
  // Nobody decides their own application, or reviews its papers.
  const judges = inside && !o.clients.includes(me);
  return [
    ...(judges && step?.mayDecide ? ['approve' as const] : []),
    // Who approved first may still change their mind.
    ...(judges && (step?.mayDecide || step?.approvals.some(({ by }) => by.id === me)) ? ['reject' as const] : []),
    ...(inside && access.can(assignApplications) ? ['assign' as const] : []),
    ...(judges && access.can(reviewDocuments) ? ['review' as const] : []),
    ...(access.can(uploadDocuments) ? ['upload' as const] : []),
    ...(o.awaited ? ['confirm' as const] : []),
    ...((!inside || o.clients.includes(me)) && access.can(withdrawOwnApplications) ? ['withdraw' as const] : []),
  ];
}
