import { pointerTo } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import { endOfString } from './inexact-numbers.ts';

/** More faults of one kind nobody reads, nor longer ones: this many, and this many characters of pointers. */
const [MOST, LONGEST] = [100, 10_000];
const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [...'",:[]{}'].map((sign) => sign.charCodeAt(0));

/**
 * The members whose name stands twice in their object, each reported once, in the order of the text. `value` is what
 * `json`, which is valid, was read as: readers keep the last of them, others the first, so nobody could say what their
 * sender meant (RFC 8259, section 4). Each member has a colon outside of texts. As many as the value has members, and
 * none was lost; only otherwise is the text looked through name by name.
 */
export const duplicateNames = (json: string, value: unknown): readonly Fault[] =>
  typeof value === 'object' && value !== null && colonsOf(json) !== membersOf(value) ? found(json) : [];

function colonsOf(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length;) {
    const opening = json.indexOf('"', at);
    const outside = opening < 0 ? json.length : opening;
    for (; at < outside; at++) if (json.charCodeAt(at) === COLON) count++;
    if (opening >= 0) at = endOfString(json, opening);
  }
  return count;
}

/** Without recursion, because values come from strangers. */
function membersOf(value: object): number {
  let count = 0;
  const open: object[] = [value];
  for (let next = open.pop(); next; next = open.pop()) {
    const inner: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    for (const one of inner) if (typeof one === 'object' && one !== null) open.push(one);
  }
  return count;
}

/**
 * An object or a list that is open where the search is: the names that it has had so far, those that were reported, and
 * where in it the search is.
 */
interface Holder {
  readonly names: Set<string> | null;
  readonly reported: Set<string>;
  at: string | number;
}

/**
 * A search of its own: the scanner of jsonc-parser takes a tenth of a second for a megabyte, in which nobody else is
 * served.
 */
function found(json: string): readonly Fault[] {
  const faults: Fault[] = [];
  const open: Holder[] = [];
  let length = 0;
  let text: readonly [number, number] = [0, 0];
  for (let at = 0; at < json.length && faults.length < MOST && length < LONGEST; at++) {
    const sign = json.charCodeAt(at);
    const holder = open.at(-1);
    if (sign === QUOTE) {
      const end = endOfString(json, at);
      text = [at, end];
      at = end - 1;
    } else if (sign === OPEN || sign === OPEN_LIST)
      open.push({ names: sign === OPEN ? new Set() : null, reported: new Set(), at: 0 });
    else if (sign === CLOSE || sign === CLOSE_LIST) open.pop();
    else if (sign === COMMA && holder && typeof holder.at === 'number') holder.at++;
    else if (sign === COLON && holder?.names) {
      const name = (holder.at = nameIn(json.slice(...text)));
      if (holder.names.has(name) && !holder.reported.has(name)) {
        holder.reported.add(name);
        const pointer = pointerTo(...open.map((one) => one.at));
        length += pointer.length;
        faults.push({
          pointer,
          code: 'named-twice',
          detail: `${name.slice(0, 100)} stands more than once in its object. Send it once.`,
        });
      }
      holder.names.add(name);
    }
  }
  return faults;
}

/** The same name can be written in more than one way. */
const nameIn = (text: string): string => (text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1));
