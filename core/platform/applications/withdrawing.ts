/** A client takes back their application, before it is decided. */
import { conflict, demandMatch, fingerprint, forbidden, isId, notFound } from '@dossier/sdk';
import type { Database, IfMatch, WorkspaceAccess } from '@dossier/sdk';
import { isDecided } from '../workflow/contract.ts';
import type { Workflow } from '../workflow/contract.ts';
import type { ApplicationService, WholeApplication } from './applications.ts';
import { withdrawOwnApplications } from './contract.ts';
import type { ApplicationTables } from './entities.ts';
import { clientsOf, selectFull } from './rows.ts';
import { viewerOf } from './viewer.ts';

/**
 * Ends an application as Withdrawn, for good. One that is withdrawn already is answered as it is. Throws `not-found`
 * (404), `forbidden` (403) for all but its applicants and who made it, `already-decided` (409), and with `ifMatch`
 * `stale` (412).
 */
export type Withdraw = (
  access: WorkspaceAccess,
  id: string,
  o: { readonly reason: string | null; readonly ifMatch?: IfMatch },
) => Promise<WholeApplication>;

interface Deps {
  readonly database: Database;
  readonly workflow: Pick<Workflow, 'withdraw'>;
  readonly service: Pick<ApplicationService, 'whole'>;
}

export const withdrawing =
  ({ database, workflow, service }: Deps): Withdraw =>
  (access, id, { reason, ifMatch }) =>
    database.write(access, async (tx) => {
      const row = isId(id)
        ? await selectFull(tx, access.organization).where('application.id', '=', id).executeTakeFirst()
        : undefined;
      const viewer = row && viewerOf(access, row);
      if (!row || viewer === null) throw notFound();
      access.demand(withdrawOwnApplications);
      const { actor } = access;
      const isTheirs = viewer === 'client' || clientsOf(row.applicants).includes(actor.id);
      if (actor.kind !== 'user' || !isTheirs) throw forbidden('Only the client withdraws their own application.');
      const held = await tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .select('status')
        .where('organizationId', '=', access.organization)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (held.status === 'Withdrawn') return (await service.whole(access, id))!;
      if (isDecided(held.status))
        throw conflict(
          'already-decided',
          `This application is ${held.status} already, and cannot be withdrawn any more.`,
        );
      if (ifMatch !== undefined) demandMatch(ifMatch, fingerprint((await service.whole(access, id))!));
      await workflow.withdraw(access, id, { reason });
      return (await service.whole(access, id))!;
    });
