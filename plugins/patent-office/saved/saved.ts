/** Patents that are saved to an application, with what each is to it and why. */
import { advisoryLock, conflict, demandMatch, notFound, utc } from '@dossier/sdk';
import type { Clock, Database, Emits, IfMatch, Transaction, WorkspaceAccess } from '@dossier/sdk';
import { mostOfPatents, patentRemoved, patentSaved } from '../contract.ts';
import type { SavedPatent } from '../contract.ts';
import type { PatentTables } from '../entities.ts';
import { linesOf } from '../patents.ts';
import type { PatentRecord } from '../replies.ts';
import { patentBy } from '../library/numbered.ts';
import type { CasesRead } from './reading.ts';
import { savedRow, savedShown, savedTo, savingsOf } from './rows.ts';

interface SavedContent {
  readonly tag: string;
  readonly reason: string;
}

/** All throw 404 for an application that the actor does not read as one of the staff, and for unknown patents. */
export interface Saving {
  /** The last that was saved first. */
  list(access: WorkspaceAccess, applicationId: string): Promise<readonly SavedPatent[]>;
  one(access: WorkspaceAccess, applicationId: string, number: string): Promise<SavedPatent>;
  /**
   * Saves it, or changes tag and reason of what is saved; in whatever spelling, it is one. Once is as good as twice.
   * Throws 412, and 409 `too-many-saved` and `several-publications`.
   */
  save(
    access: WorkspaceAccess,
    applicationId: string,
    number: string,
    content: SavedContent,
    ifMatch: IfMatch,
  ): Promise<SavedPatent>;
  /** Throws 404 for what is not saved, and 412. */
  remove(access: WorkspaceAccess, applicationId: string, number: string, ifMatch: IfMatch): Promise<void>;
  /** Numbers of all that is saved to it: to mark hits of a search. */
  among(access: WorkspaceAccess, applicationId: string): Promise<ReadonlySet<string>>;
  /** To which applications of the workspace that the actor reads a patent is saved; at most 100. */
  whereOf(access: WorkspaceAccess, patentId: string): Promise<PatentRecord['savedTo']>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly read: CasesRead;
  readonly events: Emits<typeof patentSaved | typeof patentRemoved>;
}

export function createSaving({ database, clock, read, events }: Deps): Saving {
  const list: Saving['list'] = async (access, applicationId) => {
    await read.demand(access, applicationId);
    return database.read(access, async (tx) => {
      const rows = await savedTo(tx, access.organization, applicationId);
      const lines = await linesOf(
        tx,
        access.organization,
        rows.map(({ patentId }) => patentId),
      );
      return rows.flatMap((row) => {
        const line = lines.get(row.patentId);
        return line ? [savedShown(row, line)] : [];
      });
    });
  };

  /** Those who change what is saved to an application come one after the other. */
  const write = async <T>(
    access: WorkspaceAccess,
    applicationId: string,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> => {
    await read.demand(access, applicationId);
    return database.write(access, async (tx) => {
      await advisoryLock(tx, `patent-office/saved/${access.organization}/${applicationId}`);
      return work(tx);
    });
  };

  return {
    list,

    async one(access, applicationId, number) {
      await read.demand(access, applicationId);
      return database.read(access, async (tx) => {
        const { id, line } = await patentBy(tx, access.organization, number);
        const row = await savedRow(tx, access.organization, { applicationId, patentId: id });
        if (!row) throw notFound();
        return savedShown(row, line);
      });
    },

    save: (access, applicationId, number, given, ifMatch) =>
      write(access, applicationId, async (tx) => {
        const { organization, actor } = access;
        const { id: patentId, line } = await patentBy(tx, organization, number);
        const there = await savedRow(tx, organization, { applicationId, patentId });
        demandMatch(ifMatch, there?.version ?? 0);
        const content = { tag: oneLine(given.tag), reason: given.reason.trim() };
        if (there?.tag === content.tag && there.reason === content.reason) return savedShown(there, line);
        if (!there) await demandRoom(tx, access, applicationId);
        const row = await tx
          .sql<PatentTables>()
          .insertInto('patent_saved')
          .values({
            ...{ organizationId: organization, applicationId, patentId, ...content },
            ...{ byId: actor.id, byName: actor.name, at: clock.now().toISOString(), version: 1 },
          })
          .onConflict((taken) =>
            taken
              .columns(['organizationId', 'applicationId', 'patentId'])
              .doUpdateSet({ ...content, version: (there?.version ?? 0) + 1 }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        events.emit(patentSaved, access, about(applicationId), { applicationId, number: line.number });
        return savedShown(row, line);
      }),

    remove: (access, applicationId, number, ifMatch) =>
      write(access, applicationId, async (tx) => {
        const { id: patentId, line } = await patentBy(tx, access.organization, number);
        const there = await savedRow(tx, access.organization, { applicationId, patentId });
        if (!there) throw notFound();
        demandMatch(ifMatch, there.version);
        await tx
          .sql<PatentTables>()
          .deleteFrom('patent_saved')
          .where('organizationId', '=', access.organization)
          .where('applicationId', '=', applicationId)
          .where('patentId', '=', patentId)
          .execute();
        events.emit(patentRemoved, access, about(applicationId), { applicationId, number: line.number });
      }),

    among: async (access, applicationId) =>
      new Set((await list(access, applicationId)).map(({ patent }) => patent.number)),

    async whereOf(access, patentId) {
      const rows = await database.read(access, (tx) => savingsOf(tx, access.organization, patentId));
      const cases = await read.among(
        access,
        rows.map(({ applicationId }) => applicationId),
      );
      return rows.flatMap(({ applicationId, tag, byName, at }) => {
        const card = cases.get(applicationId);
        return card ? [{ applicationId, title: card.title, tag, by: byName, at: utc(at) }] : [];
      });
    },
  };
}

const about = (applicationId: string) => ({ subject: { type: 'application', id: applicationId } });

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function demandRoom(tx: Transaction, { organization }: WorkspaceAccess, applicationId: string): Promise<void> {
  const { length } = await savedTo(tx, organization, applicationId);
  if (length >= mostOfPatents.saved)
    throw conflict(
      'too-many-saved',
      `${mostOfPatents.saved} patents are saved to this application already. Remove some that nobody needs.`,
    );
}
