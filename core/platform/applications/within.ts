/** Whose applications a list is of, so that it reads none that somebody else's are. */
import { sql } from 'kysely';
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { OrganizationId, Transaction, UserId, WorkspaceId } from '@dossier/sdk';
import type { ApplicationTables } from './entities.ts';
import type { Column } from './list-query.ts';

/** Whose applications are listed; decided by who asks, before any filter. */
export type Reach =
  | { readonly workspace: WorkspaceId }
  | { readonly source: string; readonly workspaces: readonly WorkspaceId[] }
  | { readonly client: UserId }
  /** All of these workspaces, and the client's own as well; null for who is nowhere a client. */
  | { readonly workspaces: readonly WorkspaceId[]; readonly client: UserId | null };

export type Builder<O> = SelectQueryBuilder<ApplicationTables, 'application', O>;

/**
 * By what right some applications are listed: the workspace in which they are, of which all may be read, or that they
 * are those of a client or a key, in any.
 */
export type Place = Expression<string> | 'client' | 'key';

/** What the list leaves of some applications; null where it can leave none. */
export type Narrow = <O>(some: Builder<O>, place: Place) => Builder<O> | null;

/** The first of a list: by a column of applications in its order, and then by the id. */
export interface Top {
  readonly column: Column;
  readonly order: (column: Expression<unknown>) => Expression<unknown>;
  readonly direction: Expression<unknown>;
  readonly limit: Expression<unknown>;
}

/**
 * Narrows a list to what the reader reaches. Where that is in several places (workspaces, what a client made, where
 * they are an applicant), each is narrowed by itself, by the index that it has, and what is found there is put
 * together: asked for at once, with `or`, every application of the organization is read. With `top` only so many of all
 * places are left.
 */
export function within<O>(
  tx: Transaction,
  organization: OrganizationId,
  builder: Builder<O>,
  reach: Reach,
  narrow: Narrow,
  top?: Top,
): Builder<O> {
  const value = (id: string): Expression<string> => sql`${id}::uuid`;
  const none = () => builder.where(sql<SqlBool>`false`);
  if ('workspace' in reach)
    return narrow(builder.where('application.workspaceId', '=', reach.workspace), value(reach.workspace)) ?? none();
  if ('source' in reach) {
    return (
      narrow(
        builder
          .where('application.sourceKind', '=', 'key')
          .where('application.sourceId', '=', reach.source)
          .where('application.workspaceId', 'in', reach.workspaces),
        'key',
      ) ?? none()
    );
  }
  const db = tx.sql<ApplicationTables>();
  const some = () =>
    db
      .selectFrom('application')
      .select(['application.id', `application.${top?.column ?? 'id'} as sort`])
      .where('application.organizationId', '=', organization);
  /** For each of these rows, of which the first column is an id, the applications that `found` makes of it. */
  const each = (rows: Expression<unknown>, found: Expression<unknown> | null) =>
    found && sql`select "found".* from ${rows} cross join lateral (${found}) as "found"`;
  const at = sql.ref<string>('place.id');
  const [only, ...others] = 'workspaces' in reach ? reach.workspaces : [];
  const places: (Expression<unknown> | null)[] = [];
  if (only !== undefined && others.length === 0)
    places.push(narrow(some().where('application.workspaceId', '=', only), value(only)));
  else if (only !== undefined)
    places.push(
      each(
        sql`unnest(${idArray([only, ...others])}::uuid[]) as "place"("id")`,
        narrow(some().where('application.workspaceId', '=', at), at),
      ),
    );
  if (reach.client !== null) {
    places.push(
      narrow(
        some().where('application.sourceKind', '=', 'user').where('application.sourceId', '=', reach.client),
        'client',
      ),
    );
    const links = sql`(select distinct "applicationId" from "applicant" where "organizationId" = ${organization} and "userId" = ${reach.client}) as "place"("id")`;
    // One of each, which has nothing to choose among: they are met by their key, however many there are.
    places.push(each(links, narrow(some().where('application.id', '=', at), 'client')?.limit(1) ?? null));
  }
  // Said where it is seen: of a place in which nothing can be, PostgreSQL reads all before it knows.
  const open = places.filter((place) => place !== null);
  if (open.length === 0) return none();
  const all = sql.join(
    open.map((place) => sql`(${place})`),
    sql` union `,
  );
  const first = top
    ? sql` order by ${top.order(sql.ref('all.sort'))} ${top.direction}, "all"."id" ${top.direction} limit ${top.limit}`
    : sql``;
  return builder.where(sql<SqlBool>`"application"."id" in (select "all"."id" from (${all}) as "all"${first})`);
}
