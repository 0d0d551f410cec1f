/**
 * The personal part of an event: kept as ciphertext under a key of whom it is about, so that it goes with that key, and
 * the seal over what is stored stays whole. What is personal is declared by the event's type.
 */
import { createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { erased, insertOf, isRecord, newId, pointerNames } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import { decrypt, derivedKey, encrypt } from '../secrets/index.ts';

/** What events say, by the members in which something personal may be. */
export type Said = Readonly<Record<'actor' | 'before' | 'after' | 'payload', unknown>>;

/** A part as it is stored: under which key, in which places, and the values of these, sealed. */
export interface SealedPart {
  readonly key: string;
  readonly at: readonly string[];
  readonly text: string;
}

/** What was taken out of an event: whom it is about, from which places, which values. */
export interface TakenPart {
  readonly subject: string;
  readonly at: readonly string[];
  /** JSON of the values. */
  readonly plain: string;
}

/** A key of one subject in one organization. A subject may have several: they are erased together. */
interface SubjectKey {
  readonly id: string;
  readonly key: KeyObject;
}

export interface PersonalParts {
  /** Seals what was taken out of one event; new keys are written in the transaction, before what they seal. */
  sealing(tx: Transaction, at: string): Sealing;
  /** The same members, complete; `erased` stands where the key is gone. `wrapped`: the keys that are there, by id. */
  open(
    said: Said,
    parts: readonly SealedPart[],
    event: { readonly organization: string; readonly id: string },
    wrapped: Readonly<Record<string, string>>,
  ): Said;
}

export interface Sealing {
  seal(organization: string, event: string, taken: TakenPart): SealedPart;
  /** Writes the keys that were made; they are remembered when `afterCommit` tells that they are there. */
  keep(): Promise<void>;
  remember(): void;
}

/** Keys in memory at most, and for how many milliseconds one is used for what is new. */
const most = 5_000;
const lifetime = 300_000;

/** `root`: the secret of the installation, from which the key is derived that wraps those of the subjects. */
export function createPersonalParts({ root, now }: { root: Buffer; now: () => Date }): PersonalParts {
  const wrapping = derivedKey(root, 'event keys');
  const inUse = bounded<SubjectKey & { readonly since: number }>();
  const unwrapped = bounded<KeyObject>();
  const boundTo = (organization: string, id: string): string => `event key|${organization}|${id}`;

  const keyOf = (organization: string, id: string, text: string): KeyObject => {
    const found = unwrapped.get(text);
    if (found) return found;
    const key = createSecretKey(decrypt(wrapping, text, boundTo(organization, id)));
    unwrapped.set(text, key);
    return key;
  };

  return {
    sealing(tx, at) {
      const made = new Map<string, SubjectKey>();
      const rows: Readonly<Record<string, unknown>>[] = [];
      const keyFor = (organization: string, subject: string): SubjectKey => {
        const name = `${organization}|${subject}`;
        const known = inUse.get(name);
        if (known && now().getTime() - known.since < lifetime) return known;
        const found = made.get(name);
        if (found) return found;
        const id = newId();
        const bytes = randomBytes(32);
        const key = { id, key: createSecretKey(bytes) };
        made.set(name, key);
        const wrapped = encrypt(wrapping, bytes, boundTo(organization, id));
        rows.push({ organizationId: organization, id, subject, wrapped, createdAt: at });
        return key;
      };
      return {
        seal(organization, event, { subject, at, plain }) {
          const { id, key } = keyFor(organization, subject);
          return { key: id, at, text: encrypt(key, Buffer.from(plain), partOf(organization, event, at)) };
        },
        keep: async () => {
          if (rows.length > 0) await tx.later(insertOf('event_key', rows));
        },
        remember() {
          const since = now().getTime();
          for (const [name, key] of made) inUse.set(name, { ...key, since });
        },
      };
    },
    open(said, parts, { organization, id }, wrapped) {
      let whole = said;
      for (const { key, at, text } of parts) {
        const there = wrapped[key];
        const values: unknown = there
          ? JSON.parse(decrypt(keyOf(organization, key, there), text, partOf(organization, id, at)).toString('utf8'))
          : [];
        for (const [i, pointer] of at.entries())
          whole = put(whole, pointer, Array.isArray(values) && i in values ? values[i] : erased) as Said;
      }
      return whole;
    },
  };
}

const partOf = (organization: string, event: string, at: readonly string[]): string =>
  `event|${organization}|${event}|${at.join(' ')}`;

/** Takes the values at these JSON pointers out; those that are not there, or null, stay as they are. */
export function takeOut(
  said: Said,
  subject: string,
  pointers: readonly string[],
): { readonly rest: Said; readonly taken: TakenPart | null } {
  const found = pointers.flatMap((pointer) => {
    const value = at(said, pointer);
    return value === undefined || value === null ? [] : [{ pointer, value }];
  });
  if (found.length === 0) return { rest: said, taken: null };
  return {
    rest: found.reduce<unknown>((rest, { pointer }) => put(rest, pointer, undefined), said) as Said,
    taken: { subject, at: found.map(({ pointer }) => pointer), plain: JSON.stringify(found.map(({ value }) => value)) },
  };
}

const at = (value: unknown, pointer: string): unknown =>
  pointerNames(pointer).reduce<unknown>(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );

/** A copy with another value there; without it for undefined. */
function put(value: unknown, pointer: string, next: unknown): unknown {
  const set = (inner: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return next;
    const members = isRecord(inner) ? inner : {};
    const made = set(members[name], rest);
    if (made !== undefined) return { ...members, [name]: made };
    const { [name]: _, ...others } = members;
    return others;
  };
  return set(value, pointerNames(pointer));
}

/** Forgets what was put in first. */
function bounded<T>(): { get(key: string): T | undefined; set(key: string, value: T): void } {
  const all = new Map<string, T>();
  return {
    get: (key) => all.get(key),
    set(key, value) {
      all.delete(key);
      if (all.size >= most) for (const first of all.keys()) if (all.delete(first)) break;
      all.set(key, value);
    },
  };
}
