import type { UserId, WorkspaceAccess } from '@dossier/sdk';
import { reviewDocuments, uploadDocuments } from '../documents/contract.ts';
import { decideApplications, isDecided } from '../workflow/contract.ts';
import type { WholeApplication } from './applications.ts';
import { assignApplications, withdrawOwnApplications } from './contract.ts';

/** What can be done with an application by the buttons of its page. */
export type Action = 'approve' | 'reject' | 'take' | 'assign' | 'review' | 'upload' | 'confirm' | 'withdraw';

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
  const hasApproved = step?.approvals.some(({ by }) => by.id === me) ?? false;
  const works = access.can(decideApplications) || access.can(assignApplications);
  return [
    ...(judges && step?.mayDecide ? ['approve' as const] : []),
    // Who approved first may still change their mind.
    ...(judges && (step?.mayDecide || hasApproved) ? ['reject' as const] : []),
    ...(judges && works && !hasApproved ? ['take' as const] : []),
    ...(inside && access.can(assignApplications) ? ['assign' as const] : []),
    ...(judges && access.can(reviewDocuments) ? ['review' as const] : []),
    ...(access.can(uploadDocuments) ? ['upload' as const] : []),
    ...(o.awaited ? ['confirm' as const] : []),
    ...((!inside || o.clients.includes(me)) && access.can(withdrawOwnApplications) ? ['withdraw' as const] : []),
  ];
}
