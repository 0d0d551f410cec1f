/** What came to the teams of somebody since they last looked: counted where it is, without a row for anybody. */
import { sql } from 'kysely';
import { idArray, invalid, notFound } from '@dossier/sdk';
import type {
  AccessControl,
  Clock,
  Contributions,
  Database,
  Delivered,
  OrganizationAccess,
  UserId,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import { isAtWorkspace } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { NoticeQueue } from '@dossier/core/platform/notices/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { QueueShown } from './contract.ts';
import type { NoticeTables } from './entities.ts';

/** Counted up to so many in all. */
const MOST = 100;
/** Who has never looked hears of so many milliseconds. */
const FIRST_LOOK = 7 * 86_400_000;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly queues: Contributions<NoticeQueue>;
  readonly control: AccessControl;
  readonly grants: Pick<AccessAdministration, 'workspacesOf' | 'holders'>;
  readonly tenancy: Pick<Tenancy, 'workspaces'>;
  readonly wake: (access: OrganizationAccess, people: ReadonlySet<UserId>) => void;
}

interface OpenQueue {
  readonly id: string;
  readonly queue: NoticeQueue;
  readonly place: WorkspaceAccess;
  readonly since: string;
}

export type Queues = ReturnType<typeof createQueues>;

export function createQueues({ database, clock, queues, control, grants, tenancy, wake }: Deps) {
  /** Those that are open to the person now. */
  const openTo = async (access: OrganizationAccess): Promise<readonly OpenQueue[]> => {
    const all = await grants.workspacesOf(access.organization, access.actor.id as UserId);
    const places = await Promise.all(all.map((id) => control.atWorkspace(access, id)));
    const open = places
      .filter((place) => place !== undefined)
      .flatMap((place) => queues.list(place).map(({ id, value }) => ({ id, queue: value, place })));
    if (open.length === 0) return [];
    const rows = await database.read(access, (tx) =>
      tx
        .sql<NoticeTables>()
        .selectFrom('notice_cursor')
        .select(['workspaceId', 'queue', 'since'])
        .where('organizationId', '=', access.organization)
        .where('userId', '=', access.actor.id)
        .where('workspaceId', '=', sql<string>`any(${idArray(open.map(({ place }) => place.workspace))}::uuid[])`)
        .execute(),
    );
    const seen = new Map(rows.map(({ workspaceId, queue, since }) => [`${workspaceId} ${queue}`, since]));
    const first = new Date(clock.time() - FIRST_LOOK).toISOString();
    return open.map((one) => ({ ...one, since: seen.get(`${one.place.workspace} ${one.id}`) ?? first }));
  };

  const counted = async (access: OrganizationAccess): Promise<readonly (OpenQueue & { readonly count: number })[]> => {
    const open = await openTo(access);
    return Promise.all(open.map(async (one) => ({ ...one, count: await one.queue.count(one.place, one.since, MOST) })));
  };

  return {
    /** Those in which something is new. */
    async shown(access: OrganizationAccess): Promise<readonly QueueShown[]> {
      const some = (await counted(access)).filter(({ count }) => count > 0);
      if (some.length === 0) return [];
      const names = new Map(
        (await tenancy.workspaces(access.organization)).map((workspace) => [workspace.id as string, workspace.name]),
      );
      return some.map(({ id, queue, place, count }) => ({
        workspaceId: place.workspace,
        workspace: names.get(place.workspace) ?? '',
        queue: id,
        title: queue.title,
        icon: queue.icon,
        path: queue.path,
        count,
      }));
    },

    /** Throws 404 for a workspace of others, 422 for a queue that is not open there. */
    async seen(access: OrganizationAccess, workspace: WorkspaceId, queue: string): Promise<void> {
      const place = await control.atWorkspace(access, workspace);
      if (!place) throw notFound();
      if (!queues.list(place).some(({ id }) => id === queue))
        throw invalid([
          { pointer: '/queue', code: 'unknown-queue', detail: 'Name a queue of which you hear in this workspace.' },
        ]);
      const since = clock.now().toISOString();
      await database.write(access, (tx) =>
        tx
          .sql<NoticeTables>()
          .insertInto('notice_cursor')
          .values({
            organizationId: access.organization,
            userId: access.actor.id,
            workspaceId: workspace,
            queue,
            since,
          })
          .onConflict((there) =>
            there.columns(['organizationId', 'userId', 'workspaceId', 'queue']).doUpdateSet({ since }),
          )
          .execute(),
      );
      wake(access, new Set([access.actor.id as UserId]));
    },

    /** Lets those count anew to whose queues these events brought something. Nothing is written. */
    async follow(delivered: readonly Delivered[]): Promise<void> {
      const brought = new Map<string, { readonly place: WorkspaceAccess; readonly queue: NoticeQueue }>();
      for (const { event, access } of delivered) {
        if (!isAtWorkspace(access)) continue;
        for (const { id, value: queue } of queues.list(access))
          if (queue.events.some((one) => one.id === event.type))
            brought.set(`${access.workspace} ${id}`, { place: access, queue });
      }
      for (const { place, queue } of brought.values())
        wake(place, new Set(await grants.holders(place.organization, place.workspace, queue.heardBy)));
    },
  };
}
