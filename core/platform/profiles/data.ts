import { isDeepStrictEqual } from 'node:util';
import { isRecord, pointerTo } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';

/** Levels of objects and lists in `data`; more would cost a stack to write down. */
const DEEPEST = 32;
const MOST_FAULTS = 20;
/** Pointers in one event, and characters of each. */
const MOST_POINTERS = 100;
const LONGEST_POINTER = 200;

/**
 * Why free-form data could not be kept as it is: nested too deep, or a number that would not be kept as it is written,
 * which is read as infinite.
 */
export function dataFaults(data: Readonly<Record<string, unknown>>): readonly Fault[] {
  const faults: Fault[] = [];
  const visit = (value: unknown, at: string, level: number): void => {
    if (faults.length >= MOST_FAULTS) return;
    if (typeof value === 'number' && !Number.isFinite(value))
      faults.push({
        pointer: at,
        code: 'out-of-range',
        detail: 'This number cannot be kept as it is written. Send it as a text.',
      });
    if (typeof value !== 'object' || value === null) return;
    if (level > DEEPEST)
      return void faults.push({
        pointer: at,
        code: 'too-deep',
        detail: `Data has at most ${DEEPEST} levels of objects and lists. Make it flatter.`,
      });
    for (const [key, member] of Object.entries(value)) visit(member, at + pointerTo(key), level + 1);
  };
  visit(data, '/data', 1);
  return faults;
}

/**
 * JSON pointers (RFC 6901) of the members in which two values differ; a list counts as one member. Never the values.
 */
export function changedMembers(before: unknown, after: unknown, at: string): readonly string[] {
  if (!isRecord(before) || !isRecord(after)) return isDeepStrictEqual(before, after) ? [] : [readable(at)];
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const found: string[] = [];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    if (found.length >= MOST_POINTERS) break;
    found.push(
      ...(old.has(key) && now.has(key)
        ? changedMembers(old.get(key), now.get(key), at + pointerTo(key))
        : [readable(at + pointerTo(key))]),
    );
  }
  return found.slice(0, MOST_POINTERS);
}

/** The log is jsonb, which takes neither NUL nor half a surrogate pair. */
const readable = (pointer: string): string => pointer.slice(0, LONGEST_POINTER).toWellFormed().replaceAll('\0', '');
