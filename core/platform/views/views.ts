import { sql } from 'kysely';
import { advisoryLock, conflict, demandMatch, forbidden, invalid, isId, newId, notFound } from '@dossier/sdk';
import type { Database, Emits, IfMatch, Transaction, WorkspaceAccess } from '@dossier/sdk';
import { readApplications } from '../applications/contract.ts';
import { kept, referenceFaults, viewFaults } from './content.ts';
import { COUNTED, COUNTED_AT_ONCE, manageViews, mostOfViews, ownColumns, viewChanged } from './contract.ts';
import type { SavedView, ShownColumn, ViewContent } from './contract.ts';
import type { ViewTables } from './entities.ts';
import { held, ownTitles, seen, surroundings } from './reading.ts';
import type { ReadingDeps, StoredView } from './reading.ts';

/** All are of the workspace of the access. They throw 404 for a view that is not there, or that is somebody else's. */
export interface Views {
  /** The reader's own, by their place, and behind them those that are shared. */
  list(access: WorkspaceAccess): Promise<readonly SavedView[]>;
  one(access: WorkspaceAccess, id: string): Promise<SavedView>;
  /** Throws 422 with all faults, 409 `too-many-views`, 403 for roles unless the actor manages views. */
  add(access: WorkspaceAccess, content: ViewContent): Promise<SavedView>;
  /** As `add`, and 412. Only its author makes a shared view a private one. */
  change(access: WorkspaceAccess, id: string, content: ViewContent, ifMatch: IfMatch): Promise<SavedView>;
  /** To another place among those of its kind. What it names and is no more stays, until somebody saves it. */
  move(access: WorkspaceAccess, id: string, position: number, ifMatch: IfMatch): Promise<SavedView>;
  remove(access: WorkspaceAccess, id: string, ifMatch: IfMatch): Promise<void>;
  /** How many applications views find, by their ids, up to {@link COUNTED}: of the first {@link COUNTED_AT_ONCE}. */
  counts(access: WorkspaceAccess, ids?: readonly string[]): Promise<readonly { id: string; count: number }[]>;
  /** These columns with their titles, without those that are no more; without ids all that can be shown. */
  columns(access: WorkspaceAccess, ids?: readonly string[]): Promise<readonly ShownColumn[]>;
  /** Names of roles that may begin with a view. */
  roles(access: WorkspaceAccess): Promise<readonly string[]>;
}

