import { dayIn, storedTimeZone } from '@dossier/sdk';
import type { Clock, Database, OrganizationId } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly tenancy: Pick<Tenancy, 'organization'>;
}

/** The day where an organization is, as `2026-11-26`: the same for all who work in it, wherever they are. */
export const days =
  ({ database, clock, tenancy }: Deps) =>
  (organization: OrganizationId): Promise<string> =>
    database.read(organization, async (tx) =>
      dayIn(clock.now(), storedTimeZone((await tenancy.organization(organization, tx))?.timeZone ?? 'UTC')),
    );
