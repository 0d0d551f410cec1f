import { isDeepStrictEqual } from 'node:util';
import { advisoryLock, conflict, isId, newId, notFound, Problem, utc } from '@dossier/sdk';
import type {
  Actor,
  Clock,
  Database,
  ErasedSpec,
  OrganizationAccess,
  OrganizationId,
  SettingEntry,
  SettingValues,
  StoredSettingEntry,
  StoredSettings,
  Transaction,
} from '@dossier/sdk';
import type { ErrorObject } from 'ajv';
import type { Events } from '../events/index.ts';
import { validationProblem } from '../http/index.ts';
import { sentElsewhere } from './destinations.ts';
import { announcing } from './announce.ts';
import { merged } from './merge.ts';
import { claim, collectionOf, drop, organizationsOf, settingsPlace, rowOf, rowsOf, store } from './rows.ts';
import type { EntryAt, Place, Row } from './rows.ts';
import { createRuleBook, withoutReadOnly } from './rules.ts';
import type { RuleBook } from './rules.ts';
import type { Sealing } from './secrets.ts';
import { checkValues, completeValues, readOnlyOf, secretsOf } from './values.ts';

/**
 * Settings of an organization for one plugin, and entries of their collections (`at`); see `OrganizationSettings` of
 * the SDK for what the methods promise. Secrets are sealed at rest, bound to organization, plugin, entry and field.
 */
export interface SettingsStore {
  /** For the plugin itself, secrets in clear. Throws `not-set-up` and `settings-failing` (409). */
  read(plugin: ErasedSpec, organization: OrganizationId): Promise<SettingValues>;
  /** For the plugin itself: entries that can be used, secrets in clear. */
  entries(plugin: ErasedSpec, organization: OrganizationId, collection: string): Promise<readonly SettingEntry[]>;
  /** Those that have set the plugin up, a page at a time, in the order of their ids; empty when none comes `after`. */
  organizations(plugin: ErasedSpec, after: OrganizationId | null): Promise<readonly OrganizationId[]>;
  of(plugin: ErasedSpec, access: OrganizationAccess, at?: EntryAt): Promise<StoredSettings>;
  list(plugin: ErasedSpec, access: OrganizationAccess, collection: string): Promise<readonly StoredSettingEntry[]>;
  add(
    plugin: ErasedSpec,
    access: OrganizationAccess,
    collection: string,
    values: SettingValues,
  ): Promise<StoredSettingEntry>;
  change(
    plugin: ErasedSpec,
    access: OrganizationAccess,
    patch: SettingValues,
    version?: number,
    at?: EntryAt,
  ): Promise<StoredSettings>;
  remove(plugin: ErasedSpec, access: OrganizationAccess, version?: number, at?: EntryAt): Promise<void>;
  tried(
    plugin: ErasedSpec,
    access: OrganizationAccess,
    patch: SettingValues,
  ): Promise<{ readonly values: SettingValues; readonly secrets: readonly string[] }>;
  readonly rules: RuleBook;
}

/** A change as it was sent, with what is computed of it now. */
interface Entered {
  readonly patch: SettingValues;
  readonly computed: SettingValues;
}

/** What is read in a transaction, before the plugin is asked for what it computes. */
interface Stored extends Omit<StoredSettings, 'values'> {
  readonly place: Place;
  readonly plain: SettingValues;
  readonly marks: StoredSettings['values'];
}

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealing: Sealing;
  readonly emit: Events['writer']['emit'];
  /** Drops what was built from the settings. */
  readonly dropped: (organization: OrganizationId, plugin: string) => Promise<void>;
}

