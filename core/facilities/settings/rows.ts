import type { Selectable } from 'kysely';
import type { ErasedSpec, OrganizationId, Transaction, TSchema } from '@dossier/sdk';
import { notFound } from '@dossier/sdk';
import type { SettingTables } from './tables.ts';

/** One entry of a collection. */
export interface EntryAt {
  readonly collection: string;
  readonly entry: string;
}

/** Whose values: the settings of a plugin, or one entry of them, in an organization. */
export interface Place {
  readonly spec: ErasedSpec;
  readonly organization: OrganizationId;
  /** Null for the settings themselves. */
  readonly at: EntryAt | null;
  readonly schema: TSchema;
  /**
   * What names it beside the organization: a secret is sealed for it, and opens nowhere else. Ids of plugins and
   * collections hold no slash.
   */
  readonly name: string;
}

export type Row = Omit<Selectable<SettingTables['setting']>, 'organizationId' | 'plugin' | 'collection'>;

/** Throws `not-found` where the plugin declares no settings, or no such collection. */
export function settingsPlace(spec: ErasedSpec, organization: OrganizationId, at: EntryAt | null = null): Place {
  if (!spec.settings) throw notFound();
  if (at === null) return { spec, organization, at, schema: spec.settings, name: spec.id };
  const { schema } = collectionOf(spec, at.collection);
  return { spec, organization, at, schema, name: `${spec.id}/${at.collection}/${at.entry}` };
}

/** Throws `not-found`. */
export const collectionOf = (spec: ErasedSpec, id: string) => {
  const found = spec.settings && spec.settingOptions?.collections?.find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
};

const columns = ['entry', 'value', 'version', 'secrets', 'changedAt', 'changedBy'] as const;
const keyOf = ({ organization, spec, at }: Pick<Place, 'organization' | 'spec' | 'at'>) => ({
  organizationId: organization,
  plugin: spec.id,
  collection: at?.collection ?? '',
  entry: at?.entry ?? '',
});

export async function rowOf(tx: Transaction, place: Place, o: { lock?: boolean } = {}): Promise<Row | null> {
  const query = tx
    .sql<SettingTables>()
    .selectFrom('setting')
    .select(columns)
    .where((has) => has.and(keyOf(place)));
  return (await (o.lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** The oldest first. */
export const rowsOf = (
  tx: Transaction,
  spec: ErasedSpec,
  organization: OrganizationId,
  collection: string,
): Promise<readonly Row[]> =>
  tx
    .sql<SettingTables>()
    .selectFrom('setting')
    .select(columns)
    .where('organizationId', '=', organization)
    .where('plugin', '=', spec.id)
    .where('collection', '=', collection)
    .orderBy('entry')
    .execute();

/** So many organizations are read at once. */
const PAGE = 200;

/**
 * Organizations that come after that id and have a row of this plugin, in the order of their ids. An entry of a
 * collection that it declares no more counts for nothing.
 */
export async function organizationsOf(
  tx: Transaction,
  { id, settingOptions }: ErasedSpec,
  after: OrganizationId | null,
): Promise<readonly OrganizationId[]> {
  const query = tx
    .sql<SettingTables>()
    .selectFrom('setting')
    .select('organizationId')
    .distinct()
    .where('plugin', '=', id)
    .where('collection', 'in', ['', ...(settingOptions?.collections ?? []).map((collection) => collection.id)])
    .orderBy('organizationId')
    .limit(PAGE);
  const rows = await (after === null ? query : query.where('organizationId', '>', after)).execute();
  return rows.map(({ organizationId }) => organizationId);
}

/** A row without values, where there is none: what it is to hold is written by {@link store}. */
export async function claim(tx: Transaction, place: Place, now: string): Promise<void> {
  await tx
    .sql<SettingTables>()
    .insertInto('setting')
    .values({ ...keyOf(place), value: '{}', version: 0, secrets: '{}', changedAt: now, changedBy: null })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function store(
  tx: Transaction,
  place: Place,
  values: { value: string; version: number; secrets: string; changedAt: string; changedBy: string },
): Promise<void> {
  await tx
    .sql<SettingTables>()
    .updateTable('setting')
    .where((has) => has.and(keyOf(place)))
    .set(values)
    .execute();
}

export async function drop(tx: Transaction, place: Place): Promise<void> {
  await tx
    .sql<SettingTables>()
    .deleteFrom('setting')
    .where((has) => has.and(keyOf(place)))
    .execute();
}
