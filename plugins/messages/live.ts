/** Tells the windows of people that a thread has changed, and that somebody is writing in it. */
import type { Clock, Database, OrganizationAccess, SystemAccess, UserId } from '@dossier/sdk';
import { TYPING_EVERY } from './contract.ts';
import type { ThreadRow } from './entities.ts';
import type { Reaching } from './reach.ts';

type Where = Pick<ThreadRow, 'id' | 'applicationId' | 'workspaceId'>;

/** Those of these people who may read the thread at this moment get a hint. */
export interface Live {
  /** In the open transaction; when it is committed. */
  changed(access: OrganizationAccess, thread: Where, people: readonly UserId[]): Promise<void>;
  /** The same for people of whom it is known that they may read it. */
  changedFor(access: OrganizationAccess, thread: Pick<Where, 'id'>, reading: readonly UserId[]): Promise<void>;
  /** At once, and no more than every 3 seconds. */
  typing(access: OrganizationAccess, thread: Where, people: readonly UserId[]): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Reaching;
  readonly system: SystemAccess;
  readonly tell: {
    readonly changed: (access: OrganizationAccess, userId: UserId, threadId: string) => void;
    readonly typing: (
      access: OrganizationAccess,
      userId: UserId,
      what: { readonly threadId: string; readonly userId: UserId; readonly name: string },
    ) => void;
  };
}

/** People and threads of which it is remembered when somebody said last that they write. */
const REMEMBERED = 10_000;

export function live({ database, clock, reach, system, tell }: Deps): Live {
  const said = new Map<string, number>();
  const changedFor: Live['changedFor'] = async ({ organization }, { id }, reading) => {
    const asSystem = await system(organization);
    database.afterCommit(() => {
      for (const userId of reading) tell.changed(asSystem, userId, id);
    });
  };
  return {
    changedFor,
    changed: async (access, thread, people) =>
      changedFor(access, thread, await reach.mayRead(access.organization, thread, people)),

    async typing({ organization, actor }, thread, people) {
      const key = `${actor.id} ${thread.id}`;
      if (clock.time() - (said.get(key) ?? -Infinity) < TYPING_EVERY) return;
      if (said.size >= REMEMBERED) said.clear();
      said.set(key, clock.time());
      const others = people.filter((id) => id !== actor.id);
      const [asSystem, reading] = [await system(organization), await reach.mayRead(organization, thread, others)];
      for (const userId of reading)
        tell.typing(asSystem, userId, { threadId: thread.id, userId: actor.id, name: actor.name });
    },
  };
}
