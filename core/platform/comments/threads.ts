/** The external comments of cases as conversations, the newest first, for who lists them beside others. */
import { sql } from 'kysely';
import { idArray, utc } from '@dossier/sdk';
import type { Database, OrganizationAccess, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { Cards } from '../applications/cards/contract.ts';
import { readApplications, readOwnApplications } from '../applications/contract.ts';
import { commentsFeature, readComments } from './contract.ts';
import type { CaseThread, CommentThreads } from './contract.ts';
import type { CommentTables } from './entities.ts';
import { unreadOf } from './marks.ts';

interface Deps {
  readonly database: Database;
  readonly cards: Cards;
}

interface Asked {
  readonly access: OrganizationAccess;
  readonly limit: number;
  readonly before: string;
}

/** Behind every turn. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Last = Omit<CaseThread, 'unread'>;

/**
 * Staff reads those of cases that are handled where they read them and their comments, but for those that are their
 * own; clients, and staff who are, their own.
 */
export const commentThreads = ({ database, cards }: Deps): CommentThreads => ({
  async of(access, places, { limit, before }) {
    const { organization } = access;
    const userId = access.actor.id;
    const asked = { access, limit, before: before ?? END };
    const inside = places
      .filter((place) => place.can(readApplications) && place.can(readComments))
      .map(({ workspace }) => workspace);
    const applied = await cards.asApplicant(organization, userId);
    const theirs = isClient(places) ? await cards.ofClient(organization, userId) : [];
    return database.read({ organization, audience: 'client' }, async (tx) => {
      const found = [
        ...(inside.length > 0 ? await ofWorkspaces(tx, asked, inside, applied) : []),
        ...(theirs.length > 0 ? await ofCases(tx, asked, theirs, { inside, applied }) : []),
      ];
      const rows = found.toSorted((one, other) => (one.turn < other.turn ? 1 : -1)).slice(0, limit);
      const unread = await unreadOf(tx, organization, {
        userId,
        applicationIds: rows.map(({ applicationId }) => applicationId),
        kinds: ['external'],
      });
      return rows.map((row): CaseThread => ({ ...row, unread: unread.get(row.applicationId) ?? 0 }));
    });
  },
});

const isClient = (places: readonly WorkspaceAccess[]): boolean =>
  places.some((place) => place.can(readOwnApplications) && place.has(commentsFeature));

/** Workspace by workspace from the newest comment on, by an index, those that are the last of their case. */
async function ofWorkspaces(
  tx: Transaction,
  { access, limit, before }: Asked,
  workspaces: readonly string[],
  applied: readonly string[],
): Promise<readonly Last[]> {
  const { rows } = await sql<Row>`
    select c.* from unnest(${idArray(workspaces)}::uuid[]) as place("id")
    cross join lateral (
      select ${columns} from "comment" c
      where c."organizationId" = ${access.organization} and c."workspaceId" = place."id" and c."kind" = 'external'
        and c."turn" < ${before}::uuid and c."applicationId" <> all(${idArray(applied)}::uuid[]) and ${isLast}
      order by c."turn" desc limit ${limit}
    ) c
    order by c."turn" desc limit ${limit}`.execute(tx.sql<CommentTables>());
  return rows.map(asLast);
}

/** Of these cases, but for those that their client meets as staff. */
async function ofCases(
  tx: Transaction,
  { access, limit, before }: Asked,
  cases: readonly string[],
  { inside, applied }: { readonly inside: readonly string[]; readonly applied: readonly string[] },
): Promise<readonly Last[]> {
  const { rows } = await sql<Row>`
    select ${columns} from "comment" c
    where c."organizationId" = ${access.organization} and c."applicationId" = any(${idArray(cases)}::uuid[])
      and c."kind" = 'external' and c."turn" < ${before}::uuid and ${isLast}
      and (c."workspaceId" <> all(${idArray(inside)}::uuid[]) or c."applicationId" = any(${idArray(applied)}::uuid[]))
    order by c."turn" desc limit ${limit}`.execute(tx.sql<CommentTables>());
  return rows.map(asLast);
}

interface Row {
  readonly applicationId: string;
  readonly turn: string;
  readonly text: string;
  readonly byKind: string;
  readonly byId: string;
  readonly byName: string;
  readonly at: string;
  readonly removedAt: string | null;
}

const columns = sql`c."applicationId", c."turn", c."text", c."byKind", c."byId", c."byName", c."at", c."removedAt"`;

const isLast = sql`not exists (select from "comment" later where later."organizationId" = c."organizationId"
  and later."applicationId" = c."applicationId" and later."kind" = 'external' and later."turn" > c."turn")`;

const asLast = ({ applicationId, turn, text, byKind, byId, byName, at, removedAt }: Row): Last => ({
  applicationId,
  turn,
  last: { by: { kind: byKind, id: byId, name: byName }, text: removedAt === null ? text : null, at: utc(at) },
});
