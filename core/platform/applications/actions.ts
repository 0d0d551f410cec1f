import type { UserId, WorkspaceAccess } from '@dossier/sdk';
import { reviewDocuments, uploadDocuments } from '../documents/contract.ts';
import { decideApplications, isDecided } from '../workflow/contract.ts';
import type { WholeApplication } from './applications.ts';

/** What can be done with an application by the buttons of its page. */
export type Action = 'approve' | 'reject' | 'review' | 'upload' | 'confirm';

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
  const atOfficer = application.steps.some((step) => step.kind === 'MANUAL' && step.state === 'running');
  const me = access.actor.id;
  // Nobody decides their own application, or reviews its papers.
  const judges = inside && !o.clients.includes(me);
  return [
    ...(judges && atOfficer && access.can(decideApplications) ? ['approve' as const, 'reject' as const] : []),
    ...(judges && access.can(reviewDocuments) ? ['review' as const] : []),
    ...(access.can(uploadDocuments) ? ['upload' as const] : []),
    ...(o.awaited ? ['confirm' as const] : []),
  ];
}
