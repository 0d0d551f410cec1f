/** Makes notices of what happened: each person once for each kind and key, in one transaction for many events. */
import { CompiledQuery } from 'kysely';
import { concernedBy, isInOrganization, newId } from '@dossier/sdk';
import type {
  Clock,
  Contributions,
  Database,
  Delivered,
  OrganizationAccess,
  Transaction,
  UserId,
  WorkspaceId,
} from '@dossier/sdk';
import type { Concerned, Ended, NoticeKind } from '@dossier/core/platform/notices/contract';
import { choicesOf } from './choices.ts';
import type { Chosen } from './choices.ts';
import type { MailState, NoticeRow, NoticeTables } from './entities.ts';
import { usualHours } from './hours.ts';
import { insertion } from './insertion.ts';
import type { Reaching } from './reach.ts';
import { takeBack } from './taking-back.ts';

export interface Stored {
  readonly id: string;
  readonly userId: UserId;
  readonly mail: MailState;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly kinds: Contributions<NoticeKind>;
  /** In the same transaction: what is to be sent for them. */
  readonly send: (tx: Transaction, access: OrganizationAccess, stored: readonly Stored[]) => Promise<void>;
  readonly hears: Reaching['hears'];
  /** After it: what they see has changed. */
  readonly wake: (access: OrganizationAccess, people: ReadonlySet<UserId>) => void;
}

type Row = Omit<NoticeRow, 'organizationId' | 'seenAt' | 'doneAt' | 'snoozedUntil' | 'mailedAt' | 'takenBackAt'>;
interface OfKind {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly concerned: readonly Concerned[];
  readonly ended: readonly Ended[];
}

export function storing({ database, clock, kinds, send, hears, wake }: Deps) {
  /** What these events mean to each kind that is made of them and is open where they happened. */
  const meaning = async (delivered: readonly Delivered[]): Promise<readonly OfKind[]> => {
    const byKind = new Map<
      string,
      { readonly kind: NoticeKind; readonly made: Delivered[]; readonly ends: Delivered[] }
    >();
    // Kinds that are open are the same for all events of a workspace.
    const opened = new Map<string | null, readonly { readonly id: string; readonly value: NoticeKind }[]>();
    const openAt = (one: Delivered) => {
      const found = opened.get(one.event.workspace) ?? kinds.list(one.access);
      opened.set(one.event.workspace, found);
      return found;
    };
    for (const one of delivered)
      for (const { id, value: kind } of openAt(one)) {
        const isOf = (events: NoticeKind['events'] = []) => events.some((event) => event.id === one.event.type);
        if (!isOf(kind.events) && !isOf(kind.ends?.events)) continue;
        const there = byKind.get(id) ?? { kind, made: [], ends: [] };
        byKind.set(id, there);
        if (isOf(kind.events) && (kind.only?.(one.event) ?? true)) there.made.push(one);
        if (isOf(kind.ends?.events)) there.ends.push(one);
      }
    const all: OfKind[] = [];
    for (const [id, { kind, made, ends }] of byKind)
      all.push({
        id,
        kind,
        concerned: made.length > 0 ? await (kind.of?.(made) ?? declaredBy(kind, made)) : [],
        ended: ends.length > 0 ? ((await kind.ends?.of(ends)) ?? []) : [],
      });
    return all;
  };

  /** Whose windows are to count again; who may hear of it no more is not woken either. */
  const awake = async (access: OrganizationAccess, touched: readonly Touched[]): Promise<ReadonlySet<UserId>> => {
    const heard = new Set<UserId>();
    for (const { to, kind, workspace } of touched)
      // What is of no workspace is any member's to ask for, and only members listen.
      if (workspace === null || (await hears(to, access, kind, workspace))) heard.add(to);
    return heard;
  };

  const write = async (
    tx: Transaction,
    access: OrganizationAccess,
    all: readonly OfKind[],
    delivered: readonly Delivered[],
  ): Promise<readonly Touched[]> => {
    const touched = new Map<string, Touched>();
    const touch = (to: UserId, kind: string, workspace: WorkspaceId | null): void =>
      void touched.set(`${to} ${kind} ${workspace}`, { to, kind, workspace });
    for (const { id, concerned } of all) for (const { to, workspace } of concerned) touch(to, id, workspace);
    const people = new Set(all.flatMap(({ concerned }) => concerned.map(({ to }) => to)));
    const chosen = await choicesOf(tx, access.organization, [...people]);
    for (const again of [false, true]) {
      const rows = onceEach(all.flatMap((one) => rowsOf(one, delivered, chosen, again)));
      if (rows.length === 0) continue;
      const stored = await tx.execute<Stored>(
        CompiledQuery.raw(insertion(again), [access.organization, JSON.stringify(rows)]),
      );
      await noteDaily(tx, access, stored, clock.now().toISOString());
      await send(tx, access, stored);
    }
    for (const { id, ended } of all)
      for (const { userId, workspaceId } of await takeBack(tx, access, id, ended, clock.now()))
        touch(userId, id, workspaceId);
    return [...touched.values()];
  };

  return async (delivered: readonly Delivered[]): Promise<void> => {
    const access = delivered[0]?.access;
    if (!access || !isInOrganization(access)) return;
    // What is read for it too, so that it waits for one connection and not for ten while many are busy.
    const woken = await database.write(access, async (tx) => {
      const all = (await meaning(delivered)).filter(({ concerned, ended }) => concerned.length + ended.length > 0);
      // Also those of whom nothing new is stored: an event that comes twice may have ended before anybody was woken.
      return all.length === 0 ? new Set<UserId>() : awake(access, await write(tx, access, all, delivered));
    });
    wake(access, woken);
  };
}