export function createViews(
  deps: ReadingDeps & { readonly database: Database; readonly log: Emits<typeof viewChanged> },
): Views {
  const { database, log, queue, grants } = deps;

  const of = (tx: Transaction, { organization, workspace }: WorkspaceAccess) =>
    tx
      .sql<ViewTables>()
      .selectFrom('saved_view')
      .selectAll()
      .where('organizationId', '=', organization)
      .where('workspaceId', '=', workspace);

  /** The shared ones, or those that the actor keeps for themselves, by their place. */
  const part = (tx: Transaction, access: WorkspaceAccess, shared: boolean): Promise<readonly StoredView[]> => {
    const some = of(tx, access).where('shared', '=', sql.lit(shared));
    return (shared ? some : some.where('ownerId', '=', access.actor.id)).orderBy('position').orderBy('id').execute();
  };
  /** All that the actor may read. */
  const readable = (access: WorkspaceAccess): Promise<readonly StoredView[]> =>
    database.read(access, async (tx) => [...(await part(tx, access, false)), ...(await part(tx, access, true))]);

  const find = async (tx: Transaction, access: WorkspaceAccess, id: string): Promise<StoredView> => {
    const row = isId(id) ? await of(tx, access).where('id', '=', id).executeTakeFirst() : undefined;
    if (!row || !(row.shared || row.ownerId === access.actor.id)) throw notFound();
    return row;
  };

  /** The view with which the reader begins: that of the first of the roles that they have. */
  const beginning = async (access: WorkspaceAccess, views: readonly StoredView[]): Promise<string | null> => {
    for (const { id, shared, roles } of views)
      for (const role of shared ? roles : []) {
        const { organization, workspace, actor } = access;
        const members = await grants.holdersInRole(organization, workspace, readApplications, role);
        if (members.some((one) => one === actor.id)) return id;
      }
    return null;
  };

  const read = async (access: WorkspaceAccess, views: readonly StoredView[]): Promise<readonly SavedView[]> => {
    const now = await surroundings(deps, access, views);
    const begins = await beginning(access, views);
    const manages = access.can(manageViews);
    return views.map((view) =>
      seen(view, held(queue, view, now), { access, now, manages, begins: view.id === begins }),
    );
  };

  const set = (tx: Transaction, { organization }: WorkspaceAccess, id: string) =>
    tx.sql<ViewTables>().updateTable('saved_view').where('organizationId', '=', organization).where('id', '=', id);

  /** Gives those of its kind their places from 0 on, with this one at its own. */
  const place = async (
    tx: Transaction,
    access: WorkspaceAccess,
    view: Pick<StoredView, 'id' | 'shared'>,
    position: number | null,
  ): Promise<void> => {
    const all = await part(tx, access, view.shared);
    const order = all.filter(({ id }) => id !== view.id).map(({ id }) => id);
    if (position !== null) order.splice(position, 0, view.id);
    for (const one of all)
      if (order.indexOf(one.id) !== one.position)
        await set(tx, access, one.id)
          .set({ position: order.indexOf(one.id) })
          .execute();
  };

  const demandRoom = async (tx: Transaction, access: WorkspaceAccess, shared: boolean): Promise<void> => {
    const { length } = await part(tx, access, shared);
    const most = shared ? mostOfViews.shared : mostOfViews.private;
    if (length >= most)
      throw conflict(
        'too-many-views',
        `${shared ? 'The workspace has' : 'You have'} ${most} ${shared ? 'shared' : 'private'} views already. Remove one that nobody uses.`,
      );
  };

  /** A role begins with one view: the others give it up. */
  const takeRoles = async (
    tx: Transaction,
    access: WorkspaceAccess,
    id: string,
    roles: readonly string[],
  ): Promise<void> => {
    if (roles.length === 0) return;
    for (const other of (await part(tx, access, true)).filter((one) => one.id !== id)) {
      const left = other.roles.filter((role) => !roles.includes(role));
      if (left.length < other.roles.length)
        await set(tx, access, other.id)
          .set({ roles: JSON.stringify(left), version: other.version + 1 })
          .execute();
    }
  };

  const write = <T>(access: WorkspaceAccess, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.write(access, async (tx) => {
      await advisoryLock(tx, `views/${access.workspace}`);
      return work(tx);
    });

  /** Throws 422 with all faults. */
  const checked = async (access: WorkspaceAccess, content: ViewContent) => {
    const { query, columns } = content;
    const form = viewFaults(queue, content);
    if (form.length > 0) throw invalid(form);
    const now = await surroundings(deps, access, [{ ownerId: access.actor.id, query, columns }]);
    const faults = [
      ...referenceFaults(content, now),
      ...((content.roles ?? []).length > 0 && !content.shared
        ? [{ pointer: '/roles', code: 'private', detail: 'A role begins with a view that is shared.' }]
        : []),
    ];
    if (faults.length > 0) throw invalid(faults);
    return { what: kept(content, now), known: now.roles };
  };

  const tell = (access: WorkspaceAccess, before: StoredView | null, after: StoredView | null): void => {
    const said = after?.shared ? after : before?.shared ? before : null;
    if (said === null) return;
    const side = ({ name, roles }: StoredView) => ({ name, roles });
    log.emit(
      viewChanged,
      access,
      {
        subject: { type: 'view', id: said.id },
        workspace: access.workspace,
        ...(before?.shared ? { before: side(before) } : {}),
        ...(after?.shared ? { after: side(after) } : {}),
      },
      { name: said.name },
    );
  };

  const fresh = async (access: WorkspaceAccess, view: StoredView): Promise<SavedView> => {
    const [one] = await read(access, [view]);
    if (!one) throw notFound();
    return one;
  };

  return {
    list: async (access) => read(access, await readable(access)),

    one: async (access, id) => fresh(access, await database.read(access, (tx) => find(tx, access, id))),

    add: async (access, content) => {
      if ((content.roles ?? []).length > 0) access.demand(manageViews);
      const { what } = await checked(access, content);
      return fresh(
        access,
        await write(access, async (tx) => {
          await demandRoom(tx, access, content.shared);
          const id = newId();
          const { roles = [] } = content;
          const own = { id, ownerId: access.actor.id, shared: content.shared };
          await tx
            .sql<ViewTables>()
            .insertInto('saved_view')
            .values({
              organizationId: access.organization,
              workspaceId: access.workspace,
              ...own,
              ...stored(what),
              roles: JSON.stringify(roles),
              position: 1000,
              version: 1,
            })
            .execute();
          await place(tx, access, own, content.position ?? 1000);
          await takeRoles(tx, access, id, roles);
          const made = await find(tx, access, id);
          tell(access, null, made);
          return made;
        }),
      );
    },

    change: async (access, id, content, ifMatch) => {
      const { what, known } = await checked(access, content);
      return fresh(
        access,
        await write(access, async (tx) => {
          const now = await find(tx, access, id);
          demandChangeable(access, now);
          demandMatch(ifMatch, now.version);
          const own = now.ownerId === access.actor.id;
          if (now.shared && !content.shared && !own)
            throw forbidden('Only who made this view can keep it to themselves. You can remove it.');
          // Roles that are no more go by themselves.
          const former = now.roles.filter((role) => known.includes(role));
          const roles = content.shared ? (content.roles ?? former) : [];
          if (!same(roles, former)) access.demand(manageViews);
          const moves = now.shared !== content.shared;
          if (moves) await demandRoom(tx, access, content.shared);
          await set(tx, access, id)
            .set({ ...stored(what), roles: JSON.stringify(roles), version: now.version + 1 })
            .execute();
          await place(
            tx,
            access,
            { ...now, shared: content.shared },
            content.position ?? (moves ? 1000 : now.position),
          );
          if (moves) await place(tx, access, { ...now, id: '' }, null);
          await takeRoles(tx, access, id, roles);
          const changed = await find(tx, access, id);
          tell(access, now, changed);
          return changed;
        }),
      );
    },

    move: async (access, id, position, ifMatch) =>
      fresh(
        access,
        await write(access, async (tx) => {
          const now = await find(tx, access, id);
          demandChangeable(access, now);
          demandMatch(ifMatch, now.version);
          await place(tx, access, now, position);
          await set(tx, access, id)
            .set({ version: now.version + 1 })
            .execute();
          return find(tx, access, id);
        }),
      ),

    remove: (access, id, ifMatch) =>
      write(access, async (tx) => {
        const now = await find(tx, access, id);
        demandChangeable(access, now);
        demandMatch(ifMatch, now.version);
        await tx
          .sql<ViewTables>()
          .deleteFrom('saved_view')
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        await place(tx, access, now, null);
        tell(access, now, null);
      }),

    counts: async (access, ids) => {
      const all = await readable(access);
      const some = (ids === undefined ? all : all.filter(({ id }) => ids.includes(id))).slice(0, COUNTED_AT_ONCE);
      const now = await surroundings(deps, access, some);
      const found = await queue.counts(
        access,
        some.map((view) => held(queue, view, now).query),
        COUNTED,
      );
      return some.map(({ id }, i) => ({ id, count: found[i] ?? 0 }));
    },

    columns: async ({ organization }, ids) => {
      const answers = await (ids === undefined ? queue.allColumns(organization) : queue.columns(organization, ids));
      const known: readonly ShownColumn[] = [
        ...ownColumns.map((id) => ({ id, title: ownTitles[id], template: null, schema: null })),
        ...answers.map(({ id, title, template, schema }) => ({ id, title, template, schema })),
      ];
      const byId = new Map(known.map((column) => [column.id, column]));
      return ids === undefined ? known : ids.flatMap((id) => byId.get(id) ?? []);
    },

    roles: async ({ organization, workspace }) =>
      (await grants.roleNames(organization, [workspace], readApplications)).get(workspace) ?? [],
  };
}

/** What is of JSON is written as its text. */
const stored = ({ query, columns, names, ...rest }: ReturnType<typeof kept>) => ({
  ...rest,
  query: JSON.stringify(query),
  columns: JSON.stringify(columns),
  names: JSON.stringify(names),
});

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** Its author, and of a shared one who manages views. */
function demandChangeable(access: WorkspaceAccess, { ownerId }: StoredView): void {
  if (ownerId !== access.actor.id) access.demand(manageViews);
}
