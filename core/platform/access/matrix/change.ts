import { demandMatch } from '@dossier/sdk';
import type { Database, IfMatch, OrganizationAccess, Registry } from '@dossier/sdk';
import type { AccessAdministration } from '../contract.ts';
import type { AccessTables } from '../entities.ts';
import { oneAtATime } from '../lock-outs.ts';
import { clickedAt } from './clicked.ts';
import type { MatrixChange } from './clicked.ts';
import type { Matrix } from './contract.ts';
import { readMatrix } from './matrix.ts';
import type { Place } from './matrix.ts';

interface Deps {
  readonly database: Database;
  readonly registry: Registry;
  readonly administration: Pick<AccessAdministration, 'setFeature' | 'setGrant'>;
}

/**
 * Saves what was clicked in one transaction, or nothing of it. `ifMatch` is the header as sent: when somebody else has
 * saved since that version was read, 412 `stale`. Boxes are ticked before others are unticked, so that a right that
 * moves to another role locks nobody out in between.
 */
export function changeMatrix(
  { database, registry, administration }: Deps,
  access: OrganizationAccess,
  place: Place,
  change: MatrixChange,
  ifMatch: IfMatch,
): Promise<Matrix> {
  const workspace = place.workspace?.id ?? null;
  return database.write(access, async (tx) => {
    const db = tx.sql<AccessTables>();
    await oneAtATime(db, access.organization);
    if (ifMatch !== undefined) demandMatch(ifMatch, (await readMatrix(db, registry, place)).version);
    const { switched, boxes } = await clickedAt(db, registry, place, change);
    for (const { feature, on } of switched)
      if (workspace !== null) await administration.setFeature(access, { workspace, feature, on });
    for (const { teamRoleId, permission, granted } of [...boxes].sort((a, b) => Number(b.granted) - Number(a.granted)))
      await administration.setGrant(access, { teamRoleId, permission, workspace, granted });
    return readMatrix(db, registry, place);
  });
}
