import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { notFound, Problem, utc } from '@dossier/sdk';
import type {
  Actor,
  Clock,
  Database,
  ErasedSpec,
  OrganizationAccess,
  OrganizationId,
  SettingValues,
  StoredSettings,
  Transaction,
  TSchema,
} from '@dossier/sdk';
import { settingsChanged } from '../events/index.ts';
import type { Events } from '../events/index.ts';
import { validationProblem } from '../http/index.ts';
import { sentElsewhere } from './destinations.ts';
import { merged } from './merge.ts';
import type { Sealing } from './secrets.ts';
import type { SettingTables } from './tables.ts';
import { checkValues, completeValues, secretsOf } from './values.ts';

type Row = Omit<Selectable<SettingTables['setting']>, 'organizationId' | 'plugin'>;

/**
 * Settings of an organization for one plugin; see `OrganizationSettings` of the SDK for what the methods promise.
 * Secrets are sealed at rest, bound to organization, plugin and field.
 */
export interface SettingsStore {
  /** For the plugin itself, secrets in clear. Throws `not-set-up` and `settings-failing` (409). */
  read(plugin: ErasedSpec, organization: OrganizationId): Promise<SettingValues>;
  of(plugin: ErasedSpec, access: OrganizationAccess): Promise<StoredSettings>;
  change(
    plugin: ErasedSpec,
    access: OrganizationAccess,
    patch: SettingValues,
    version?: number,
  ): Promise<StoredSettings>;
  remove(plugin: ErasedSpec, access: OrganizationAccess, version?: number): Promise<void>;
  tried(
    plugin: ErasedSpec,
    access: OrganizationAccess,
    patch: SettingValues,
  ): Promise<{ readonly values: SettingValues; readonly secrets: readonly string[] }>;
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealing: Sealing;
  readonly emit: Events['log']['emit'];
  /** Drops what was built from the settings. */
  readonly dropped: (organization: OrganizationId, plugin: string) => Promise<void>;
}

