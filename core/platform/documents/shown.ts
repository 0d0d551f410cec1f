/** Documents as they are shown: what of a stored one is for whom, and the version by which it is compared. */
import { utc } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import { scanStateOf } from '../files/contract.ts';
import { isStaff, mayChangeAudience, maySee } from './audience.ts';
import type { Document, Seen, ShownDocument } from './contract.ts';
import type { DocumentRow } from './entities.ts';

/** As other modules know it, for every reader. */
export const asDocument = (row: DocumentRow): Document => ({
  id: row.id,
  applicationId: row.applicationId,
  fileName: row.fileName,
  contentType: row.contentType,
  size: row.size,
  reviewStatus: row.reviewStatus,
  requirementKey: row.requirementKey,
  replaces: row.replaces,
  scan: scanStateOf(row.scan),
  audience: row.audience,
  reason: row.reason,
  reviewedBy: row.reviewedBy,
  reviewedAt: row.reviewedAt && utc(row.reviewedAt),
  uploadedBy: { kind: row.uploadedByKind, id: row.uploadedById, name: row.uploadedByName },
  createdAt: utc(row.createdAt),
});

/** Clients learn how a document stands, why and since when; who works on it inside the house is not for them. */
export const asShown = (access: WorkspaceAccess, row: DocumentRow): ShownDocument => {
  const inside = access.actor.kind === 'key' || isStaff(access, row);
  return {
    ...asDocument(row),
    ...(inside ? {} : { reviewedBy: null }),
    replaces:
      row.replacedAudience !== null && maySee(access, { ...row, audience: row.replacedAudience }) ? row.replaces : null,
    mayChangeAudience: mayChangeAudience(access, row),
  };
};

/** Another one whenever the review stands otherwise, or others may see it: all else of a document stays as it came. */
export const versionOf = ({ reviewStatus, reviewedAt, audience }: Seen & Pick<Document, 'audience'>): string =>
  `${reviewStatus}-${reviewedAt === null ? 0 : Date.parse(reviewedAt)}${audience === 'staff' ? '-staff' : ''}`;