export function createSettingsStore({ database, clock, sealing, emit, dropped }: Parts): SettingsStore {
  const rules = createRuleBook();
  const announce = announcing({ database, emit, dropped });
  const opened = ({ name, schema, organization }: Place, row: Row | null): Promise<SettingValues> =>
    sealing.open(name, schema, organization, row?.value ?? {});
  /**
   * What is there already, for a change. Secrets that do not open any more are left behind, so that they can be entered
   * anew.
   */
  const standing = async (place: Place, row: Row | null): Promise<SettingValues> =>
    opened(place, row).catch(() =>
      Object.fromEntries(
        Object.entries(row?.value ?? {}).filter(([field]) => !secretsOf(place.schema).includes(field)),
      ),
    );
  /** What is entered, as all may see it that see the settings: with defaults, without secrets. */
  const plainOf = ({ schema }: Place, row: Row | null): SettingValues => {
    const secrets = secretsOf(schema);
    const { value } = checkValues(schema, row?.value ?? {});
    return Object.fromEntries(Object.entries(value).filter(([field]) => !secrets.includes(field)));
  };
  /** As it is stored; what the plugin computes is not in it yet. */
  const shown = async (place: Place, row: Row | null): Promise<Stored> => {
    const { schema } = place;
    const usable =
      row &&
      (await opened(place, row).then(
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
      place,
      state,
      version: row?.version ?? 0,
      changedAt: row && utc(row.changedAt),
      by: row?.changedBy ?? null,
      plain: plainOf(place, row),
      marks: Object.fromEntries(marks),
    };
  };
  /** With what the plugin computes: outside of the transaction, which would last as long as the plugin likes. */
  const completed = async (
    access: OrganizationAccess,
    { place, plain, marks, ...stored }: Stored,
  ): Promise<StoredSettings> => ({
    ...stored,
    values: { ...plain, ...(await rules.computed(place, access, plain)), ...marks },
  });
  /** What is computed at a place now, where a patch names such a member. No transaction is open yet. */
  const computedFor = async (
    plugin: ErasedSpec,
    access: OrganizationAccess,
    patch: SettingValues,
    at?: EntryAt,
  ): Promise<SettingValues> => {
    const place = settingsPlace(plugin, access.organization, at);
    if (!readOnlyOf(place.schema).some((name) => Object.hasOwn(patch, name))) return {};
    return rules.computed(place, access, plainOf(place, await database.read(access, (tx) => rowAt(tx, place))));
  };
  /**
   * What would be stored, with defaults. Throws `invalid` with every fault; the pointers lead into the `values` of a
   * request.
   */
  const fitting = (
    { spec, schema, at }: Place,
    before: SettingValues,
    patch: SettingValues,
    computed: SettingValues,
  ): SettingValues => {
    const { entered, faults: shownOnly } = withoutReadOnly(schema, patch, computed);
    const { value, faults } = checkValues(schema, merged(before, entered));
    const unfit = new Set(faults.map(({ instancePath }) => instancePath.split('/')[1]));
    const values = Object.fromEntries(Object.entries(value).filter(([name]) => !unfit.has(name)));
    const judged = rules.judging(spec, { collection: at?.collection ?? null, values });
    refuse([...faults, ...judged, ...shownOnly, ...sentElsewhere(schema, { before, patch: entered, after: value })]);
    return value;
  };
  /** A second click changes nothing, and leaves no second entry. A secret that is entered again counts as entered. */
  const isAgain = (
    { schema }: Place,
    row: Row,
    o: { before: SettingValues; after: SettingValues; patch: SettingValues },
  ) =>
    row.version > 0 &&
    isDeepStrictEqual(o.before, o.after) &&
    secretsOf(schema).every((field) => o.patch[field] === undefined);
  /** The values that a change would store, as the plugin has connected them; null where nothing has to be connected. */
  const connectedFor = async (
    place: Place,
    access: OrganizationAccess,
    row: Row | null,
    { patch, computed }: Entered,
  ): Promise<SettingValues | null> => {
    if (place.spec.settingOptions?.connecting === undefined) return null;
    const before = await standing(place, row);
    const after = fitting(place, before, patch, computed);
    if (row && isAgain(place, row, { before, after, patch })) return null;
    refuse(await rules.connecting(place.spec, { access, ...idsOf(place), before: row ? before : null, after }));
    return after;
  };
  /** The row is there and locked: `version` 0 when it was made for this. */
  const save = async (
    tx: Transaction,
    place: Place,
    access: OrganizationAccess,
    row: Row,
    { patch, computed, connected }: Entered & { readonly connected: SettingValues | null },
  ): Promise<Stored> => {
    const { schema } = place;
    const secrets = secretsOf(schema);
    const now = utc(clock.now());
    const before = await standing(place, row);
    const after = fitting(place, before, patch, computed);
    if (isAgain(place, row, { before, after, patch })) return shown(place, row);
    // Others have changed it meanwhile, so that something else would be stored than was connected.
    if (place.spec.settingOptions?.connecting && !isDeepStrictEqual(after, connected)) throw stale();
    refuse(await rules.saving(place.spec, { access, ...idsOf(place), before: row.version > 0 ? before : null, after }));
    const marks = Object.fromEntries(
      secrets
        .filter((field) => after[field] !== undefined)
        .map((field) => [
          field,
          patch[field] === undefined ? row.secrets[field] : { changedAt: now, by: actorOf(access) },
        ]),
    );
    await store(tx, place, {
      value: JSON.stringify(await sealing.seal(place.name, schema, place.organization, after)),
      version: row.version + 1,
      secrets: JSON.stringify(marks),
      changedAt: now,
      changedBy: JSON.stringify(actorOf(access)),
    });
    announce(access, place, before, after);
    return shown(place, await rowOf(tx, place));
  };
  /** The plugin looks at a removal too: something may need what it takes away. */
  const takeAway = async (tx: Transaction, place: Place, access: OrganizationAccess, row: Row): Promise<void> => {
    const before = await standing(place, row);
    refuse(await rules.saving(place.spec, { access, ...idsOf(place), before, after: null }));
    await drop(tx, place);
    announce(access, place, before, {});
  };
  const found = async (tx: Transaction, place: Place): Promise<Row> => {
    const row = await rowAt(tx, place, { lock: true });
    if (!row) throw notFound();
    return row;
  };
  return {
    rules,
    async read(plugin, organization) {
      if (!plugin.settings) return {};
      const place = settingsPlace(plugin, organization);
      const row = await database.read(organization, (tx) => rowOf(tx, place));
      return completeValues(plugin, row && (await opened(place, row)));
    },
    async entries(plugin, organization, collection) {
      collectionOf(plugin, collection);
      const rows = await database.read(organization, (tx) => rowsOf(tx, plugin, organization, collection));
      const usable = rows.map(async (row) => {
        const place = settingsPlace(plugin, organization, { collection, entry: row.entry });
        const values = await opened(place, row).catch(() => null);
        const checked = values && checkValues(place.schema, values);
        return checked?.faults.length === 0 ? [{ id: row.entry, values: checked.value }] : [];
      });
      return (await Promise.all(usable)).flat();
    },
    organizations: (plugin, after) => database.lookUp((tx) => organizationsOf(tx, plugin, after)),
    async of(plugin, access, at) {
      const stored = await database.read(access, async (tx) => {
        const place = settingsPlace(plugin, access.organization, at);
        const row = await rowAt(tx, place);
        if (at && !row) throw notFound();
        return shown(place, row);
      });
      return completed(access, stored);
    },
    async list(plugin, access, collection) {
      const stored = await database.read(access, async (tx) => {
        collectionOf(plugin, collection);
        const rows = await rowsOf(tx, plugin, access.organization, collection);
        return Promise.all(
          rows.map(async (row) => ({
            id: row.entry,
            entry: await shown(settingsPlace(plugin, access.organization, { collection, entry: row.entry }), row),
          })),
        );
      });
      return Promise.all(stored.map(async ({ id, entry }) => ({ id, ...(await completed(access, entry)) })));
    },
    async add(plugin, access, collection, values) {
      const { most, title } = collectionOf(plugin, collection);
      const id = newId();
      const place = settingsPlace(plugin, access.organization, { collection, entry: id });
      const computed = await computedFor(plugin, access, values, { collection, entry: id });
      const connected = await connectedFor(place, access, null, { patch: values, computed });
      const stored = await database.write(access, async (tx) => {
        await advisoryLock(tx, `kernel/settings ${access.organization} ${plugin.id} ${collection}`);
        if ((await rowsOf(tx, plugin, access.organization, collection)).length >= most)
          throw conflict(
            'too-many-entries',
            `There are ${most} under "${title}" already, and there can be no more. Remove one first.`,
          );
        await claim(tx, place, utc(clock.now()));
        return save(tx, place, access, (await rowOf(tx, place))!, { patch: values, computed, connected });
      });
      return { id, ...(await completed(access, stored)) };
    },
    async change(plugin, access, patch, version, at) {
      const place = settingsPlace(plugin, access.organization, at);
      const computed = await computedFor(plugin, access, patch, at);
      const present = await database.read(access, (tx) => rowAt(tx, place));
      if (at && !present) throw notFound();
      demandVersion(present?.version ?? 0, version);
      const connected = await connectedFor(place, access, present, { patch, computed });
      const stored = await database.write(access, async (tx) => {
        // Two administrators who save at once take turns, so that neither brings back a secret which the other
        // replaced.
        if (!at) await claim(tx, place, utc(clock.now()));
        const row = await found(tx, place);
        demandVersion(row.version, version);
        return save(tx, place, access, row, { patch, computed, connected });
      });
      return completed(access, stored);
    },
    remove: (plugin, access, version, at) =>
      database.write(access, async (tx) => {
        const place = settingsPlace(plugin, access.organization, at);
        const row = await found(tx, place);
        demandVersion(row.version, version);
        await takeAway(tx, place, access, row);
        // The settings go with all that they consist of, secrets in entries too.
        for (const collection of at ? [] : (plugin.settingOptions?.collections ?? [])) {
          for (const entry of await rowsOf(tx, plugin, access.organization, collection.id))
            await takeAway(
              tx,
              settingsPlace(plugin, access.organization, { collection: collection.id, entry: entry.entry }),
              access,
              entry,
            );
        }
      }),
    async tried(plugin, access, patch) {
      const place = settingsPlace(plugin, access.organization);
      const row = await database.read(access, (tx) => rowOf(tx, place));
      return {
        values: fitting(place, await standing(place, row), patch, await computedFor(plugin, access, patch)),
        secrets: secretsOf(place.schema),
      };
    },
  };
}

const rowAt = async (tx: Transaction, place: Place, o?: { lock?: boolean }): Promise<Row | null> =>
  place.at && !isId(place.at.entry) ? null : rowOf(tx, place, o);

const idsOf = ({ at }: Place): { collection: string | null; entry: string | null } => ({
  collection: at?.collection ?? null,
  entry: at?.entry ?? null,
});

const actorOf = ({ actor: { kind, id, name } }: OrganizationAccess): Actor => ({ kind, id, name });

function demandVersion(stored: number, wanted: number | undefined): void {
  if (wanted !== undefined && wanted !== stored) throw stale();
}

const stale = (): Problem =>
  new Problem(412, 'stale', 'Changed meanwhile', {
    detail:
      'Somebody changed these settings since you read them. Read them again, and send your change with the new version.',
  });

function refuse(faults: readonly ErrorObject[]): void {
  if (faults.length > 0)
    throw validationProblem(
      faults.map((fault) => ({ ...fault, instancePath: `/values${fault.instancePath}` })),
      'body',
    );
}
