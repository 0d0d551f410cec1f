/** Opening a thread: of two people there is one, however often it is opened. */
import { invalid, newId } from '@dossier/sdk';
import type { Clock, Database, Fault, OrganizationAccess, UserId } from '@dossier/sdk';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import { caseFor, nothing } from './cases.ts';
import type { About } from './cases.ts';
import type { Colleagues } from './colleagues.ts';
import type { MessageThread, ThreadKind } from './contract.ts';
import type { MessageTables } from './entities.ts';
import { asStaff } from './reach.ts';
import type { Reaching, Reader } from './reach.ts';
import { ownThread } from './rows.ts';
import type { Threads } from './threads.ts';

export interface NewThread {
  readonly userIds: readonly string[];
  readonly applicationId?: string | null;
  readonly title?: string;
}

export interface Opening {
  /**
   * Throws 422 with a fault for each person to whom the opener may not write, or who may not read the application, and
   * for an application that the opener does not read. Nobody learns whether there is such a person or application.
   */
  open(access: OrganizationAccess, asked: NewThread): Promise<MessageThread>;
  faults(access: OrganizationAccess, asked: NewThread): Promise<readonly Fault[]>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Reaching;
  readonly cards: Cards;
  readonly colleagues: Colleagues;
  readonly threads: Threads;
}

/** With whom, about what, or what is wrong with that. */
interface Looked {
  readonly reader: Reader;
  readonly people: readonly UserId[];
  readonly about: About;
  readonly faults: readonly Fault[];
}

export function opening({ database, clock, reach, cards, colleagues, threads }: Deps): Opening {
  async function looked(access: OrganizationAccess, { userIds, applicationId = null }: NewThread): Promise<Looked> {
    const reader = await reach.of(access);
    const found = applicationId === null ? nothing : await caseFor(cards, reader, applicationId);
    const about = found ?? nothing;
    const faults: Fault[] = [];
    if (!found)
      faults.push({ pointer: '/applicationId', code: 'not-found', detail: 'You have no such application to open.' });
    const people = [...new Set(userIds)].filter((id) => id !== reader.userId);
    if (people.length === 0)
      faults.push({ pointer: '/userIds', code: 'nobody', detail: 'Choose somebody else to write to.' });
    faults.push(...(await strangers(colleagues, reader, about, userIds)));
    return { reader, people, about, faults };
  }

  return {
    faults: async (access, asked) => (await looked(access, asked)).faults,

    async open(access, asked) {
      const { reader, people, about, faults } = await looked(access, asked);
      if (faults.length > 0) throw invalid(faults);
      const title = (asked.title ?? '').trim();
      const kind = kindOf(about, people, title);
      const everybody = [reader.userId, ...people].toSorted();
      const at = clock.now().toISOString();
      const row = await database.write(asStaff(access), async (tx) => {
        const db = tx.sql<MessageTables>();
        const pair = kind === 'direct' ? everybody.join(' ') : null;
        const id = newId();
        const made = await db
          .insertInto('message_thread')
          .values({
            ...{ organizationId: access.organization, id, kind, pair, ...about, title },
            ...{ openedBy: reader.userId, last: 0, lastAt: at },
          })
          .onConflict((there) => there.columns(['organizationId', 'pair']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made) {
          await db
            .insertInto('message_member')
            .values(
              everybody.map((userId) => ({
                ...{ organizationId: access.organization, threadId: id, userId },
                ...{ upTo: 0, joinedAt: at, leftAt: null, muted: false },
              })),
            )
            .execute();
          return ownThread(tx, reader, id);
        }
        const { id: there } = await db
          .selectFrom('message_thread')
          .select('id')
          .where('organizationId', '=', access.organization)
          .where('pair', '=', pair)
          .executeTakeFirstOrThrow();
        return ownThread(tx, reader, there);
      });
      const [shown] = await threads.shown(reader, [row]);
      if (!shown) throw new Error('A thread was opened and not shown.');
      return shown;
    },
  };
}

const kindOf = ({ applicationId }: About, people: readonly UserId[], title: string): ThreadKind => {
  if (applicationId !== null) return 'case';
  return people.length === 1 && title === '' ? 'direct' : 'group';
};

/** A fault for each of these to whom the reader may not write about this. */
export async function strangers(
  colleagues: Colleagues,
  reader: Reader,
  about: About,
  userIds: readonly string[],
): Promise<readonly Fault[]> {
  const may = await colleagues.among(reader, about, userIds);
  return userIds.flatMap((id, i) =>
    id === reader.userId || may.has(id)
      ? []
      : [
          {
            pointer: `/userIds/${i}`,
            code: 'no-colleague',
            detail:
              about.applicationId === null
                ? 'You cannot write to this person. Choose somebody whom the list offers.'
                : 'This person does not read the application. Choose somebody whom the list offers.',
          },
        ],
  );
}
