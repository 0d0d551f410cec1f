/** Drafts whose time has come: their owner is reminded once, then they are deleted with their files. */
import { utc } from '@dossier/sdk';
import type { Clock, Database, Log, OrganizationAccess, OrganizationId, SystemAccess, Transaction } from '@dossier/sdk';
import type { FileRecords } from '../files/contract.ts';
import type { DraftTables, StoredDraft } from './entities.ts';
import type { Reminding } from './reminding.ts';
import { removeDraft } from './rows.ts';
import type { Tell } from './telling.ts';
import { daysToReminder, expiryOf, reminderOf } from './times.ts';
import type { KeepingTimes } from './times.ts';

/** Days for which it is known what a sent draft became: its answer can be asked for again so long. */
const SENT_KEPT = 7;
const day = 86_400_000;
/** Drafts that are looked at in one turn. */
const BATCH = 200;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly records: FileRecords;
  readonly system: SystemAccess;
  readonly log: Log;
  readonly tell: Tell;
  readonly remind: Reminding;
  times(organization: string): Promise<KeepingTimes>;
}

/** Looks through the drafts of all organizations. Each is settled in a transaction of its own, behind its lock. */
export function sweeping({ database, clock, records, system, log, tell, remind, times }: Deps) {
  /** A page of those that may be due, by id; {@link settle} decides. */
  function due(tx: Transaction, organization: OrganizationId, kept: KeepingTimes, after: string | undefined) {
    const before = new Date(clock.time() - daysToReminder(kept) * day).toISOString();
    const sentBefore = new Date(clock.time() - SENT_KEPT * day).toISOString();
    const page = tx
      .sql<DraftTables>()
      .selectFrom('application_draft')
      .select('id')
      .where('organizationId', '=', organization)
      .where(({ or, and, eb }) =>
        or([
          and([eb('sentAt', 'is', null), eb('savedAt', '<=', before)]),
          and([eb('sentAt', 'is not', null), eb('sentAt', '<=', sentBefore)]),
        ]),
      )
      .orderBy('id')
      .limit(BATCH);
    return (after === undefined ? page : page.where('id', '>', after)).execute();
  }

  const settle = (access: OrganizationAccess, id: string, kept: KeepingTimes): Promise<void> =>
    database.write(access, async (tx) => {
      const { organization } = access;
      const row = await tx
        .sql<DraftTables>()
        .selectFrom('application_draft')
        .selectAll()
        .where('organizationId', '=', organization)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      const now = clock.now();
      // Another node may have done it, or its owner has saved it since.
      if (!row) return;
      if (isOver(row, kept, now)) {
        for (const file of await removeDraft(tx, organization, id)) await records.discard(access, file);
        if (row.sentAt === null) tell(access, { id, what: 'deleted' }, row.ownerId);
        return;
      }
      if (row.sentAt !== null || row.remindedAt !== null || kept.reminderDays === 0) return;
      if (reminderOf(row, kept) > now) return;
      const remindedAt = now.toISOString();
      await tx
        .sql<DraftTables>()
        .updateTable('application_draft')
        .set({ remindedAt })
        .where('organizationId', '=', organization)
        .where('id', '=', id)
        .execute();
      await remind(tx, access, row, expiryOf({ ...row, remindedAt }, kept, now));
    });

  async function sweepOne(organization: OrganizationId, signal: AbortSignal): Promise<void> {
    const [access, kept] = [await system(organization), await times(organization)];
    let after: string | undefined;
    while (!signal.aborted) {
      const page = await database.read(organization, (tx) => due(tx, organization, kept, after));
      for (const { id } of page)
        await settle(access, id, kept).catch((err: unknown) =>
          // One that cannot be settled must not keep the others.
          log.warn({ err, draft: id }, 'A draft could not be looked after; the next turn tries again.'),
        );
      after = page.at(-1)?.id;
      if (page.length < BATCH) return;
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    const organizations = await database.lookUp((tx) =>
      tx.sql<DraftTables>().selectFrom('application_draft').select('organizationId').distinct().execute(),
    );
    for (const { organizationId } of organizations) await sweepOne(organizationId, signal);
  };
}

function isOver(row: StoredDraft, kept: KeepingTimes, now: Date): boolean {
  if (row.sentAt !== null) return Date.parse(utc(row.sentAt)) + SENT_KEPT * day <= now.getTime();
  // Who is to be reminded first is, by this turn or the next.
  return (kept.reminderDays === 0 || row.remindedAt !== null) && expiryOf(row, kept, now) <= now;
}
