/**
 * Ids of fields, by which conditions, calculations and translations name them: a key may be renamed, an id stays. An id
 * that is the field's key is not written down.
 */
import { idOf, isRecord } from '@dossier/sdk';
import type { TSchema } from '@dossier/sdk';
import { fieldsOf, innerOf, kindIdOf, orderIn } from './form/form.ts';
import type { FieldSchema } from './form/form.ts';
import type { Kinds } from './kinds.ts';

/**
 * The schema with the ids of its fields, the order of those in groups (a database keeps members in an order of its
 * own), and the format that the kind of each implies. A field that comes without an id has that of the field of its key
 * before, so that it stays the same field, else one made from its key that no other has.
 */
export function withIds(schema: TSchema, before: object, kinds: Kinds): TSchema {
  const ids = idsFor(schema, before);
  const numbered = (level: object, at: string): Readonly<Record<string, unknown>> | undefined => {
    const properties: unknown = 'properties' in level ? level.properties : undefined;
    if (!isRecord(properties)) return undefined;
    const entries = Object.entries(properties);
    return Object.fromEntries(
      entries.map(([key, field]) => [key, isRecord(field) ? one(key, field, `${at}/${key}`) : field]),
    );
  };
  const one = (key: string, field: FieldSchema, at: string): FieldSchema => {
    const { 'x-id': _, ...rest } = field;
    const id = ids.get(at) ?? key;
    const format = kinds.get(kindIdOf(field))?.answer?.format;
    const inner = innerOf(field);
    return {
      ...rest,
      ...(format === undefined || field['format'] !== undefined ? {} : { format }),
      ...(id === key ? {} : { 'x-id': id }),
      ...(inner === null ? {} : withInner(field, inner, at)),
    };
  };
  const withInner = (field: FieldSchema, inner: FieldSchema, at: string): FieldSchema =>
    inner === field
      ? { properties: numbered(field, at) }
      : { items: { ...inner, 'x-order': orderIn(inner), properties: numbered(inner, at) } };
  const properties = numbered(schema, '');
  return properties ? { ...schema, properties } : schema;
}

interface Place {
  /** The keys on the way to the field. */
  readonly at: string;
  readonly key: string;
  readonly field: FieldSchema;
  readonly depth: number;
}

const placesIn = (schema: object, at = '', depth = 0): readonly Place[] =>
  Object.entries(fieldsOf(schema)).flatMap(([key, field]) => [
    { at: `${at}/${key}`, key, field, depth },
    ...placesIn(innerOf(field) ?? {}, `${at}/${key}`, depth + 1),
  ]);

/** Fields of the form itself come before those in groups: an id is most often meant to be theirs. */
function idsFor(schema: object, before: object): ReadonlyMap<string, string> {
  const places = placesIn(schema).toSorted((a, b) => a.depth - b.depth);
  const earlier = new Map(placesIn(before).map(({ at, key, field }) => [at, idOf(key, field)]));
  const ids = new Map<string, string>();
  for (const { at, field } of places) if (typeof field['x-id'] === 'string') ids.set(at, field['x-id']);
  const taken = new Set(ids.values());
  const take = (at: string, wanted: string): void => {
    let id = wanted;
    for (let n = 2; taken.has(id); n += 1) id = `${wanted}_${n}`;
    taken.add(id);
    ids.set(at, id);
  };
  for (const { at } of places) {
    const old = earlier.get(at);
    if (!ids.has(at) && old !== undefined && !taken.has(old)) take(at, old);
  }
  for (const { at, key } of places) if (!ids.has(at)) take(at, key.replaceAll('-', '_'));
  return ids;
}
