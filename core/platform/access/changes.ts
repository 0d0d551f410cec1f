import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { newId } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';
import type { AccessTables } from './entities.ts';

/** A box of a matrix; without a workspace one of the organization's. */
interface Box {
  readonly teamRoleId: string;
  readonly permission: string;
  readonly workspaceId: string | null;
}

/** Columns that say who changed a row last. */
export const changedBy = (
  access: OrganizationAccess,
  now: Date,
): { changedBy: string; changedByName: string; changedAt: string } => ({
  changedBy: access.actor.id,
  changedByName: access.actor.name,
  changedAt: now.toISOString(),
});

/** Notes who ticked or unticked a box last. */
export async function noteChange(
  db: Kysely<AccessTables>,
  access: OrganizationAccess,
  now: Date,
  box: Box,
): Promise<void> {
  const by = changedBy(access, now);
  await db
    .insertInto('role_grant_change')
    .values({ organizationId: access.organization, id: newId(), ...box, ...by })
    .onConflict((c) =>
      c
        .expression(
          sql`"organizationId", "teamRoleId", "permission", coalesce("workspaceId", '00000000-0000-0000-0000-000000000000')`,
        )
        .doUpdateSet(by),
    )
    .execute();
}
