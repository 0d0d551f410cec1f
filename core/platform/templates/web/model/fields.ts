/** Operations on fields. Each gives new content, and the path of the field that it was about. */
import { fieldAt, idOf, isRequired, keysIn, kindOf, levelAt, rowsOf, withLevel } from './content.ts';
import type { Content, Field, Kind, Level, Path } from './content.ts';
import { keyFrom, namesIn, unlike } from './names.ts';
import { usesOf, withReferences } from './references.ts';

export interface Placed {
  readonly content: Content;
  readonly path: Path;
}

/** Where a field is put: in a step, or in the rows of a group, before the one that is there now. */
type Place = { readonly step: string; readonly at: number } | { readonly group: string; readonly at: number };

const lastOf = (path: Path): string => path[path.length - 1] ?? '';
const groupOf = (path: Path): string | null => (path.length === 2 ? path[0] : null);
const without = (keys: readonly string[] | undefined, key: string): readonly string[] =>
  (keys ?? []).filter((one) => one !== key);

/** In which currency this content speaks of money already, first of the field that is the amount; null without any. */
const currencyIn = (content: Content): string | null => {
  const outside = Object.entries(content.schema.properties ?? {});
  const fields = outside.flatMap(([key, field]) => [
    { id: idOf(key, field), field },
    ...Object.values(rowsOf(field)?.properties ?? {}).map((inside) => ({ id: '', field: inside })),
  ]);
  const spoken = fields.flatMap(({ id, field }) => {
    const currency = field['x-currency'];
    return typeof currency === 'string' ? [{ id, currency }] : [];
  });
  return (spoken.find(({ id }) => id === content.amount) ?? spoken[0])?.currency ?? null;
};

