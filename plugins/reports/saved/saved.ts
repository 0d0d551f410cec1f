import { sql } from 'kysely';
import { conflict, forbidden, inNameOrder, isDuplicate, isId, newId, notFound, Problem } from '@dossier/sdk';
import type { Clock, Contributions, Database, Emits, Transaction, WorkspaceAccess } from '@dossier/sdk';
import { manageOrganization } from '@dossier/core/platform/tenancy/contract';
import { templateDeleted, templateSaved } from '../contract.ts';
import type { BuiltInTemplate } from '../contract.ts';
import { demandAll, demandNone } from '../faults.ts';
import type { Definition } from '../definition/contract.ts';
import type { ReportTables } from '../entities.ts';

/** A template as the gallery shows it. `id` is the key of a built-in one, else an identifier. */
export interface ReportTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly builtIn: boolean;
  readonly visibility: 'private' | 'workspace';
  readonly owner: { readonly id: string; readonly name: string } | null;
  readonly basedOn: string | null;
  readonly version: number;
  readonly definition: Definition;
  readonly updatedAt: string | null;
}

export interface TemplateDraft {
  readonly name: string;
  readonly description?: string;
  readonly visibility: 'private' | 'workspace';
  readonly basedOn?: string | null;
  readonly definition: Definition;
}

export interface SavedTemplates {
  /** Built-in ones first, then those that the reader may see, by name. */
  list(access: WorkspaceAccess): Promise<readonly ReportTemplate[]>;
  /** Null when unknown here, or somebody else's own. */
  get(access: WorkspaceAccess, id: string): Promise<ReportTemplate | null>;
  create(access: WorkspaceAccess, draft: TemplateDraft): Promise<ReportTemplate>;
  /** The next version. Throws `built-in` and `name-taken` (409), `forbidden` (403), `stale` (412). */
  change(
    access: WorkspaceAccess,
    id: string,
    o: Partial<TemplateDraft> & { readonly version?: number },
  ): Promise<ReportTemplate>;
  /** Throws `built-in` and `in-use` (409), `forbidden` (403). Runs that were made from it stay. */
  remove(access: WorkspaceAccess, id: string): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly builtIns: Contributions<BuiltInTemplate>;
  readonly events: Emits<typeof templateSaved | typeof templateDeleted>;
  /** `kept` are reports that were saved before: what they name is not asked for again. */
  check(
    access: WorkspaceAccess,
    definition: Definition,
    beside: { readonly kept: readonly Definition[] },
  ): Promise<void>;
}

type Row = ReportTables['report_template'];
const keyOf = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

/**
 * Reports that people saved under a name of their own. The person who saved one may change it, and so may those who
 * manage the organization.
 */
