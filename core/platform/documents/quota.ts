import { conflict } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { Audience } from './contract.ts';
import type { DocumentTables } from './entities.ts';

/**
 * Documents of one application for each audience, so that those for staff take no place from the client, who would
 * learn of them by it. Every reader gets all of them, and a page of a hundred applications those of all.
 */
export const MOST_DOCUMENTS = 300;

/**
 * Throws 409 `too-many-documents` when an application has no room for so many more. Call it behind the lock of the
 * application, so that two at once do not take the same place.
 */
export async function demandQuota(
  tx: Transaction,
  organization: OrganizationId,
  applicationId: string,
  audience: Audience,
  more: number,
): Promise<void> {
  const { n } = await tx
    .sql<DocumentTables>()
    .selectFrom('document')
    .where('organizationId', '=', organization)
    .where('applicationId', '=', applicationId)
    .where('audience', '=', audience)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  const left = MOST_DOCUMENTS - Number(n);
  if (more > left)
    throw conflict(
      'too-many-documents',
      `An application has at most ${MOST_DOCUMENTS} documents ${audience === 'staff' ? 'for staff only' : 'for its client'}, and this one takes ${Math.max(left, 0)} more. Put several papers into one file.`,
    );
}
