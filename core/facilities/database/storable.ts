import { pointerTo } from '@dossier/sdk';
import type { ErrorObject } from 'ajv';

/**
 * No database holds the character NUL in a text, nor half of a character (an unpaired surrogate, which JSON can write).
 */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
/**
 * JSON can write numbers (1e400) that become infinite when they are read, and nothing when they are written again;
 * numbers that would become others are read so too (inexact-numbers.ts).
 */
const isKept = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'string' || isStorable(value);

/**
 * Members in members in members: more than any form has, and fewer than end the recursion of a serializer.
 */
const DEEPEST = 200;
/** More faults of one kind nobody reads. */
const MOST = 100;

/**
 * Whether every text and number in a value, and every name of a member, can be stored, and the value has an end. Values
 * come from strangers: nothing in them is followed further down than `DEEPEST`.
 */
export const allStorable = (value: unknown): boolean => isStorableAt(value, 0);

function isStorableAt(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return isKept(value);
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((inner) => isStorableAt(inner, depth + 1));
  // Not by for…in: so read, an object of another shape than the one before made V8 13.6 compile this anew, without an
  // end. Nor by Object.values, which takes twice as long as all of this for an object without prototype, as Fastify
  // makes them of path and query.
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members))
    if (!isStorable(name) || !isStorableAt(members[name], depth + 1)) return false;
  return true;
}

/** What cannot be stored, as a schema would report it: so that plugins need no pattern for it in every field. */
export function unstorable(value: unknown): readonly ErrorObject[] {
  if (allStorable(value)) return [];
  const faults: ErrorObject[] = [];
  const open: { readonly value: unknown; readonly at: string; readonly depth: number }[] = [
    { value, at: '', depth: 0 },
  ];
  for (let next = open.pop(); next && faults.length < MOST; next = open.pop()) {
    const { at, depth } = next;
    if (!isKept(next.value)) faults.push(typeof next.value === 'number' ? numberOutOfRange(at) : unstorableText(at));
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (depth > DEEPEST)
      return [{ ...found, keyword: 'too-deep', instancePath: '', message: `is nested more than ${DEEPEST} deep` }];
    const members = Object.entries(next.value);
    if (!members.every(([key]) => isStorable(key))) faults.push(unstorableText(at));
    for (const [key, inner] of members.toReversed())
      if (isStorable(key)) open.push({ value: inner, at: at + pointerTo(key), depth: depth + 1 });
  }
  return faults;
}

const found = { schemaPath: '#', params: {} };
const unstorableText = (instancePath: string): ErrorObject => ({
  ...found,
  keyword: 'unstorable-text',
  instancePath,
  message: 'holds the character NUL or half of a character (an unpaired surrogate). Remove it',
});
const numberOutOfRange = (instancePath: string): ErrorObject => ({
  ...found,
  keyword: 'out-of-range',
  instancePath,
  message: 'is a number that cannot be kept as it is written. Send one with at most 15 digits, or a text',
});