export function createSettingsStore({ database, clock, sealing, emit, dropped }: Parts): SettingsStore {
  const rowOf = async (
    tx: Transaction,
    plugin: string,
    organization: OrganizationId,
    o: { lock?: boolean } = {},
  ): Promise<Row | null> => {
    const query = tx
      .sql<SettingTables>()
      .selectFrom('setting')
      .select(['value', 'version', 'secrets', 'changedAt', 'changedBy'])
      .where('organizationId', '=', organization)
      .where('plugin', '=', plugin);
    return (await (o.lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
  };
  const opened = (
    plugin: string,
    schema: TSchema,
    organization: OrganizationId,
    row: Row | null,
  ): Promise<SettingValues> => sealing.open(plugin, schema, organization, row?.value ?? {});
  /**
   * What is there already, for a change. Secrets that do not open any more are left behind, so that they can be entered
   * anew.
   */
  const standing = async (
    plugin: string,
    schema: TSchema,
    organization: OrganizationId,
    row: Row | null,
  ): Promise<SettingValues> =>
    opened(plugin, schema, organization, row).catch(() =>
      Object.fromEntries(Object.entries(row?.value ?? {}).filter(([field]) => !secretsOf(schema).includes(field))),
    );
  const shown = async (
    plugin: string,
    schema: TSchema,
    organization: OrganizationId,
    row: Row | null,
  ): Promise<StoredSettings> => {
    const usable =
      row &&
      (await opened(plugin, schema, organization, row).then(
        (values) => checkValues(schema, values).faults.length === 0,
        () => false,
      ));
    const marks = secretsOf(schema).map((field) => {
      const set = row?.value[field] !== undefined;
      const mark = row?.secrets[field] ?? { changedAt: row && utc(row.changedAt), by: null };
      return [
        field,
        set ? { set, changedAt: mark.changedAt, by: mark.by } : { set, changedAt: null, by: null },
      ] as const;
    });
    const state = row === null ? 'not-set-up' : usable ? 'set-up' : 'failing';
    return {
      state,
      version: row?.version ?? 0,
      changedAt: row && utc(row.changedAt),
      by: row?.changedBy ?? null,
      values: { ...checkValues(schema, row?.value ?? {}).value, ...Object.fromEntries(marks) },
    };
  };
  const emitChanged = (
    access: OrganizationAccess,
    id: string,
    schema: TSchema,
    before: SettingValues,
    after: SettingValues,
  ): void => {
    emit(
      settingsChanged,
      access,
      { subject: { type: 'settings', id }, workspace: null, ...changeOf(before, after, secretsOf(schema)) },
      { plugin: id },
    );
    database.afterCommit(() => void dropped(access.organization, id));
  };
  return {
    async read(plugin, organization) {
      const { id, settings: schema } = plugin;
      if (!schema) return {};
      const row = await database.read(organization, (tx) => rowOf(tx, id, organization));
      return completeValues(plugin, row && (await opened(id, schema, organization, row)));
    },
    of: (plugin, access) =>
      database.read(access, async (tx) =>
        shown(plugin.id, declared(plugin), access.organization, await rowOf(tx, plugin.id, access.organization)),
      ),
    change: (plugin, access, patch, version) =>
      database.write(access, async (tx) => {
        const [schema, { id }, { organization }, now] = [declared(plugin), plugin, access, utc(clock.now())];
        // Two administrators who save at once take turns, so that neither brings back a secret which the other
        // replaced.
        await tx
          .sql<SettingTables>()
          .insertInto('setting')
          .values({
            organizationId: organization,
            plugin: id,
            value: '{}',
            version: 0,
            secrets: '{}',
            changedAt: now,
            changedBy: null,
          })
          .onConflict((on) => on.doNothing())
          .execute();
        const row = (await rowOf(tx, id, organization, { lock: true }))!;
        demandVersion(row.version, version);
        const before = await standing(id, schema, organization, row);
        const after = fitting(schema, before, patch);
        // A second click changes nothing, and leaves no second entry. A secret that is entered again counts as entered.
        const again =
          row.version > 0 &&
          isDeepStrictEqual(before, after) &&
          secretsOf(schema).every((field) => patch[field] === undefined);
        if (again) return shown(id, schema, organization, row);
        const marks = Object.fromEntries(
          secretsOf(schema)
            .filter((field) => after[field] !== undefined)
            .map((field) => [
              field,
              patch[field] === undefined ? row.secrets[field] : { changedAt: now, by: actorOf(access) },
            ]),
        );
        await tx
          .sql<SettingTables>()
          .updateTable('setting')
          .where('organizationId', '=', organization)
          .where('plugin', '=', id)
          .set({
            value: JSON.stringify(await sealing.seal(id, schema, organization, after)),
            version: row.version + 1,
            secrets: JSON.stringify(marks),
            changedAt: now,
            changedBy: JSON.stringify(actorOf(access)),
          })
          .execute();
        emitChanged(access, id, schema, before, after);
        return shown(id, schema, organization, await rowOf(tx, id, organization));
      }),
    remove: (plugin, access, version) =>
      database.write(access, async (tx) => {
        const schema = declared(plugin);
        const row = await rowOf(tx, plugin.id, access.organization, { lock: true });
        if (!row) throw notFound();
        demandVersion(row.version, version);
        const before = await standing(plugin.id, schema, access.organization, row);
        await tx
          .sql<SettingTables>()
          .deleteFrom('setting')
          .where('organizationId', '=', access.organization)
          .where('plugin', '=', plugin.id)
          .execute();
        emitChanged(access, plugin.id, schema, before, {});
      }),
    async tried(plugin, access, patch) {
      const schema = declared(plugin);
      const row = await database.read(access, (tx) => rowOf(tx, plugin.id, access.organization));
      return {
        values: fitting(schema, await standing(plugin.id, schema, access.organization, row), patch),
        secrets: secretsOf(schema),
      };
    },
  };
}

function declared({ settings }: ErasedSpec): TSchema {
  if (!settings) throw notFound();
  return settings;
}

const actorOf = ({ actor: { kind, id, name } }: OrganizationAccess): Actor => ({ kind, id, name });

function demandVersion(stored: number, wanted: number | undefined): void {
  if (wanted !== undefined && wanted !== stored)
    throw new Problem(412, 'stale', 'Changed meanwhile', {
      detail:
        'Somebody changed these settings since you read them. Read them again, and send your change with the new version.',
    });
}

/** With defaults. Throws `invalid` with every fault; the pointers lead into the `values` of a request. */
function fitting(schema: TSchema, before: SettingValues, patch: SettingValues): SettingValues {
  const { value, faults: unfit } = checkValues(schema, merged(before, patch));
  const faults = [...unfit, ...sentElsewhere(schema, { before, patch, after: value })];
  if (faults.length > 0)
    throw validationProblem(
      faults.map((fault) => ({ ...fault, instancePath: `/values${fault.instancePath}` })),
      'body',
    );
  return value;
}

/** Only what changed, for the audit trail; of a secret only that it was set or removed. */
function changeOf(
  before: SettingValues,
  after: SettingValues,
  secrets: readonly string[],
): { before: SettingValues; after: SettingValues } {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const only = (values: SettingValues): SettingValues =>
    Object.fromEntries(
      changed.map((field) => [
        field,
        values[field] === undefined ? null : secrets.includes(field) ? '(secret)' : values[field],
      ]),
    );
  return { before: only(before), after: only(after) };
}
