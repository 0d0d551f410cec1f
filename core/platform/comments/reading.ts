import { forbidden, notFound, utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationId, Page, WorkspaceAccess } from '@dossier/sdk';
import type { People } from '../people/contract.ts';
import { shareComments, writeComments, writeOwnComments } from './contract.ts';
import type { Comment, CommentKind, CommentRevision, Named } from './contract.ts';
import type { CommentTables } from './entities.ts';
import type { Meeting, Met } from './meeting.ts';
import { filesOf, mentionsOf } from './rows.ts';
import type { CommentRow, Rows } from './rows.ts';
import { asShown } from './shown.ts';

/** What somebody may do in the conversation about an application, and who is on the other side. */
export interface Conversation {
  /** `internal` and `external`: which comments they may write; `share`: show an internal one to the client. */
  readonly may: readonly ('internal' | 'external' | 'share')[];
  /** For staff the applicants, each with whether they can read it here; empty for clients. */
  readonly clients: readonly { readonly name: string; readonly reads: boolean }[];
}

export interface Reading {
  /** A comment that this reader may see, with how they meet its case. Throws 404. */
  seen(access: WorkspaceAccess, id: string): Promise<{ readonly row: CommentRow; readonly met: Met }>;
  shown(access: WorkspaceAccess, met: Met, rows: readonly CommentRow[]): Promise<readonly Comment[]>;
  /** Oldest first; one more than asked for when there are more. 404, 403. */
  list(access: WorkspaceAccess, applicationId: string, page: Page): Promise<readonly Comment[]>;
  one(access: WorkspaceAccess, id: string): Promise<Comment>;
  /** What it said, oldest first. Of one that was removed clients read no more. */
  history(access: WorkspaceAccess, id: string): Promise<readonly CommentRevision[]>;
  /** Whom this reader may name in a comment of this kind, by name. Throws 403 for clients who ask for internal ones. */
  mentionable(access: WorkspaceAccess, applicationId: string, kind: CommentKind): Promise<readonly Named[]>;
  conversation(access: WorkspaceAccess, applicationId: string): Promise<Conversation>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: People;
  readonly rows: Rows;
  readonly meeting: Meeting;
  /** The client has the conversation before them. */
  readonly opened: (access: WorkspaceAccess, applicationId: string) => Promise<void>;
}

/** What a reader is given: of each case the comments that are for them. */
export function reading({ database, clock, people, rows, meeting, opened }: Deps): Reading {
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

    shown: (access, met, some) =>
      database.read(asReader(access, met), async (tx) => {
        const ids = some.map(({ id }) => id);
        const [files, mentions] = [
          await filesOf(tx, access.organization, ids),
          await mentionsOf(tx, access.organization, ids),
        ];
        const o = { access, met, now: clock.now() };
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
      if (met.as === 'client') await opened(access, applicationId);
      return self.shown(access, met, found.filter(forReader(met)));
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
  };
  return self;

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

/** Of what somebody is given, what is for them: said once more than the database does. */
const forReader =
  ({ as }: Pick<Met, 'as'>) =>
  ({ kind }: { readonly kind: CommentKind }): boolean =>
    as === 'staff' || kind === 'external';

/** Who writes for staff writes as staff; to the client also who is one. */
export const mayWrite = (access: WorkspaceAccess, { as }: Pick<Met, 'as'>, kind: CommentKind): boolean =>
  as === 'staff'
    ? access.can(writeComments)
    : kind === 'external' && (access.can(writeOwnComments) || access.can(writeComments));

export const notForClients = () => forbidden('Internal comments are for the staff where the application is handled.');
