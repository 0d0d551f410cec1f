/**
 * What somebody notes about a patent, for themselves. The database shows a note to its author and to nobody else, with
 * whatever rights they come; so it is in no list, export, search or prompt of others.
 */
import type { Selectable } from 'kysely';
import { advisoryLock, demandMatch, invalid, isVisible, notFound, utc } from '@dossier/sdk';
import type { Clock, Database, Fault, IfMatch, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { PatentNote } from '../contract.ts';
import type { PatentTables } from '../entities.ts';
import { patentBy } from '../library/numbered.ts';

/** All throw 404 for a patent that nobody of the organization has met. */
export interface Notes {
  /** Without one it is empty, and of version 0: who writes the first one names that. */
  read(access: WorkspaceAccess, number: string): Promise<PatentNote>;
  /** Throws 422 for a text that says nothing, and 412. */
  write(access: WorkspaceAccess, number: string, text: string, ifMatch: IfMatch): Promise<PatentNote>;
  /** Throws 404 without one, and 412. */
  remove(access: WorkspaceAccess, number: string, ifMatch: IfMatch): Promise<void>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
}

export const noteFaults = (text: string | undefined): readonly Fault[] =>
  text === undefined || isVisible(text)
    ? []
    : [{ pointer: '/text', code: 'missing', detail: 'Write something, or delete the note.' }];

export function createNotes({ database, clock }: Deps): Notes {
  /** The patent and its note, in a transaction in which nobody else changes that. */
  const within = <T>(
    access: WorkspaceAccess,
    number: string,
    work: (tx: Transaction, patentId: string, there: NoteRow | undefined) => Promise<T>,
  ): Promise<T> =>
    database.write(access, async (tx) => {
      const { id } = await patentBy(tx, access.organization, number);
      await advisoryLock(tx, `patent-office/note/${access.organization}/${access.actor.id}/${id}`);
      return work(tx, id, await ownNote(tx, access, id).executeTakeFirst());
    });

  return {
    read: (access, number) =>
      database.read(access, async (tx) => {
        const { id } = await patentBy(tx, access.organization, number);
        const row = await ownNote(tx, access, id).executeTakeFirst();
        return row ? shown(row) : none;
      }),

    async write(access, number, text, ifMatch) {
      const faults = noteFaults(text);
      if (faults.length > 0) throw invalid(faults);
      return within(access, number, async (tx, patentId, there) => {
        demandMatch(ifMatch, there?.version ?? 0);
        if (there?.text === text) return shown(there);
        const written = { text, at: clock.now().toISOString(), version: (there?.version ?? 0) + 1 };
        const row = await tx
          .sql<PatentTables>()
          .insertInto('patent_note')
          .values({ organizationId: access.organization, authorId: access.actor.id, patentId, ...written })
          .onConflict((taken) => taken.columns(['organizationId', 'authorId', 'patentId']).doUpdateSet(written))
          .returningAll()
          .executeTakeFirstOrThrow();
        return shown(row);
      });
    },

    remove: (access, number, ifMatch) =>
      within(access, number, async (tx, patentId, there) => {
        if (!there) throw notFound();
        demandMatch(ifMatch, there.version);
        await tx
          .sql<PatentTables>()
          .deleteFrom('patent_note')
          .where('organizationId', '=', access.organization)
          .where('authorId', '=', access.actor.id)
          .where('patentId', '=', patentId)
          .execute();
      }),
  };
}

type NoteRow = Selectable<PatentTables['patent_note']>;

const none: PatentNote = { text: '', at: null, version: 0 };
const shown = ({ text, at, version }: NoteRow): PatentNote => ({ text, at: utc(at), version });

/** Asked for by its author, too, and not left to the wall alone. */
const ownNote = (tx: Transaction, { organization, actor }: WorkspaceAccess, patentId: string) =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_note')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('authorId', '=', actor.id)
    .where('patentId', '=', patentId);
