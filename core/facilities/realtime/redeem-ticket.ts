import { sql } from 'kysely';
import type { LogDatabase } from '../events/index.ts';
import type { TicketHolder } from './tickets.ts';

/**
 * Uses a ticket up, on whatever node it is shown: true for its first use, as long as its credential has not been
 * withdrawn, here or elsewhere, and its person has not been shut out, for as long as a ticket from before could be
 * shown.
 */
export type RedeemTicket = (holder: TicketHolder) => Promise<boolean>;

/** `remember`: milliseconds for which a person who was shut out, and let in again, waits for old tickets to end. */
export const createRedeemTicket =
  (o: { database: LogDatabase; now: () => Date; remember: number }): RedeemTicket =>
  async ({ clientId, endsAt, identity: { credential, actor, organization } }) => {
    const since = new Date(o.now().getTime() - o.remember).toISOString();
    const { rows } = await o.database.systemTransaction('app_jobs', (tx) =>
      sql<{ admitted: boolean }>`
    with spent as (insert into spent_ticket (id, "endsAt") values (${clientId}, ${endsAt}::timestamptz) on conflict do nothing returning id)
    select exists (select from spent) and not exists (select from access_change where credential = ${credential})
      and not exists (select from access_change where ended and "userId" = ${actor.id} and "organizationId" = ${organization}::uuid and at > ${since}::timestamptz) as admitted`.execute(
        tx.sql(),
      ),
    );
    return rows[0]?.admitted === true;
  };
