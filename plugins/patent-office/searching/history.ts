/** Searches that a person has made, so that they find them again. They are theirs alone. */
import { advisoryLock, isId, newId, notFound, utc } from '@dossier/sdk';
import type { Clock, Database, Transaction, WorkspaceAccess } from '@dossier/sdk';
import { parse, terms } from '../cql/index.ts';
import type { PatentTables } from '../entities.ts';
import { known } from '../patents.ts';
import type { EarlierSearch } from '../replies.ts';
import type { Asked } from './query.ts';

/** Older ones are forgotten. */
const KEPT = 50;

export interface History {
  /**
   * Notes a search; the same again, or a later page of it, is the one that is there. Resolves with its id. That of an
   * actor who is no person is noted nowhere.
   */
  note(
    access: WorkspaceAccess,
    o: { readonly cql: string; readonly given: Asked; readonly total: number; readonly from: number },
  ): Promise<string>;
  /** The newest first; 50 at most. */
  list(access: WorkspaceAccess): Promise<readonly EarlierSearch[]>;
  /** The words that were searched for, to be marked where they are found. Throws 404 for another's. */
  words(access: WorkspaceAccess, id: string): Promise<readonly string[]>;
  /** Throws 404 for another's. */
  forget(access: WorkspaceAccess, id: string): Promise<void>;
  /** Notes that a patent was opened. */
  seen(access: WorkspaceAccess, number: string): Promise<void>;
}

export function createHistory({
  database,
  clock,
}: {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
}): History {
  return {
    note: async (access, { cql, given, total, from }) => {
      const { organization, actor } = access;
      const id = newId();
      // The table is a person's own: a row for anybody else would be refused.
      if (actor.kind !== 'user') return id;
      const mine = { organizationId: organization, userId: actor.id } as const;
      const form = formOf(given);
      const made = { form: form && JSON.stringify(form), total, at: clock.now().toISOString() };
      return database.write(access, async (tx) => {
        // Two windows that make the same search make one.
        await advisoryLock(tx, `patent-office/searches/${organization}/${actor.id}`);
        const earlier = await own(tx, access).where('cql', '=', cql).executeTakeFirst();
        if (earlier && from > 1) return earlier.id;
        await tx
          .sql<PatentTables>()
          .insertInto('patent_search')
          .values({ ...mine, id: earlier?.id ?? id, cql, ...made })
          .onConflict((there) => there.columns(['organizationId', 'id']).doUpdateSet(made))
          .execute();
        const older = await own(tx, access).orderBy('at', 'desc').orderBy('id', 'desc').offset(KEPT).execute();
        if (older.length > 0)
          await tx
            .sql<PatentTables>()
            .deleteFrom('patent_search')
            .where('organizationId', '=', mine.organizationId)
            .where('userId', '=', mine.userId)
            .where(
              'id',
              'in',
              older.map((one) => one.id),
            )
            .execute();
        return earlier?.id ?? id;
      });
    },
    list: (access) =>
      database.read(access, async (tx) => {
        const rows = await own(tx, access).orderBy('at', 'desc').orderBy('id', 'desc').limit(KEPT).execute();
        return rows.map(({ id, cql, form, total, at }) => ({ id, cql, form, total, at: utc(at) }));
      }),
    words: (access, id) =>
      database.read(access, async (tx) => {
        const row = isId(id) ? await own(tx, access).where('id', '=', id).executeTakeFirst() : undefined;
        if (!row) throw notFound();
        return wordsOf(row.cql);
      }),
    forget: (access, id) =>
      database.write(access, async (tx) => {
        const gone = isId(id)
          ? await tx
              .sql<PatentTables>()
              .deleteFrom('patent_search')
              .where('organizationId', '=', access.organization)
              .where('userId', '=', access.actor.id)
              .where('id', '=', id)
              .returning('id')
              .executeTakeFirst()
          : undefined;
        if (!gone) throw notFound();
      }),
    seen: async (access, number) => {
      // What somebody else reads for a person is not seen by them.
      if (access.actor.kind !== 'user' || access.readOnly) return;
      await database.write(access, async (tx) => {
        const patent = (await known(tx, access.organization, [number])).get(number);
        if (!patent) return;
        await tx
          .sql<PatentTables>()
          .insertInto('patent_seen')
          .values({
            organizationId: access.organization,
            userId: access.actor.id,
            patentId: patent.id,
            at: clock.now().toISOString(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    },
  };
}

/** The form that opens it again; null for what is opened as CQL. */
const formOf = ({ by, q, form }: Asked): NonNullable<unknown> | null =>
  by === 'applicant' ? { applicants: [q] } : (form ?? null);

/** What the database shows to nobody else anyway. */
const own = (tx: Transaction, { organization, actor }: WorkspaceAccess) =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_search')
    .select(['id', 'cql', 'form', 'total', 'at'])
    .where('organizationId', '=', organization)
    .where('userId', '=', actor.id);

const masks: Readonly<Record<string, string>> = { '\uE000': '*', '\uE001': '?', '\uE002': '#' };

/** As they were written, with their masks; each once. */
function wordsOf(cql: string): readonly string[] {
  const parsed = parse(cql);
  if (!parsed.valid) return [];
  const words = terms(parsed.query).map((term) =>
    term.words.join(' ').replaceAll(/[\uE000-\uE002]/g, (sign) => masks[sign] ?? ''),
  );
  return [...new Set(words)];
}