/** What a new field of a kind says, so that it can be saved as it is. */
const newField = (kind: Kind, currency: string): Field => {
  const options = [
    { const: 'optionOne', title: 'Option one' },
    { const: 'optionTwo', title: 'Option two' },
  ];
  const own: Readonly<Record<string, Field>> = {
    choice: { oneOf: options },
    array: { items: { type: 'string', oneOf: options }, uniqueItems: true },
    money: { 'x-currency': currency, 'x-decimals': 2 },
    calculated: { 'x-formula': '0', 'x-decimals': 2 },
    group: { items: { type: 'object', properties: {}, required: [], 'x-order': [] }, maxItems: 10 },
    note: { description: 'What people read here.' },
  };
  const demanded = Object.fromEntries(
    (kind.limits.required ?? []).flatMap((key) => {
      const limit = kind.limits.properties?.[key];
      const value = limit?.['default'] ?? (Array.isArray(limit?.['enum']) ? limit['enum'][0] : limit?.['const']);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  return {
    ...(kind.type === null ? {} : { type: kind.type }),
    ...(kind.id === kind.type ? {} : { 'x-kind': kind.id }),
    title: kind.label,
    ...own[kind.id],
    ...demanded,
  };
};

const put = (content: Content, key: string, field: Field, place: Place, required: boolean): Placed => {
  const group = 'group' in place ? place.group : null;
  const level = levelAt(content, group);
  const placed: Level = {
    ...level,
    properties: { ...level.properties, [key]: field },
    required: [...without(level.required, key), ...(required ? [key] : [])],
    ...(group === null
      ? {}
      : {
          'x-order': keysIn(level)
            .filter((one) => one !== key)
            .toSpliced(place.at, 0, key),
        }),
  };
  const next = withLevel(content, group, placed);
  if (group !== null) return { content: next, path: [group, key] };
  return {
    content: {
      ...next,
      wizard: next.wizard.map((step) => {
        const fields = without(step.fields, key);
        return {
          ...step,
          fields: 'step' in place && step.key === place.step ? fields.toSpliced(place.at, 0, key) : fields,
        };
      }),
    },
    path: [key],
  };
};

const take = (content: Content, path: Path): Content => {
  const [key, group] = [lastOf(path), groupOf(path)];
  const level = levelAt(content, group);
  const { [key]: _, ...properties } = level.properties ?? {};
  const next = withLevel(content, group, {
    ...level,
    properties,
    required: without(level.required, key),
    ...(level['x-order'] ? { 'x-order': without(level['x-order'], key) } : {}),
  });
  return group === null
    ? { ...next, wizard: next.wizard.map((step) => ({ ...step, fields: without(step.fields, key) })) }
    : next;
};

/** No rows stand in rows, and files are asked for outside of them. */
export const fitsInRows = (kind: string): boolean => !['group', 'file', 'heading', 'note', 'address'].includes(kind);

/** `currency` is that of the organization: a new field of money speaks it where no other one speaks another. */
export const addField = (content: Content, kind: Kind, place: Place, currency: string): Placed => {
  const key = unlike(keyFrom(kind.label, kind.id), namesIn(content));
  return put(content, key, { ...newField(kind, currencyIn(content) ?? currency), 'x-id': key }, place, false);
};

/** Where a field stands. Null for one that no step shows. */
export const placeOf = (content: Content, path: Path): Place | null => {
  const [key, group] = [lastOf(path), groupOf(path)];
  if (group !== null) return { group, at: keysIn(levelAt(content, group)).indexOf(key) };
  const step = content.wizard.find(({ fields }) => fields.includes(key));
  return step ? { step: step.key, at: step.fields.indexOf(key) } : null;
};

/** Puts it elsewhere in its group, or anywhere in the steps. `place.at` counts as the list is without it. */
export const moveField = (content: Content, path: Path, place: Place): Placed => {
  const field = fieldAt(content, path);
  const [from, to] = [groupOf(path), 'group' in place ? place.group : null];
  if (!field || (to !== null && !fitsInRows(kindOf(field))) || (from !== to && from !== null && to !== null))
    return { content, path };
  if (from === to) return put(content, lastOf(path), field, place, isRequired(content, path));
  // A field keeps its id on its way into rows and out of them, and its key unless somebody there has it.
  const level = levelAt(content, to);
  const taken = new Set(Object.keys(level.properties ?? {}));
  const key = unlike(lastOf(path), taken);
  const id = idOf(lastOf(path), field);
  return put(take(content, path), key, { ...field, 'x-id': id }, place, isRequired(content, path));
};

/** One place up or down; from the edge of a step into the next one. The same content when there is no further. */
export const nudgeField = (content: Content, path: Path, by: -1 | 1): Placed => {
  const place = placeOf(content, path);
  if (!place) return { content, path };
  if ('group' in place) {
    const count = keysIn(levelAt(content, place.group)).length;
    const at = place.at + by;
    return at < 0 || at >= count ? { content, path } : moveField(content, path, { ...place, at });
  }
  const index = content.wizard.findIndex(({ key }) => key === place.step);
  const at = place.at + by;
  if (at >= 0 && at < (content.wizard[index]?.fields.length ?? 0)) return moveField(content, path, { ...place, at });
  const next = content.wizard[index + by];
  return next ? moveField(content, path, { step: next.key, at: by === 1 ? 0 : next.fields.length }) : { content, path };
};

export const removeField = (content: Content, path: Path): Content => take(content, path);

/** The field anew behind itself, with ids of its own; what the copy says of itself leads into the copy. */
export const duplicateField = (content: Content, path: Path): Placed => {
  const [field, place] = [fieldAt(content, path), placeOf(content, path)];
  if (!field || !place) return { content, path };
  const taken = new Set(namesIn(content));
  const fresh = (wanted: string): string => {
    const name = unlike(wanted, taken);
    taken.add(name);
    return name;
  };
  const ids = new Map<string, string>();
  const key = fresh(lastOf(path));
  ids.set(idOf(lastOf(path), field), key);
  const rows = rowsOf(field);
  const inner = rows && {
    ...rows,
    properties: Object.fromEntries(
      keysIn(rows).map((inside) => {
        const its = rows.properties?.[inside] ?? {};
        const id = fresh(inside);
        ids.set(idOf(inside, its), id);
        return [inside, { ...its, 'x-id': id }];
      }),
    ),
  };
  const copy: Field = {
    ...field,
    'x-id': key,
    title: `${String(field['title'] ?? key)} (copy)`,
    ...(inner ? { items: inner } : {}),
  };
  // Only what stands in the copy is led elsewhere.
  const alone: Content = { ...content, schema: { properties: { [key]: copy } }, wizard: [], requiredDocuments: [] };
  const led = withReferences(alone, ids).schema.properties?.[key] ?? copy;
  return put(content, key, led, { ...place, at: place.at + 1 }, isRequired(content, path));
};

/** Sets members of a field; `undefined` takes one out. */
export const changeField = (content: Content, path: Path, change: Field): Content => {
  const [key, group] = [lastOf(path), groupOf(path)];
  const level = levelAt(content, group);
  const field = level.properties?.[key];
  if (!field) return content;
  const next = Object.fromEntries(Object.entries({ ...field, ...change }).filter(([, value]) => value !== undefined));
  return withLevel(content, group, { ...level, properties: { ...level.properties, [key]: next } });
};

export const requireField = (content: Content, path: Path, required: boolean): Content => {
  const [key, group] = [lastOf(path), groupOf(path)];
  const level = levelAt(content, group);
  return withLevel(content, group, {
    ...level,
    required: [...without(level.required, key), ...(required ? [key] : [])],
  });
};

/** Another key in the same place; the id stays, and with it every reference. */
export const renameKey = (content: Content, path: Path, key: string): Placed => {
  const [old, group] = [lastOf(path), groupOf(path)];
  const level = levelAt(content, group);
  const field = level.properties?.[old];
  if (!field || key === old || Object.hasOwn(level.properties ?? {}, key)) return { content, path };
  const swap = (one: string): string => (one === old ? key : one);
  const next = withLevel(content, group, {
    ...level,
    properties: Object.fromEntries(
      Object.entries(level.properties ?? {}).map(([one, its]) =>
        one === old ? [key, { ...its, 'x-id': idOf(old, its) }] : [one, its],
      ),
    ),
    ...(level.required ? { required: level.required.map(swap) } : {}),
    ...(level['x-order'] ? { 'x-order': level['x-order'].map(swap) } : {}),
  });
  return group === null
    ? {
        content: { ...next, wizard: next.wizard.map((step) => ({ ...step, fields: step.fields.map(swap) })) },
        path: [key],
      }
    : { content: next, path: [group, key] };
};

/**
 * Another label. The key of a field that nobody has used yet (`fresh`) follows it, as long as it is the one that was
 * made from its label; the id follows the key, and references follow the id.
 */
export const labelField = (content: Content, path: Path, title: string, fresh: boolean): Placed => {
  const field = fieldAt(content, path);
  const key = lastOf(path);
  const before = String(field?.['title'] ?? '');
  const named = changeField(content, path, { title });
  const made = keyFrom(before, kindOf(field ?? {}));
  if (!field || !fresh || !(key === made || new RegExp(`^${made}\\d+$`).test(key))) return { content: named, path };
  const others = new Set(namesIn(removeField(content, path)));
  const renamed = renameKey(named, path, unlike(keyFrom(title, kindOf(field)), others));
  const [id, next] = [idOf(key, field), lastOf(renamed.path)];
  if (id !== key) return renamed;
  const moved = changeField(renamed.content, renamed.path, { 'x-id': next });
  return { ...renamed, content: usesOf(moved, id).length > 0 ? withReferences(moved, new Map([[id, next]])) : moved };
};
