/** Clients who were asked for a correction are reminded, once. */
import type { Clock, Database, Log } from '@dossier/sdk';
import type { CorrectionTables } from './entities.ts';
import type { Mailing } from './unknown-clients.ts';

/** Rounds that are looked at in one turn. */
const BATCH = 500;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mails: Pick<Mailing, 'remind'>;
}

/** Each in a transaction of its own, in which it is noted too: another node, or a restart, finds it done. */
export const reminding =
  ({ database, clock, log, mails }: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const due = await database.lookUp((tx) =>
      tx
        .sql<CorrectionTables>()
        .selectFrom('correction_round')
        .select(['organizationId', 'id'])
        .where('state', '=', 'open')
        .where('remindedAt', 'is', null)
        .where('remindAt', '<=', clock.now().toISOString())
        .orderBy('remindAt')
        .limit(BATCH)
        .execute(),
    );
    for (const { organizationId, id } of due) {
      if (signal.aborted) return;
      await mails.remind(organizationId, id).catch((err: unknown) => {
        // One that cannot be reminded of must not keep the others.
        log.warn({ err, correction: id }, 'Nobody could be reminded of a correction; the next turn tries again.');
      });
    }
  };
