import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock, Database, Vault } from '@dossier/sdk';
import type { SignInTables } from './entities.ts';
import { foundWith, metWith } from './standing.ts';

/** Of whom a record is: that of a sign-in names them from the moment their password was right. */
const accountOf = ({ accountId, result }: AdapterPayload): string | null =>
  accountId ?? result?.login?.accountId ?? null;

/**
 * What the provider remembers, in the database, so that any node can go on with a sign-in that another began.
 * Identifiers are secrets here (a code, a session): they are stored as fingerprints, and the payload is sealed, so that
 * a copy of the database opens nothing.
 */
export function adapterFor({
  database,
  clock,
  vault,
  refuse,
}: {
  database: Database;
  clock: Clock;
  vault: Vault;
  refuse: (why: string) => Error;
}): (model: string) => Adapter {
  const mark = (value: string): string => vault.fingerprint(value, 'sign-in/record');
  const markOrNull = (value: string | undefined): string | null => (value === undefined ? null : mark(value));

  return (model) => {
    const context = (id: string): string => `sign-in/record ${model} ${id}`;

    const read = (column: 'id' | 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> =>
      database.lookUp(async (tx) => {
        const row = await tx
          .sql<SignInTables>()
          .selectFrom('oidc_record')
          .leftJoin('credential', (join) =>
            join.on('credential.subject', '=', sql<string>`"oidc_record"."accountId"::uuid`),
          )
          .selectAll('oidc_record')
          .select('credential.passwordHash')
          .where('model', '=', model)
          .where(column, '=', mark(value))
          .executeTakeFirst();
        if (!row || (row.expiresAt !== null && Date.parse(row.expiresAt) <= clock.time())) return undefined;
        if (row.accountId !== null && row.passwordHash !== null) foundWith(row.accountId, row.passwordHash);
        const payload: AdapterPayload = JSON.parse(vault.open(row.payload, context(row.id)));
        return row.consumedAt === null
          ? payload
          : { ...payload, consumed: Math.floor(Date.parse(row.consumedAt) / 1000) };
      });

    return {
      upsert: (id, payload, expiresIn = 0) =>
        database.lookUp(async (tx) => {
          const db = tx.sql<SignInTables>();
          const now = clock.time();
          const accountId = accountOf(payload);
          const met = accountId === null ? undefined : metWith(accountId);
          if (accountId !== null && met !== undefined) {
            // Locked until this is stored: a change of the password then finds it and deletes it.
            const stands = await db
              .selectFrom('credential')
              .select('subject')
              .where('subject', '=', accountId)
              .where('passwordHash', '=', met)
              .forShare()
              .executeTakeFirst();
            // A client that redeems a code must get an error; anything else that is not stored leads nowhere by itself.
            if (!stands && model === 'AccessToken') throw refuse('the password was changed meanwhile');
            if (!stands) return;
          }
          if (model === 'Interaction')
            await db.deleteFrom('oidc_record').where('expiresAt', '<', new Date(now).toISOString()).execute();
          const key = mark(id);
          const values = {
            payload: vault.seal(JSON.stringify(payload), context(key)),
            grantId: markOrNull(payload.grantId),
            userCode: markOrNull(payload.userCode),
            uid: markOrNull(payload.uid),
            accountId,
            expiresAt: expiresIn > 0 ? new Date(now + expiresIn * 1000).toISOString() : null,
          };
          await db
            .insertInto('oidc_record')
            .values({ model, id: key, ...values, consumedAt: null })
            .onConflict((known) => known.columns(['model', 'id']).doUpdateSet(values))
            .execute();
        }),
      find: (id) => read('id', id),
      findByUid: (uid) => read('uid', uid),
      findByUserCode: (code) => read('userCode', code),
      consume: (id) =>
        database.lookUp(async (tx) => {
          const first = await tx
            .sql<SignInTables>()
            .updateTable('oidc_record')
            .set({ consumedAt: clock.now().toISOString() })
            .where('model', '=', model)
            .where('id', '=', mark(id))
            .where('consumedAt', 'is', null)
            .returning('id')
            .executeTakeFirst();
          // Two redemptions of one code at the same moment: both found it unused, and only one may have it.
          if (!first) throw refuse('authorization code already consumed');
        }),
      destroy: (id) =>
        database.lookUp(async (tx) => {
          await tx
            .sql<SignInTables>()
            .deleteFrom('oidc_record')
            .where('model', '=', model)
            .where('id', '=', mark(id))
            .execute();
        }),
      revokeByGrantId: (grantId) =>
        database.lookUp(async (tx) => {
          await tx.sql<SignInTables>().deleteFrom('oidc_record').where('grantId', '=', mark(grantId)).execute();
        }),
    };
  };
}
