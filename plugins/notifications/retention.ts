/** What is over is kept for a time, so that it can be brought back and nothing is said twice; then it goes. */
import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { Clock, Database, Log, OrganizationId } from '@dossier/sdk';
import { unmuted } from './conditions.ts';
import type { NoticeTables } from './entities.ts';

const DAY = 86_400_000;
/** Days for which a notice is kept that was put away or taken back. */
const KEPT = 180;
/** Deleted at once. */
const SLICE = 1000;

interface Deps {
  readonly database: Pick<Database, 'lookUp' | 'write'>;
  readonly clock: Pick<Clock, 'time'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Deletes what was put away or taken back long ago, in all organizations. That of muted records stays: by it one reads
 * which records they are.
 */
export function retention({ database, clock, log }: Deps) {
  /** The oldest first, in the order of their index: how many there are of any age PostgreSQL does not know. */
  const oldest = (before: string, passedOver: readonly OrganizationId[]) =>
    database.lookUp((tx) =>
      tx
        .sql<NoticeTables>()
        .selectFrom('notice')
        .select(['notice.organizationId', 'notice.id'])
        .where(isOver(before))
        .where(unmuted)
        .where('notice.organizationId', '!=', sql<OrganizationId>`all(${idArray(passedOver)}::uuid[])`)
        .orderBy(overAt)
        .limit(SLICE)
        .execute(),
    );

  const remove = (organization: OrganizationId, ids: readonly string[], before: string): Promise<unknown> =>
    database.write({ organization, audience: 'staff' }, (tx) =>
      tx
        .sql<NoticeTables>()
        .deleteFrom('notice')
        .where('organizationId', '=', organization)
        .where('id', '=', sql<string>`any(${idArray(ids)}::uuid[])`)
        // Once more: somebody may have brought it back in the meantime.
        .where(isOver(before))
        .execute(),
    );

  return async (signal: AbortSignal): Promise<void> => {
    const before = new Date(clock.time() - KEPT * DAY).toISOString();
    const failed: OrganizationId[] = [];
    while (!signal.aborted) {
      const found = await oldest(before, failed);
      for (const [organization, rows] of Map.groupBy(found, (row) => row.organizationId))
        try {
          await remove(
            organization,
            rows.map(({ id }) => id),
            before,
          );
        } catch (err) {
          // One that cannot be served must not keep the others.
          failed.push(organization);
          log.warn({ err, organization }, 'Old notices could not be deleted; the next turn tries again.');
        }
      if (found.length < SLICE) return;
    }
  };
}

const overAt = sql<string>`greatest("notice"."doneAt", "notice"."takenBackAt")`;

/** Put away or taken back before that moment, whichever was last. */
const isOver = (before: string): Expression<SqlBool> => sql<SqlBool>`${overAt} < ${before}::timestamptz`;
