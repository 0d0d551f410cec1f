import { isRecord } from '@dossier/sdk';
import { sample } from '../enumeration/sample.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A JSON text of nearly `bytes` bytes, by which somebody could hope to hold up the process. */
export interface Worst {
  readonly name: string;
  readonly text: (bytes: number) => string;
}

/** Stands for what is worst, in an otherwise good body. */
const HERE = '@here@';

const repeated = (piece: string, bytes: number, between = ','): string =>
  (piece + between).repeat(Math.max(0, Math.floor(bytes / (piece.length + between.length)) - 1)) + piece;
const members = (bytes: number): string => {
  let text = '"k0":1';
  for (let n = 1; text.length < bytes - 12; n++) text += `,"k${n}":1`;
  return text;
};
const nested =
  (open: string, close: string) =>
  (bytes: number): string => {
    const depth = Math.floor((bytes - 1) / (open.length + close.length));
    return `${open.repeat(depth)}1${close.repeat(depth)}`;
  };
type Filler = readonly [string, (bytes: number) => string];
const lists: Filler = ['lists in lists', nested('[', ']')];
const objects: Filler = ['objects in objects', nested('{"a":', '}')];
const many: Filler = ['many members', (bytes) => `{${members(bytes)}}`];
const texts: readonly Filler[] = ['x', 'a@', '\\u0000', '😀'].map((piece) => [
  `a long text of ${JSON.stringify(piece)}`,
  (bytes) => `"${repeated(piece, bytes, '')}"`,
]);
const items = (name: string, piece: string): Filler => [name, (bytes) => `[${repeated(piece, bytes)}]`];

/** What is worst where this schema stands. */
function fillers(schema: Schema): readonly Filler[] {
  if (schema['const'] !== undefined || Array.isArray(schema['enum'])) return [];
  const types = new Set([schema['type'] ?? ['object', 'array', 'string']].flat());
  const some: Filler[] = [];
  if (types.has('array'))
    some.push(
      items('wrong items', '1'),
      items('empty objects', '{}'),
      items('fitting items', JSON.stringify(sample(schema['items'] ?? {}))),
      lists,
    );
  if (types.has('object')) some.push(many, objects);
  if (types.has('string')) some.push(...texts);
  return some;
}

/** Every place of a body, with the schema that stands there. Branches of a union stand at its own place. */
function* places(
  schema: unknown,
  path: readonly (string | number)[],
): Generator<readonly [readonly (string | number)[], Schema]> {
  if (!isRecord(schema)) return;
  const unions = [schema['anyOf'], schema['oneOf']].filter(Array.isArray).flat();
  for (const branch of unions) yield* places(branch, path);
  if (unions.length === 0) yield [path, schema];
  if (isRecord(schema['properties']))
    for (const [name, member] of Object.entries(schema['properties'])) yield* places(member, [...path, name]);
  if (schema['items'] !== undefined) yield* places(schema['items'], [...path, 0]);
}

function withAt(value: unknown, [first, ...rest]: readonly (string | number)[], put: unknown): unknown {
  if (first === undefined) return put;
  if (typeof first === 'number') return [withAt(Array.isArray(value) ? value[0] : undefined, rest, put)];
  return { ...(isRecord(value) ? value : {}), [first]: withAt(isRecord(value) ? value[first] : undefined, rest, put) };
}

/** All that is worst for a body of this schema, at one place of each kind. `good` is a body that fits. */
export function worstBodies(schema: unknown, good: unknown): readonly Worst[] {
  const found = new Map<string, Worst>();
  for (const [path, at] of [...places(schema, []), [['unknown'], {}] as const]) {
    for (const [name, fill] of fillers(at)) {
      const kind = `${name} ${JSON.stringify(at)}`;
      if (found.has(kind)) continue;
      const [before, after] = JSON.stringify(withAt(good, path, HERE)).split(JSON.stringify(HERE)) as [string, string];
      found.set(kind, {
        name: `${name} at /${path.join('/')}`,
        text: (bytes) => before + fill(bytes - Buffer.byteLength(before + after)) + after,
      });
    }
  }
  return [...found.values()];
}

const document = (name: string, text: (bytes: number) => string): Worst => ({
  name,
  text: (bytes) => JSON.stringify({ query: text(bytes - 100) }),
});

/** The same for documents of GraphQL. */
export const worstDocuments: readonly Worst[] = [
  document('lists in an argument', (bytes) => `{ application(id: ${nested('[', ']')(bytes)}) { id } }`),
  document('objects in an argument', (bytes) => `{ application(id: ${nested('{a:', '}')(bytes)}) { id } }`),
  document('fields in fields', (bytes) => `{ ${nested('a{', '}')(bytes)} }`),
  document('one field again and again', (bytes) => `{ ${repeated('version', bytes, ' ')} }`),
  document('many fields', (bytes) => `{ ${Array.from({ length: bytes / 8 }, (_, n) => `f${n}`).join(' ')} }`),
  document(
    'fragments',
    (bytes) =>
      `{ version } ${Array.from({ length: bytes / 40 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} }`).join(' ')}`,
  ),
  document('a long text', (bytes) => `{ application(id: "${'x'.repeat(bytes)}") { id } }`),
  document('lines', (bytes) => `{ application(id: """${'\n'.repeat(bytes / 2)}""") { id } }`),
  document('remarks', (bytes) => `{ version ${'#\n'.repeat(bytes / 3)}}`),
  ...[lists, objects, many].map(([name, fill]): Worst => ({
    name: `${name} of a variable`,
    text: (bytes) => `{"query":"query($a: JSON) { version }","variables":{"a":${fill(bytes - 70)}}}`,
  })),
];

/** Bytes of a body, from the most that any route but that of files takes to the least. */
export const limitsTried = [1_048_576, 524_288, 262_144, 131_072, 65_536, 32_768, 16_384] as const;
