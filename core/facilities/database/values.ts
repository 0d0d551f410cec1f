/**
 * How values cross the wire: the same on PGlite and on PostgreSQL, so that code that works on one works on the other.
 */
import array from 'postgres-array';

type Parser = (text: string) => unknown;

const BOOL = 16,
  BYTEA = 17,
  INT8 = 20,
  DATE = 1082,
  TIMESTAMP = 1114,
  TIMESTAMPTZ = 1184,
  INTERVAL = 1186,
  NUMERIC = 1700;

/** By how many characters follow the seconds, point included: what the milliseconds lack. */
const zeros = ['.000', '00', '00', '0'];

/**
 * `2026-11-20 13:43:48.12+00` to `2026-11-20T13:43:48.120Z`; microseconds stay when there are any. The session's time
 * zone is UTC. A page of a list has hundreds of times, so their characters are looked at where they stand: as a pattern
 * they were a fifth of what it allocates.
 */
function isoTime(text: string): string {
  const end = text.length - 3;
  // Neither an infinity nor a year before Christ or beyond 9999.
  if (text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00')) return text;
  return `${text.slice(0, 10)}T${text.slice(11, end)}${zeros[end - 19] ?? ''}Z`;
}

const text: Parser = (value) => value;
const texts: Parser = (value) => array.parse(value);

/**
 * Parsers by type identifier of PostgreSQL. Times, dates, big and exact numbers stay text: a JavaScript Date or number
 * would lose digits.
 */
export const parsers: Readonly<Record<number, Parser>> = {
  [INT8]: text,
  [NUMERIC]: text,
  [DATE]: text,
  [TIMESTAMP]: text,
  [INTERVAL]: text,
  [TIMESTAMPTZ]: isoTime,
  [BYTEA]: (value) => Buffer.from(value.slice(2), 'hex'),
  1016: texts,
  1182: texts,
  1115: texts,
  1187: texts,
  1231: texts,
  1185: (value) => array.parse(value, isoTime),
};

/** A parameter as text, by the rules of `pg`: arrays become array literals, other objects JSON. */
export function encode(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function element(value: unknown): string {
  if (Array.isArray(value)) return encode(value) ?? 'NULL';
  const text = encode(value);
  return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** PGlite's own serializers refuse text for some types; ours accept what {@link encode} made. */
export const serializers: Readonly<Record<number, (value: unknown) => string>> = Object.fromEntries(
  [
    BOOL,
    BYTEA,
    18,
    INT8,
    21,
    23,
    25,
    26,
    114,
    700,
    701,
    DATE,
    1042,
    1043,
    TIMESTAMP,
    TIMESTAMPTZ,
    2950,
    3802,
    1005,
    1007,
    1009,
    1015,
    1016,
    2951,
  ].map((oid) => [oid, (value: unknown) => String(value)]),
);
