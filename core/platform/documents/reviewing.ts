import { conflict, demandMatch, forbidden, invalid, isVisible, notFound } from '@dossier/sdk';
import type { Clock, Database, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { Applications } from '../applications/contract.ts';
import type { Workflow } from '../workflow/contract.ts';
import { isStaff, maySee } from './audience.ts';
import { refuseDecided } from './cases.ts';
import type { Cases } from './cases.ts';
import { reviewDocuments, uploadDocuments } from './contract.ts';
import type { Document, ReviewStatus, Seen } from './contract.ts';
import type { Change, DocumentService } from './service.ts';
import type { DocumentRow, DocumentTables } from './entities.ts';
import { refuseHiding } from './hiding.ts';
import { demandQuota } from './quota.ts';
import type { Rows } from './rows.ts';
import { asDocument, asShown, versionOf } from './shown.ts';
import type { DocumentEvents } from './events.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly rows: Rows;
  readonly applications: Applications;
  readonly workflow: Workflow;
  readonly cases: Cases;
  readonly events: DocumentEvents;
}

/** Reviews a document, and says who may see it: decided by staff where the application is handled. */
export const reviewing =
  ({ database, clock, rows, applications, workflow, cases, events }: Deps): DocumentService['change'] =>
  async (access, id, change) => {
    const { reviewStatus, audience, seen, ifMatch } = change;
    // What one cannot see is not there, whatever one may do with others.
    const known = await rows.demand(access, id);
    if (!maySee(access, known)) throw notFound();
    if (reviewStatus !== undefined) access.demand(reviewDocuments);
    if (audience !== undefined) access.demand(uploadDocuments);
    const why = reasonOf(change, known);
    return database.write(access, async (tx) => {
      // Staff reviews where the application is handled: a permission held in another workspace does not count.
      if (known.workspaceId !== access.workspace) throw notFound();
      if (!isStaff(access, known))
        throw forbidden('Who may see a document, and how it was reviewed, is decided by the staff.');
      const status = await cases.locked(access, known.applicationId);
      if (reviewStatus !== undefined) refuseDecided(status);
      // Who held the lock may have reviewed it.
      const row = await rows.demand(access, id);
      const clients = await cases.clientsOf(access, row.applicationId);
      if (clients.includes(access.actor.id))
        throw forbidden('You are an applicant of this application: another officer reviews its documents.');
      const isReviewed = reviewStatus !== undefined && !(row.reviewStatus === reviewStatus && row.reason === why);
      const isMoved = audience !== undefined && row.audience !== audience;
      if (!isReviewed && !isMoved) return asShown(access, row);
      if (seen) refuseOvertaken(asDocument(row), seen);
      demandMatch(ifMatch, versionOf(asDocument(row)));
      if (isMoved && audience === 'staff') await refuseHiding(applications, access, row, clients);
      if (isMoved) await demandQuota(tx, access.organization, row.applicationId, audience, 1);
      const next: DocumentRow = {
        ...row,
        ...(isReviewed ? reviewed(access, reviewStatus, why, clock.now()) : {}),
        audience: audience ?? row.audience,
      };
      await update(tx, access, id, next);
      if (isMoved) events.moved(access, row, next, clients);
      if (isReviewed) {
        events.reviewed(access, row, next, clients);
        await workflow.recheck(access, row.applicationId, 'documents');
      }
      return asShown(access, next);
    });
  };

/** Why it is rejected; null when it is not. Throws 422 when nothing is to change, or the reason is missing. */
function reasonOf({ reviewStatus, reason, audience }: Change, known: DocumentRow): string | null {
  if (reviewStatus === undefined && audience === undefined)
    throw invalid([
      {
        pointer: '/reviewStatus',
        code: 'nothing-to-change',
        detail: 'Say how it was reviewed (reviewStatus), who may see it (audience), or both.',
      },
    ]);
  const why = reviewStatus === 'rejected' ? (reason?.trim() ?? '') : null;
  if (why !== null && !isVisible(why))
    throw invalid([
      {
        pointer: '/reason',
        code: 'missing',
        detail: `Say why the document is rejected: ${(audience ?? known.audience) === 'client' ? 'the client reads it' : 'your colleagues read it'}.`,
      },
    ]);
  return why;
}

/** How a document is to stand after a review. */
function reviewed(
  access: WorkspaceAccess,
  reviewStatus: ReviewStatus,
  reason: string | null,
  now: Date,
): Pick<DocumentRow, 'reviewStatus' | 'reason' | 'reviewedBy' | 'reviewedAt'> {
  if (reviewStatus === 'pending') return { reviewStatus, reason: null, reviewedBy: null, reviewedAt: null };
  return {
    reviewStatus,
    reason,
    reviewedBy: access.actor.kind === 'user' ? access.actor.id : null,
    reviewedAt: now.toISOString(),
  };
}

async function update(
  tx: Transaction,
  access: WorkspaceAccess,
  id: string,
  { reviewStatus, reason, reviewedBy, reviewedAt, audience }: DocumentRow,
): Promise<void> {
  await tx
    .sql<DocumentTables>()
    .updateTable('document')
    .set({ reviewStatus, reason, reviewedBy, reviewedAt, audience })
    .where('organizationId', '=', access.organization)
    .where('id', '=', id)
    .execute();
  // Its words are for whom it is for.
  await tx
    .sql<DocumentTables>()
    .updateTable('document_term')
    .set({ audience })
    .where('organizationId', '=', access.organization)
    .where('documentId', '=', id)
    .where('audience', '!=', audience)
    .execute();
}

function refuseOvertaken(now: Document, seen: Seen): void {
  if (now.reviewStatus === seen.reviewStatus && now.reviewedAt === seen.reviewedAt) return;
  throw conflict(
    'reviewed-meanwhile',
    `"${now.fileName}" was reviewed since you looked: it is ${now.reviewStatus} now, and your review was not recorded. Look at it again before you change that.`,
  );
}
