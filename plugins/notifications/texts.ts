/** What stored notices say to their reader now; those that may not be read are left out. */
import { isId, utc } from '@dossier/sdk';
import type { EventLog, Log, LogEntry, OrganizationAccess, UserId } from '@dossier/sdk';
import type { Sentences, Telling } from '@dossier/core/platform/audit/contract';
import type { Notice, NoticeKind, NoticeText } from '@dossier/core/platform/notices/contract';
import type { People, User } from '@dossier/core/platform/people/contract';
import type { NoticeRow } from './entities.ts';
import { pairs } from './reach.ts';
import type { Open, Reaching } from './reach.ts';

/** The same, in words. */
export interface ToldNotice extends NoticeText {
  readonly text: string;
}

/** Words by the id of the notice. */
export interface Told {
  readonly said: ReadonlyMap<string, ToldNotice>;
  /** Notices that cannot be put into words at this moment, because their kind fails: they are not over. */
  readonly unknown: ReadonlySet<string>;
}
export const nothingTold: Told = { said: new Map(), unknown: new Set() };

export interface TextsFor {
  of(access: OrganizationAccess, open: Open, rows: readonly NoticeRow[]): Promise<Told>;
  /** To a person who is away. */
  ofAbsent(access: OrganizationAccess, person: User, rows: readonly NoticeRow[]): Promise<Told>;
}

interface Deps {
  readonly people: Pick<People, 'users'>;
  readonly reach: Reaching;
  readonly events: Pick<EventLog, 'byIds'>;
  readonly sentences: Sentences;
  readonly log: Pick<Log, 'error'>;
}

interface Said {
  readonly kind: NoticeKind;
  readonly notice: Notice;
  readonly text: NoticeText;
}

export function textsFor({ people, reach, events: eventLog, sentences, log }: Deps): TextsFor {
  /** The events, with who did it by the name that they have now. */
  const eventsOf = async (
    access: OrganizationAccess,
    rows: readonly NoticeRow[],
    nameOf: (id: string) => string | undefined,
  ): Promise<ReadonlyMap<string, LogEntry>> => {
    const entries = await eventLog.byIds(
      access,
      rows.flatMap(({ eventId }) => eventId ?? []),
    );
    return new Map(
      entries.map((entry) => [
        entry.id,
        { ...entry, actor: { ...entry.actor, name: nameOf(entry.actor.id) ?? entry.actor.name } },
      ]),
    );
  };

  /** In the words of their events, where the kind leaves it to them. */
  const worded = async (
    access: OrganizationAccess,
    some: readonly Said[],
  ): Promise<ReadonlyMap<string, ToldNotice>> => {
    const left = some.flatMap(({ kind, notice: { id, event, why }, text }): readonly (Telling & { id: string })[] =>
      text.text === null && event ? [{ id, event, why, as: kind.audience }] : [],
    );
    const told = left.length > 0 ? await sentences.told(access, left) : [];
    const words = new Map(left.map(({ id }, i) => [id, told[i]]));
    return new Map(
      some.map(({ kind, notice: { id }, text }) => [id, { ...text, text: text.text ?? words.get(id) ?? kind.title }]),
    );
  };

  const of: TextsFor['of'] = async (access, open, rows) => {
    const users = await people.users([...new Set(rows.flatMap(({ byId }) => (isId(byId) ? [byId] : [])))]);
    const nameOf = (id: string): string | undefined => users.get(id)?.name;
    const events = await eventsOf(access, rows, nameOf);
    const unknown = new Set<string>();
    const told = await Promise.all(
      [...Map.groupBy(rows, ({ kind }) => kind)].map(async ([id, some]): Promise<readonly Said[]> => {
        const there = open.get(id);
        if (!there) return [];
        const notices = some.map((row) => asNotice(row, nameOf(row.byId ?? ''), events.get(row.eventId ?? '') ?? null));
        try {
          const texts = await there.kind.tell(access, there.places, notices);
          return notices.flatMap((notice) => {
            const text = texts.get(notice.id);
            return text ? [{ kind: there.kind, notice, text }] : [];
          });
        } catch (err) {
          // The fault of one plugin must not keep what the others have to tell.
          log.error({ err, kind: id }, 'A kind of notices could not say what its notices say.');
          for (const notice of notices) unknown.add(notice.id);
          return [];
        }
      }),
    );
    return { said: await worded(access, told.flat()), unknown };
  };

  return {
    of,
    async ofAbsent(access, person, rows) {
      const actor = { kind: 'user', id: person.id, name: person.name } as const;
      const away = await reach.ofAbsent(actor, access);
      if (!away) return nothingTold;
      const { reader, open } = away;
      const heard = new Set(pairs(open).map(({ kind, workspace }) => `${kind} ${workspace}`));
      const some = rows.filter(({ kind, workspaceId }) => heard.has(`${kind} ${workspaceId}`));
      return of(reader, open, some);
    },
  };
}

const asNotice = (
  { id, at, why, subjectType, subjectId, workspaceId, ids, byId }: NoticeRow,
  name: string | undefined,
  event: LogEntry | null,
): Notice => ({
  id,
  event,
  at: utc(at),
  why,
  subject: { type: subjectType, id: subjectId },
  workspace: workspaceId,
  ids,
  by: byId === null || name === undefined ? null : { id: byId as UserId, name },
});
