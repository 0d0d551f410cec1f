import type { Selectable } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { Answer, fingerprint, IDEMPOTENCY_KEPT, idempotencyKey, keyReused } from '@dossier/sdk';
import type { Access, Clock, Database } from '@dossier/sdk';
import type { IdempotencyTables } from './idempotency-table.ts';

/** Runs a handler once per `Idempotency-Key`: the key, the effect and the stored answer commit together. */
export type IdempotentRunner = (
  request: FastifyRequest,
  operation: string,
  success: number,
  run: () => Promise<Answer>,
) => Promise<Answer>;

/** Of what is asked for: the place that the path names, and the body, in whatever order its members stand. */
const hashOf = ({ params, body }: FastifyRequest): string => fingerprint([params, body ?? null]);

type Row = Selectable<IdempotencyTables['idempotency_key']>;

/**
 * The semantics of draft-ietf-httpapi-idempotency-key-header-07: the same key with another body, or for another place,
 * is 422, the answer is kept for 24 hours, and a refused request (4xx) stores nothing, so that the corrected retry
 * succeeds. A second request with the key waits for the first.
 */
export function createIdempotentRunner(database: Database, clock: Clock): IdempotentRunner {
  return async (request, operation, success, run) => {
    const access = request.access;
    if (!access) return run();
    const key = idempotencyKey(request.headers['idempotency-key']);
    if (key === undefined) return run();
    const id = {
      organizationId: access.organization!,
      credential: `${access.actor.kind}:${access.actor.id}`,
      operation,
      key,
    };
    const bodyHash = hashOf(request);
    return database.write(access as Access, async (tx) => {
      const db = tx.sql<IdempotencyTables>();
      await db
        .deleteFrom('idempotency_key')
        .where(({ and }) => and(id))
        .where('at', '<', expiry(clock.now()))
        .execute();
      const inserted = await db
        .insertInto('idempotency_key')
        .values({ ...id, bodyHash, status: null, headers: null, body: null, at: clock.now().toISOString() })
        .onConflict((on) => on.doNothing())
        .returning('key')
        .executeTakeFirst();
      if (!inserted)
        return stored(
          await db
            .selectFrom('idempotency_key')
            .selectAll()
            .where(({ and }) => and(id))
            .executeTakeFirstOrThrow(),
          bodyHash,
        );
      const answer = await run();
      await db
        .updateTable('idempotency_key')
        .set({
          status: answer.status ?? success,
          headers: JSON.stringify(answer.headers),
          body: JSON.stringify(answer.body ?? null),
        })
        .where(({ and }) => and(id))
        .execute();
      return answer;
    });
  };
}

/** An answer from before this is kept no more. */
const expiry = (now: Date): string => new Date(now.getTime() - IDEMPOTENCY_KEPT).toISOString();

/** Removes the answers of all organizations whose requests can no longer be repeated. */
export async function sweep(database: Database, now: Date): Promise<void> {
  await database.lookUp((tx) =>
    tx.sql<IdempotencyTables>().deleteFrom('idempotency_key').where('at', '<', expiry(now)).execute(),
  );
}

function stored(row: Row, bodyHash: string): Answer {
  if (row.bodyHash !== bodyHash)
    throw keyReused(
      'This key was sent before with a different body or to a different place. Use a new key for a new request.',
    );
  return new Answer(row.body, {
    ...(row.status === null ? {} : { status: row.status }),
    headers: { ...row.headers, 'idempotency-replayed': 'true' },
  });
}
