/** Saved searches, which look by themselves. Each is its author's alone. */
import { advisoryLock, conflict, demandMatch, newId } from '@dossier/sdk';
import type { Clock, Database, IfMatch, OrganizationId, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import { mostOfPatents } from '../contract.ts';
import type { PatentLine } from '../contract.ts';
import type { PatentTables } from '../entities.ts';
import { known } from '../patents.ts';
import type { Watch } from '../replies.ts';
import { casesRead } from '../saved/reading.ts';
import { nextLook } from './next-look.ts';
import { contentOf, notRead } from './watch-content.ts';
import type { NewWatch, WatchContent } from './watch-content.ts';
import { toldFindings } from './watch-rows.ts';
import { demand, held, own, shown, shownOne } from './watch-shown.ts';

/** Patents that are listed of one, the newest first. */
const LISTED = 200;

/** All throw 404 for what is not the actor's own in this workspace. */
export interface Watches {
  /** By name. */
  list(access: WorkspaceAccess): Promise<readonly Watch[]>;
  one(access: WorkspaceAccess, id: string): Promise<Watch>;
  /**
   * Throws 422 with all faults, and 409 `too-many-watches`. It looks soon for the first time: what is there then is
   * known, and told to nobody. That costs a credit for each 100 hits, as far as the office shows them (2,000).
   */
  create(access: WorkspaceAccess, content: NewWatch): Promise<Watch>;
  /** As `create`, and 412. With another query it begins anew. */
  change(access: WorkspaceAccess, id: string, content: WatchContent, ifMatch: IfMatch): Promise<Watch>;
  remove(access: WorkspaceAccess, id: string, ifMatch: IfMatch): Promise<void>;
  /** What it has found since it was saved, the newest first, 200 at most. */
  hits(access: WorkspaceAccess, id: string): Promise<{ readonly lines: readonly PatentLine[] }>;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly cards: Pick<Cards, 'of' | 'asApplicant'>;
  readonly timeZone: (organization: OrganizationId) => Promise<string>;
  /** In the open transaction: has it look as soon as that is committed. */
  readonly soon: (access: WorkspaceAccess, watchId: string) => Promise<void>;
}

export function createWatches({ database, clock, cards, timeZone, soon }: Deps): Watches {
  const read = casesRead({ cards });

  /** Those who change their saved searches in two windows come one after the other. */
  const write = <T>(access: WorkspaceAccess, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.write(access, async (tx) => {
      await advisoryLock(tx, `patent-office/watches/${access.organization}/${access.actor.id}`);
      return work(tx);
    });

  return {
    list: (access) =>
      database.read(access, async (tx) =>
        shown(tx, access, await own(tx, access).orderBy('name').orderBy('id').execute()),
      ),

    one: (access, id) => database.read(access, async (tx) => shownOne(tx, access, await demand(tx, access, id))),

    async create(access, { applicationId = null, ...given }) {
      const isUnread = applicationId !== null && !(await read.among(access, [applicationId])).has(applicationId);
      const content = contentOf(given, isUnread ? [notRead] : []);
      return write(access, async (tx) => {
        const { length } = await own(tx, access).execute();
        if (length >= mostOfPatents.watches)
          throw conflict(
            'too-many-watches',
            `You have ${mostOfPatents.watches} saved searches here. Remove one that you no longer need.`,
          );
        const row = await tx
          .sql<PatentTables>()
          .insertInto('patent_watch')
          .values({
            ...{ organizationId: access.organization, id: newId(), userId: access.actor.id },
            ...{ workspaceId: access.workspace, applicationId, ...content, nextAt: clock.now().toISOString() },
            ...{ lastAt: null, total: null, trouble: null, version: 1 },
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await soon(access, row.id);
        return shownOne(tx, access, row);
      });
    },

    async change(access, id, given, ifMatch) {
      const content = contentOf(given);
      const nextAt = nextLook(content.every, clock.now(), await timeZone(access.organization)).toISOString();
      return write(access, async (tx) => {
        const there = await held(tx, access, id);
        demandMatch(ifMatch, there.version);
        const isAnother = content.cql !== there.cql;
        if (isAnother)
          await tx
            .sql<PatentTables>()
            .deleteFrom('patent_watch_hit')
            .where('organizationId', '=', access.organization)
            .where('watchId', '=', there.id)
            .execute();
        const row = await tx
          .sql<PatentTables>()
          .updateTable('patent_watch')
          .set({
            ...content,
            version: there.version + 1,
            ...(isAnother ? { nextAt: clock.now().toISOString(), total: null, lastAt: null, trouble: null } : {}),
            // Until it has looked for the first time it is due anyway.
            ...(!isAnother && content.every !== there.every && there.total !== null ? { nextAt } : {}),
          })
          .where('organizationId', '=', access.organization)
          .where('id', '=', there.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (isAnother) await soon(access, row.id);
        return shownOne(tx, access, row);
      });
    },

    remove: (access, id, ifMatch) =>
      write(access, async (tx) => {
        const there = await held(tx, access, id);
        demandMatch(ifMatch, there.version);
        await tx
          .sql<PatentTables>()
          .deleteFrom('patent_watch')
          .where('organizationId', '=', access.organization)
          .where('id', '=', there.id)
          .execute();
      }),

    hits: (access, id) =>
      database.read(access, async (tx) => {
        const there = await demand(tx, access, id);
        const told = await toldFindings(tx, access.organization, { watchId: there.id, limit: LISTED });
        const numbers = told.map(({ docdb }) => docdb);
        const patents = await known(tx, access.organization, numbers);
        return { lines: numbers.flatMap((number) => patents.get(number)?.line ?? []) };
      }),
  };
}
