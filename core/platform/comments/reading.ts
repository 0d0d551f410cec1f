import { forbidden, notFound, Problem, utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationId, Page, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { People } from '../people/contract.ts';
import { commentsFeature, shareComments, writeComments, writeOwnComments } from './contract.ts';
import type { CaseComments, Comment, CommentCount, CommentKind, CommentRevision, Named } from './contract.ts';
import type { CommentTables } from './entities.ts';
import { marksOf, moveMark, turnsUpTo, unreadOf } from './marks.ts';
import type { Meeting, Met } from './meeting.ts';
import { filesOf, mentionsOf } from './rows.ts';
import type { CommentRow, Rows } from './rows.ts';
import { asShown } from './shown.ts';
import type { NamedMark } from './shown.ts';
import type { TellRead } from './telling.ts';

/** What somebody may do in the conversation about an application, and who is on the other side. */
export interface Conversation {
  /** `internal` and `external`: which comments they may write; `share`: show an internal one to the client. */
  readonly may: readonly ('internal' | 'external' | 'share')[];
  /** For staff the applicants, each with whether they can read it here; empty for clients. */
  readonly clients: readonly { readonly name: string; readonly reads: boolean }[];
}

/** A comment as its reader is given it, and how they meet its case. */
export interface Seen {
  readonly row: CommentRow;
  readonly met: Met;
}

export interface Reading extends CaseComments {
  /** A comment that this reader may see, with how they meet its case. Throws 404. */
  seen(access: WorkspaceAccess, id: string): Promise<Seen>;
  /** Those of many that they may see, by id; each case is met once. */
  seenMany(access: WorkspaceAccess, ids: readonly string[]): Promise<ReadonlyMap<string, Seen>>;
  shown(access: WorkspaceAccess, met: Met, rows: readonly CommentRow[]): Promise<readonly Comment[]>;
  /** Oldest first; one more than asked for when there are more. 404, 403. */
  list(access: WorkspaceAccess, applicationId: string, page: Page): Promise<readonly Comment[]>;
  one(access: WorkspaceAccess, id: string): Promise<Comment>;
  /** What it said, oldest first. Of one that was removed clients read no more. */
  history(access: WorkspaceAccess, id: string): Promise<readonly CommentRevision[]>;
  /** Whom this reader may name in a comment of this kind, by name. Throws 403 for clients who ask for internal ones. */
  mentionable(access: WorkspaceAccess, applicationId: string, kind: CommentKind): Promise<readonly Named[]>;
  conversation(access: WorkspaceAccess, applicationId: string): Promise<Conversation>;
  /** What they see of a case; without what was removed. */
  count(access: WorkspaceAccess, applicationId: string): Promise<CommentCount>;
  /** They have read what they see of its case up to this one. Twice said, it is so once. */
  read(access: WorkspaceAccess, id: string): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: People;
  readonly rows: Rows;
  readonly meeting: Meeting;
  readonly tellRead: TellRead;
}

/** What a reader is given: of each case the comments that are for them. */
export function reading({ database, clock, people, rows, meeting, tellRead }: Deps): Reading {
  const asReader = (access: WorkspaceAccess, met: Met) => ({ ...met.reader, organization: access.organization });

  const self: Reading = {
    async seen(access, id) {
      const row = await rows.find(access, id);
      if (!row) throw notFound();
      const met = await meeting.meet(access, row.applicationId);
      // What a client answers is looked up as a client, too.
      const theirs = met.as === 'staff' ? row : await rows.find(asReader(access, met), id);
      if (!theirs || !forReader(met)(theirs)) throw notFound();
      return { row: theirs, met };
    },

    async seenMany(access, ids) {
      const found = await rows.findMany(access, ids);
      const cases = new Map<string, Met>();
      for (const applicationId of new Set(found.map((row) => row.applicationId))) {
        const met = await meeting.meet(access, applicationId).catch(notTheirs);
        if (met) cases.set(applicationId, met);
      }
      const metAs = (as: Met['as']) => found.filter((row) => cases.get(row.applicationId)?.as === as);
      // What a client is given is looked up as a client, too.
      const reader = {
        organization: access.organization,
        audience: 'client',
        readOnly: access.readOnly ?? false,
      } as const;
      const theirs = await rows.findMany(
        reader,
        metAs('client').map(({ id }) => id),
      );
      return new Map(
        [...metAs('staff'), ...theirs].flatMap((row) => {
          const met = cases.get(row.applicationId);
          return met && forReader(met)(row) ? [[row.id, { row, met }] as const] : [];
        }),
      );
    },

    shown: (access, met, some) =>
      database.read(asReader(access, met), async (tx) => {
        const ids = some.map(({ id }) => id);
        const [files, mentions] = [
          await filesOf(tx, access.organization, ids),
          await mentionsOf(tx, access.organization, ids),
        ];
        const marks = some.some(({ kind }) => kind === 'external') ? await marksFor(tx, access.organization, met) : [];
        const o = { access, met, now: clock.now(), marks };
        return some.map((row) =>
          asShown(
            o,
            row,
            files.filter(({ commentId }) => commentId === row.id),
            mentions.filter(({ commentId }) => commentId === row.id),
          ),
        );
      }),

    async list(access, applicationId, page) {
      const met = await meeting.meet(access, applicationId);
      const found = await rows.of(asReader(access, met), applicationId, page);
      return self.shown(access, met, found.filter(forReader(met)));
    },

    async newest(access, applicationId, most) {
      if (!access.has(commentsFeature)) return [];
      const met = await meeting.meet(access, applicationId).catch(notTheirs);
      if (!met) return [];
      const found = await rows.newest(asReader(access, met), applicationId, most);
      return self.shown(access, met, found.filter(forReader(met)).toReversed());
    },

    async one(access, id) {
      const { row, met } = await self.seen(access, id);
      const [only] = await self.shown(access, met, [row]);
      if (!only) throw notFound();
      return only;
    },

    async history(access, id) {
      const { row, met } = await self.seen(access, id);
      if (met.as === 'client' && row.removedAt !== null) return [];
      const found = await database.read(asReader(access, met), (tx) =>
        tx
          .sql<CommentTables>()
          .selectFrom('comment_revision')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('commentId', '=', row.id)
          .orderBy('version')
          .execute(),
      );
      return found.filter(forReader(met)).map(({ version, kind, text, byKind, byId, byName, at }) => ({
        version,
        kind,
        text,
        by: { kind: byKind, id: byId, name: byName },
        at: utc(at),
      }));
    },

    async mentionable(access, applicationId, kind) {
      const met = await meeting.meet(access, applicationId);
      if (met.as === 'client' && kind === 'internal') throw notForClients();
      const may = await meeting.readers(access.organization, met, kind);
      const known = met.as === 'client' ? await knownTo(access.organization, applicationId) : null;
      const ids = [...may].filter((id) => id !== access.actor.id && (known === null || known.has(id)));
      const found = await people.users(ids);
      return [...found.values()]
        .map(({ id, name }) => ({ id, name }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id));
    },

    async conversation(access, applicationId) {
      const met = await meeting.meet(access, applicationId);
      const may = (['internal', 'external'] as const).filter((kind) => mayWrite(access, met, kind));
      if (met.as === 'client') return { may, clients: [] };
      return {
        may: access.can(shareComments) ? [...may, 'share'] : may,
        clients: met.people,
      };
    },

    async count(access, applicationId) {
      const met = await meeting.meet(access, applicationId);
      const { organization } = access;
      return database.read(asReader(access, met), async (tx) => {
        const { all } = await tx
          .sql<CommentTables>()
          .selectFrom('comment')
          .select(({ fn }) => fn.countAll<string>().as('all'))
          .where('organizationId', '=', organization)
          .where('applicationId', '=', applicationId)
          .where('kind', 'in', kindsFor(met))
          .where('removedAt', 'is', null)
          .executeTakeFirstOrThrow();
        const asked = { userId: access.actor.id, applicationIds: [applicationId], kinds: kindsFor(met) };
        return { all: Number(all), unread: (await unreadOf(tx, organization, asked)).get(applicationId) ?? 0 };
      });
    },

    async read(access, id) {
      const { row, met } = await self.seen(access, id);
      const { organization, actor } = access;
      const mark = { organizationId: organization, applicationId: row.applicationId, userId: actor.id };
      const tell = await tellRead(met, organization);
      await database.write(asReader(access, met), async (tx) => {
        const moved: CommentKind[] = [];
        for (const { kind, turn: upTo } of (await turnsUpTo(tx, organization, row)).filter(forReader(met)))
          if (await moveMark(tx, { ...mark, kind, upTo, byStaff: met.as === 'staff', readAt: clock.now() }))
            moved.push(kind);
        if (moved.length > 0) database.afterCommit(() => tell(moved));
      });
    },
  };
  return self;

  /** Of those on the other side who may read it, with their names; of the staff clients see none. */
  async function marksFor(tx: Transaction, organization: OrganizationId, met: Met): Promise<readonly NamedMark[]> {
    const marks = await marksOf(tx, organization, met.application.id);
    if (met.as === 'client') return marks.filter(({ byStaff }) => byStaff).map((mark) => ({ ...mark, name: '' }));
    const ours = marks.filter(({ byStaff, userId }) => !byStaff && met.clients.includes(userId));
    if (ours.length === 0) return [];
    const known = await people.users(
      ours.map(({ userId }) => userId),
      tx,
    );
    return ours.flatMap((mark) => {
      const name = known.get(mark.userId)?.name;
      return name === undefined ? [] : [{ ...mark, name }];
    });
  }

  /** Whom a client knows from the conversation. */
  async function knownTo(organization: OrganizationId, applicationId: string): Promise<ReadonlySet<string>> {
    const found = await database.read({ organization, audience: 'client' }, (tx) =>
      tx
        .sql<CommentTables>()
        .selectFrom('comment')
        .select('byId')
        .distinct()
        .where('organizationId', '=', organization)
        .where('applicationId', '=', applicationId)
        .where('kind', '=', 'external')
        .execute(),
    );
    return new Set(found.map(({ byId }) => byId));
  }
}

/** Of a case that is not theirs to see. Rejects with what went wrong. */
function notTheirs(error: unknown): null {
  if (Problem.is(error)) return null;
  throw error;
}

/** Of what somebody is given, what is for them: said once more than the database does. */
const forReader =
  ({ as }: Pick<Met, 'as'>) =>
  ({ kind }: { readonly kind: CommentKind }): boolean =>
    as === 'staff' || kind === 'external';

/** What somebody reads here. */
const kindsFor = ({ as }: Pick<Met, 'as'>): readonly CommentKind[] =>
  as === 'staff' ? ['internal', 'external'] : ['external'];

/** Who writes for staff writes as staff; to the client also who is one. */
export const mayWrite = (access: WorkspaceAccess, { as }: Pick<Met, 'as'>, kind: CommentKind): boolean =>
  as === 'staff'
    ? access.can(writeComments)
    : kind === 'external' && (access.can(writeOwnComments) || access.can(writeComments));

export const notForClients = () => forbidden('Internal comments are for the staff where the application is handled.');
