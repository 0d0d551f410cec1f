import { isRecord } from '@dossier/sdk';

/** How large a JSON value of a schema (JSON Schema 2020-12) can be. */
export interface SizeBound {
  /** Bytes of its longest text; Infinity where the schema takes anything. */
  readonly bytes: number;
  /** Pointers into the schema, each with what has no bound there. */
  readonly unbounded: readonly string[];
}

/** Bytes of a character, escaped as a serialiser that writes ASCII does it. */
const CHARACTER = 6;
/** Characters of a number or word, and of a name of which nobody says how long it is. */
const [NUMBER, NAME] = [32, 100];
/** Line break and indentation around a value, where JSON is written for people. */
const LAYOUT = 64;

type Schema = Readonly<Record<string, unknown>>;
const nothing: SizeBound = { bytes: 0, unbounded: [] };
const anything: SizeBound = { bytes: Infinity, unbounded: [] };

/** What a schema bounds, and what it leaves open. `at` is the pointer to it. */
export function sizeBoundOf(schema: unknown, at = ''): SizeBound {
  if (!isRecord(schema)) return schema === false ? nothing : anything;
  if ('const' in schema) return written([schema['const']]);
  if (Array.isArray(schema['enum'])) return written(schema['enum']);
  for (const choice of ['anyOf', 'oneOf']) {
    const branches = schema[choice];
    if (Array.isArray(branches))
      return largest(branches.map((branch: unknown, i) => sizeBoundOf(branch, `${at}/${choice}/${i}`)));
  }
  const types = [schema['type'] ?? []].flat();
  return types.length === 0 ? anything : largest(types.map((type) => ofType(String(type), schema, at)));
}

function ofType(type: string, schema: Schema, at: string): SizeBound {
  switch (type) {
    case 'string':
      return ofText(schema, at);
    case 'array':
      return ofList(schema, at);
    case 'object':
      return ofObject(schema, at);
    default:
      return { bytes: LAYOUT + NUMBER, unbounded: [] };
  }
}

/** Of a file, which is as large as its route takes, nobody counts characters. */
function ofText({ maxLength, format, contentEncoding }: Schema, at: string): SizeBound {
  if (typeof maxLength === 'number') return { bytes: LAYOUT + maxLength * CHARACTER, unbounded: [] };
  if (format === 'uuid') return { bytes: LAYOUT + 36 * CHARACTER, unbounded: [] };
  return contentEncoding === undefined ? { bytes: Infinity, unbounded: [`${at}: a text without maxLength`] } : anything;
}

function ofList({ items, maxItems }: Schema, at: string): SizeBound {
  const item = sizeBoundOf(items ?? true, `${at}/items`);
  if (typeof maxItems !== 'number')
    return { bytes: Infinity, unbounded: [`${at}: a list without maxItems`, ...item.unbounded] };
  return { bytes: LAYOUT + maxItems * item.bytes, unbounded: item.unbounded };
}

function ofObject(
  {
    properties = {},
    patternProperties = {},
    additionalProperties = Object.keys(patternProperties as object).length === 0,
    maxProperties,
  }: Schema,
  at: string,
): SizeBound {
  const known = Object.entries(properties as Schema).map(([name, member]) =>
    withName(name.length, sizeBoundOf(member, `${at}/properties/${name}`)),
  );
  const others = [...Object.values(patternProperties as Schema), additionalProperties].filter((one) => one !== false);
  const other =
    others.length === 0
      ? nothing
      : withName(NAME, largest(others.map((one) => sizeBoundOf(one, `${at}/additionalProperties`))));
  const unbounded = [...known, other].flatMap((one) => one.unbounded);
  if (others.length > 0 && typeof maxProperties !== 'number')
    return { bytes: Infinity, unbounded: [`${at}: an object without maxProperties`, ...unbounded] };
  const more = others.length === 0 ? 0 : Number(maxProperties) * other.bytes;
  return { bytes: LAYOUT + known.reduce((sum, { bytes }) => sum + bytes, 0) + more, unbounded };
}

const withName = (length: number, { bytes, unbounded }: SizeBound): SizeBound => ({
  bytes: length * CHARACTER + bytes,
  unbounded,
});
const largest = (all: readonly SizeBound[]): SizeBound => ({
  bytes: Math.max(0, ...all.map(({ bytes }) => bytes)),
  unbounded: all.flatMap(({ unbounded }) => unbounded),
});
const written = (values: readonly unknown[]): SizeBound => ({
  bytes: LAYOUT + CHARACTER * Math.max(0, ...values.map((value) => JSON.stringify(value).length)),
  unbounded: [],
});

/** Bytes of a body that holds less than this are no burden. */
const LEAST = 16 << 10;
/** Bytes of a JSON body at most, unless its route says that it needs more. */
export const MOST_BYTES = 1 << 20;

/** Bytes of a JSON body that a route takes unless it says so itself: as many as its schema can need. */
export const limitOf = (schema: unknown): number => Math.min(Math.max(LEAST, sizeBoundOf(schema).bytes), MOST_BYTES);
