/** What happened to a person's account, for their own eyes: who signed in with it, or tried, from where. */
import { newId, utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationId, Page, Transaction, UserId } from '@dossier/sdk';
import type { SecurityKind } from './contract.ts';
import type { Origin } from './device.ts';
import type { PeopleTables } from './entities.ts';

/** Milliseconds for which entries are kept. */
const kept = 180 * 24 * 60 * 60 * 1000;

interface Happened {
  readonly kind: SecurityKind;
  readonly user: UserId;
  readonly from: Origin | null;
  readonly organization: OrganizationId | null;
}
export interface SecurityRow {
  readonly id: string;
  readonly at: string;
  readonly kind: SecurityKind;
  readonly device: string | null;
  readonly address: string | null;
  readonly organizationId: OrganizationId | null;
}

export interface Security {
  note(tx: Transaction, happened: readonly Happened[]): Promise<void>;
  /** For whom an issuer knows by this subject, in one statement whether there is anybody or not. */
  noteOf(o: { readonly subject: string; readonly storedAs: string } & Pick<Happened, 'kind' | 'from'>): Promise<void>;
  /** Newest first; one more than the page holds when there are more. */
  list(user: UserId, page: Page): Promise<readonly SecurityRow[]>;
}

export function createSecurity({ database, clock }: { database: Database; clock: Clock }): Security {
  const since = (): string => new Date(clock.time() - kept).toISOString();
  return {
    async note(tx, happened) {
      if (happened.length === 0) return;
      const at = clock.now().toISOString();
      const db = tx.sql<PeopleTables>();
      await db
        .insertInto('security_entry')
        .values(
          happened.map(({ kind, user, from, organization }) => ({
            id: newId(),
            userId: user,
            at,
            kind,
            device: from?.device ?? null,
            address: from?.address ?? null,
            organizationId: organization,
          })),
        )
        .execute();
      await db
        .deleteFrom('security_entry')
        .where('userId', 'in', [...new Set(happened.map(({ user }) => user))])
        .where('at', '<', since())
        .execute();
    },

    noteOf: ({ subject, storedAs, kind, from }) =>
      database.lookUp(async (tx) => {
        const at = clock.now().toISOString();
        await tx
          .sql<PeopleTables>()
          .insertInto('security_entry')
          .columns(['id', 'userId', 'at', 'kind', 'device', 'address', 'organizationId'])
          .expression((eb) =>
            eb
              .selectFrom('user_identity')
              .select(({ val, cast }) => [
                cast<string>(val(newId()), 'uuid').as('id'),
                'user_identity.userId',
                cast<string>(val(at), 'timestamptz').as('at'),
                cast<SecurityKind>(val(kind), 'text').as('kind'),
                cast<string | null>(val(from?.device ?? null), 'text').as('device'),
                cast<string | null>(val(from?.address ?? null), 'text').as('address'),
                cast<string | null>(val(null), 'uuid').as('organizationId'),
              ])
              .where('user_identity.issuer', '=', storedAs)
              .where('user_identity.subject', '=', subject),
          )
          .execute();
      }),

    list: (user, page) =>
      database.lookUp(async (tx) => {
        let found = tx
          .sql<PeopleTables>()
          .selectFrom('security_entry')
          .select(['id', 'at', 'kind', 'device', 'address', 'organizationId'])
          .where('userId', '=', user)
          .where('at', '>=', since())
          .orderBy('id', 'desc')
          .limit(page.limit + 1);
        if (page.after) found = found.where('id', '<', page.after.id);
        return (await found.execute()).map((row) => ({ ...row, at: utc(row.at) }));
      }),
  };
}
