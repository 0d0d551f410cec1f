/** Saved searches as their author is shown them: those of one person in one workspace, and no others. */
import { isId, notFound, utc } from '@dossier/sdk';
import type { Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { PatentTables } from '../entities.ts';
import type { Watch } from '../replies.ts';
import { countsTold } from './watch-rows.ts';
import type { WatchRow } from './watch-rows.ts';
import { inWords } from './watch-trouble.ts';

export const own = (tx: Transaction, { organization, workspace, actor }: WorkspaceAccess) =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_watch')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('workspaceId', '=', workspace)
    .where('userId', '=', actor.id);

/** Throws 404 for what is not the actor's own here. */
export async function demand(tx: Transaction, access: WorkspaceAccess, id: string): Promise<WatchRow> {
  const row = isId(id) ? await own(tx, access).where('id', '=', id).executeTakeFirst() : undefined;
  if (!row) throw notFound();
  return row;
}

/** The same for who changes it: locked before anything of it is, so that a look does not meet it crosswise. */
export async function held(tx: Transaction, access: WorkspaceAccess, id: string): Promise<WatchRow> {
  const row = isId(id) ? await own(tx, access).where('id', '=', id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw notFound();
  return row;
}

export async function shown(
  tx: Transaction,
  access: WorkspaceAccess,
  rows: readonly WatchRow[],
): Promise<readonly Watch[]> {
  const told = await countsTold(
    tx,
    access.organization,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, cql: row.cql, every: row.every, total: row.total, version: row.version },
    nextAt: utc(row.nextAt),
    lastAt: row.lastAt && utc(row.lastAt),
    fresh: told.get(row.id) ?? 0,
    trouble: inWords(row.trouble),
  }));
}

export async function shownOne(tx: Transaction, access: WorkspaceAccess, row: WatchRow): Promise<Watch> {
  const [only] = await shown(tx, access, [row]);
  if (!only) throw notFound();
  return only;
}
