/** Who is of a thread: others are brought in, one leaves, or hears nothing of it. */
import { conflict, invalid } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess } from '@dossier/sdk';
import type { Colleagues } from './colleagues.ts';
import { mostOfMessages } from './contract.ts';
import type { MessageTables } from './entities.ts';
import type { Live } from './live.ts';
import { strangers } from './opening.ts';
import { asStaff } from './reach.ts';
import type { Reaching } from './reach.ts';
import { heldThread, membersOf, ownThread } from './rows.ts';

/** All throw 404 for a thread that its caller does not read. */
export interface ThreadPeople {
  /** They read what was written before, too. 409 `direct-thread`, `too-many-people`; 422 for who is no colleague. */
  add(access: OrganizationAccess, id: string, userIds: readonly string[]): Promise<void>;
  /** For good, unless somebody brings them back: 409 `direct-thread`. */
  leave(access: OrganizationAccess, id: string): Promise<void>;
  mute(access: OrganizationAccess, id: string, muted: boolean): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Reaching;
  readonly colleagues: Colleagues;
  readonly live: Live;
}

export function threadPeople({ database, clock, reach, colleagues, live }: Deps): ThreadPeople {
  return {
    async add(access, id, userIds) {
      const reader = await reach.of(access);
      const thread = await database.read(asStaff(access), (tx) => ownThread(tx, reader, id));
      if (thread.kind === 'direct') throw direct('Open a new thread with all of them.');
      const faults = await strangers(colleagues, reader, thread, userIds);
      if (faults.length > 0) throw invalid(faults);
      await database.write(asStaff(access), async (tx) => {
        const { last } = await heldThread(tx, reader, id);
        const there = (await membersOf(tx, access.organization, [id])).map(({ userId }) => userId);
        const added = [...new Set(userIds)].filter((one) => !there.includes(one));
        if (added.length === 0) return;
        if (there.length + added.length > mostOfMessages.people)
          throw conflict('too-many-people', `A thread is of at most ${mostOfMessages.people} people.`);
        const at = clock.now().toISOString();
        await tx
          .sql<MessageTables>()
          .insertInto('message_member')
          .values(
            added.map((userId) => ({
              ...{ organizationId: access.organization, threadId: id, userId },
              ...{ upTo: last, joinedAt: at, leftAt: null, muted: false },
            })),
          )
          .onConflict((known) =>
            known
              .columns(['organizationId', 'threadId', 'userId'])
              .doUpdateSet({ upTo: last, joinedAt: at, leftAt: null, muted: false }),
          )
          .execute();
        await live.changed(access, thread, [...there, ...added]);
      });
    },

    async leave(access, id) {
      const reader = await reach.of(access);
      await database.write(asStaff(access), async (tx) => {
        const thread = await heldThread(tx, reader, id);
        if (thread.kind === 'direct') throw direct('Mute it instead.');
        const there = (await membersOf(tx, access.organization, [id])).map(({ userId }) => userId);
        await tx
          .sql<MessageTables>()
          .updateTable('message_member')
          .set({ leftAt: clock.now().toISOString() })
          .where('organizationId', '=', access.organization)
          .where('threadId', '=', id)
          .where('userId', '=', reader.userId)
          .execute();
        await live.changed(access, thread, there);
      });
    },

    async mute(access, id, muted) {
      const reader = await reach.of(access);
      await database.write(asStaff(access), async (tx) => {
        const thread = await heldThread(tx, reader, id);
        await tx
          .sql<MessageTables>()
          .updateTable('message_member')
          .set({ muted })
          .where('organizationId', '=', access.organization)
          .where('threadId', '=', id)
          .where('userId', '=', reader.userId)
          .execute();
        await live.changed(access, thread, [reader.userId]);
      });
    },
  };
}

const direct = (instead: string) => conflict('direct-thread', `A thread of two people stays theirs. ${instead}`);