/** Those whom the events themselves declare to concern, for the reasons of the kind. */
const declaredBy = (kind: NoticeKind, made: readonly Delivered[]): readonly Concerned[] =>
  made.flatMap(({ event }) =>
    Object.keys(kind.why).flatMap((why) =>
      concernedBy(kind.events, event, why).map((to) => ({
        event: event.id,
        to,
        why,
        subject: event.subject,
        workspace: kind.audience === 'staff' ? event.workspace : null,
      })),
    ),
  );

function rowsOf(
  { id, kind, concerned }: OfKind,
  delivered: readonly Delivered[],
  chosen: (user: UserId, kind: string, value: NoticeKind) => Chosen,
  again: boolean,
): readonly Row[] {
  const events = new Map(delivered.map(({ event }) => [event.id, event]));
  const some = concerned.filter((one) => (one.again ?? false) === again);
  return some.flatMap(({ event, to, why, subject, workspace, ids = {}, once = event }): Row[] => {
    const happened = events.get(event);
    // Nobody hears of what they did themselves.
    if (!happened || happened.actor.id === to) return [];
    const { page, mail } = chosen(to, id, kind);
    if (!page && mail === 'off') return [];
    return [
      {
        id: newId(),
        userId: to,
        kind: id,
        audience: kind.audience,
        once,
        eventId: event,
        at: happened.at,
        workspaceId: workspace,
        subjectType: subject.type,
        subjectId: subject.id,
        why,
        ids,
        byId: happened.actor.kind === 'system' ? null : happened.actor.id,
        inPage: page,
        mail: mail === 'at-once' ? 'due' : mail === 'daily' ? 'daily' : 'none',
      },
    ];
  });
}

/** The last of those with the same key: one statement writes a row once. */
const onceEach = (rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map((row) => [`${row.kind} ${row.userId} ${row.once}`, row])).values(),
];

interface Touched {
  readonly to: UserId;
  readonly kind: string;
  readonly workspace: WorkspaceId | null;
}

/** Lets what goes by the mail of the day wait for it. By the order of people, so two never wait for each other. */
async function noteDaily(
  tx: Transaction,
  access: OrganizationAccess,
  stored: readonly Stored[],
  dailySince: string,
): Promise<void> {
  const people = new Set(stored.flatMap(({ userId, mail }) => (mail === 'daily' ? [userId] : [])));
  if (people.size === 0) return;
  await tx
    .sql<NoticeTables>()
    .insertInto('notice_hours')
    .values(
      [...people].toSorted().map((userId) => ({
        organizationId: access.organization,
        userId,
        dailyAt: usualHours.dailyAt,
        dailySince,
      })),
    )
    .onConflict((there) =>
      there.columns(['organizationId', 'userId']).doUpdateSet(({ fn, ref }) => ({
        dailySince: fn.coalesce('notice_hours.dailySince', ref('excluded.dailySince')),
      })),
    )
    .execute();
}