export function savedTemplates({ database, clock, builtIns, events, check }: Deps): SavedTemplates {
  const standing = (access: WorkspaceAccess): readonly ReportTemplate[] =>
    builtIns
      .list(access)
      .toSorted((a, b) => a.value.order - b.value.order)
      .map(({ id, value: { name, description, definition } }) => ({
        id,
        name,
        description,
        builtIn: true,
        visibility: 'workspace',
        owner: null,
        basedOn: null,
        version: 1,
        definition,
        updatedAt: null,
      }));

  const visible = (tx: Transaction, access: WorkspaceAccess) =>
    tx
      .sql<ReportTables>()
      .selectFrom('report_template as t')
      .innerJoin('report_template_version as v', (join) =>
        join
          .onRef('v.organizationId', '=', 't.organizationId')
          .onRef('v.templateId', '=', 't.id')
          .onRef('v.version', '=', 't.version'),
      )
      .selectAll('t')
      .select('v.definition')
      .where('t.organizationId', '=', access.organization)
      .where('t.workspaceId', '=', access.workspace)
      // By the two indexes of names, so that what others keep for themselves is not read to be left out.
      .where('t.id', 'in', ({ selectFrom }) => {
        const here = () =>
          selectFrom('report_template')
            .select('id')
            .where('organizationId', '=', access.organization)
            .where('workspaceId', '=', access.workspace);
        const shared = here().where('visibility', '=', sql.lit('workspace'));
        return isId(access.actor.id)
          ? shared.union(here().where('visibility', '=', sql.lit('private')).where('ownerId', '=', access.actor.id))
          : shared;
      });

  const shown = ({
    id,
    name,
    description,
    visibility,
    ownerId,
    ownerName,
    basedOn,
    version,
    updatedAt,
    definition,
  }: Row & { definition: Definition }): ReportTemplate => ({
    id,
    name,
    description,
    builtIn: false,
    visibility,
    owner: { id: ownerId, name: ownerName },
    basedOn,
    version,
    definition,
    updatedAt,
  });

  const find = async (tx: Transaction, access: WorkspaceAccess, id: string): Promise<ReportTemplate | null> => {
    const row = isId(id) ? await visible(tx, access).where('t.id', '=', id).executeTakeFirst() : undefined;
    return row ? shown(row) : null;
  };

  const get: SavedTemplates['get'] = async (access, id) =>
    standing(access).find((template) => template.id === id) ??
    (await database.read(access, (tx) => find(tx, access, id)));

  /** The row, locked, when the actor may change it. */
  const own = async (tx: Transaction, access: WorkspaceAccess, id: string): Promise<ReportTemplate> => {
    if (builtIns.get(access, id))
      throw conflict(
        'built-in',
        'This report is built in: it can be neither overwritten nor deleted. Save your change under a name of its own.',
      );
    // First, so that of two who save at once the second sees what the first has saved.
    if (isId(id))
      await tx
        .sql<ReportTables>()
        .selectFrom('report_template')
        .select('id')
        .where('organizationId', '=', access.organization)
        .where('id', '=', id)
        .forUpdate()
        .execute();
    const found = await find(tx, access, id);
    if (!found) throw notFound();
    if (found.owner?.id !== access.actor.id && !access.can(manageOrganization))
      throw forbidden(`${found.owner?.name ?? 'Somebody else'} saved this report. Save yours under another name.`);
    return found;
  };

  const taken = (name: string): Problem =>
    conflict('name-taken', `There is a report called "${name.trim()}" already. Choose another name.`);
  const demandFree = async (
    tx: Transaction,
    access: WorkspaceAccess,
    name: string,
    except: string | null,
  ): Promise<void> => {
    if (standing(access).some((template) => keyOf(template.name) === keyOf(name))) throw taken(name);
    const row = await visible(tx, access).where('t.nameKey', '=', keyOf(name)).executeTakeFirst();
    if (row && row.id !== except) throw taken(name);
  };

  const nowIso = (): string => clock.now().toISOString();
  const addVersion = (
    tx: Transaction,
    access: WorkspaceAccess,
    templateId: string,
    version: number,
    definition: Definition,
  ) =>
    tx
      .sql<ReportTables>()
      .insertInto('report_template_version')
      .values({
        organizationId: access.organization,
        templateId,
        version,
        definition: JSON.stringify(definition),
        savedBy: access.actor.id,
        savedByName: access.actor.name,
        savedAt: nowIso(),
      })
      .execute();

  /** Two who save the same name at once meet at the unique index. */
  const saving = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw isDuplicate(error) ? taken(name) : error;
    });

  return {
    list: (access) =>
      database.read(access, async (tx) => [
        ...standing(access),
        ...(await visible(tx, access).orderBy('t.name', inNameOrder).orderBy('t.id').limit(500).execute()).map(shown),
      ]),

    get,

    async create(access, { name, description = '', visibility, basedOn = null, definition }) {
      const base = basedOn === null ? null : await get(access, basedOn);
      await demandAll(
        async () =>
          demandNone(
            basedOn !== null && base === null
              ? [
                  {
                    pointer: '/basedOn',
                    code: 'unknown-template',
                    detail: 'There is no such report any more, or you do not see it. Leave it out.',
                  },
                ]
              : [],
          ),
        () => check(access, definition, { kept: base ? [base.definition] : [] }),
      );
      return saving(name, () =>
        database.write(access, async (tx) => {
          await demandFree(tx, access, name, null);
          const [id, at] = [newId(), nowIso()];
          await tx
            .sql<ReportTables>()
            .insertInto('report_template')
            .values({
              organizationId: access.organization,
              id,
              workspaceId: access.workspace,
              name: name.trim(),
              nameKey: keyOf(name),
              description,
              visibility,
              ownerId: access.actor.id,
              ownerName: access.actor.name,
              basedOn,
              version: 1,
              createdAt: at,
              updatedAt: at,
            })
            .execute();
          await addVersion(tx, access, id, 1, definition);
          events.emit(
            templateSaved,
            access,
            { subject: { type: 'report-template', id }, after: { name: name.trim(), visibility } },
            { name: name.trim(), version: 1 },
          );
          return (await find(tx, access, id))!;
        }),
      );
    },

    async change(access, id, { name, description, visibility, definition, version }) {
      if (definition) {
        const there = await get(access, id);
        await check(access, definition, { kept: there ? [there.definition] : [] });
      }
      return saving(name ?? '', () =>
        database.write(access, async (tx) => {
          const before = await own(tx, access, id);
          if (version !== undefined && version !== before.version)
            throw new Problem(412, 'stale', 'Changed meanwhile', {
              detail:
                'Somebody saved this report since you opened it. Open it again, or save yours under another name.',
            });
          if (name !== undefined) await demandFree(tx, access, name, id);
          const next = before.version + 1;
          await addVersion(tx, access, id, next, definition ?? before.definition);
          const set = {
            name: (name ?? before.name).trim(),
            description: description ?? before.description,
            visibility: visibility ?? before.visibility,
          };
          await tx
            .sql<ReportTables>()
            .updateTable('report_template')
            .set({ ...set, nameKey: keyOf(set.name), version: next, updatedAt: nowIso() })
            .where('organizationId', '=', access.organization)
            .where('id', '=', id)
            .execute();
          events.emit(
            templateSaved,
            access,
            {
              subject: { type: 'report-template', id },
              before: { name: before.name, visibility: before.visibility, version: before.version },
              after: { ...set, version: next },
            },
            { name: set.name, version: next },
          );
          return (await find(tx, access, id))!;
        }),
      );
    },

    remove: (access, id) =>
      database.write(access, async (tx) => {
        const before = await own(tx, access, id);
        const schedule = await tx
          .sql<ReportTables>()
          .selectFrom('report_schedule')
          .select('name')
          .where('organizationId', '=', access.organization)
          .where('template', '=', id)
          .limit(1)
          .executeTakeFirst();
        if (schedule)
          throw conflict(
            'in-use',
            `The schedule "${schedule.name}" runs this report. Delete the schedule, or let it run another report, and try again.`,
          );
        await tx
          .sql<ReportTables>()
          .deleteFrom('report_template')
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        events.emit(
          templateDeleted,
          access,
          { subject: { type: 'report-template', id }, before: { name: before.name } },
          { name: before.name },
        );
      }),
  };
}
