/**
 * What was searched for last in an application, and what was found, for as long as the page is loaded: who looks at
 * another part of the case and comes back pays nothing for it.
 */
import type { Found, Hit, Query } from './asking.ts';
import type { Content, Mode } from './form-content.ts';

export interface Finds {
  readonly query: Query | null;
  readonly hits: readonly Hit[];
  readonly found: Found | null;
}
export interface Form {
  readonly mode: Mode;
  readonly content: Content;
}

/** Applications of which it is kept, those that were looked at last. */
const most = 8;

/** A small memory: what is put in last stays longest. */
export function memory<T>(): { get(key: string): T | undefined; set(key: string, value: T): void } {
  const all = new Map<string, T>();
  return {
    get: (key) => all.get(key),
    set: (key, value) => {
      all.delete(key);
      all.set(key, value);
      for (const oldest of [...all.keys()].slice(0, -most)) all.delete(oldest);
    },
  };
}

export const lastFinds = memory<Finds>();
export const lastForms = memory<Form>();
