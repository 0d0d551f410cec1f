import { usualPrefixes } from './namespaces.ts';
import { Unread } from './limits.ts';
import type { Limits } from './limits.ts';
import type { Element } from './tree.ts';
import type { ErrorAnswer } from './types.ts';

type Scope = Readonly<Record<string, string>>;
type Members = Readonly<Record<string, unknown>>;

/**
 * The tree of an answer in JSON: `@name` is an attribute, `$` the text, an element that is repeated an array and a
 * single one stands for itself. A list without an envelope is taken for what a search would have held.
 * @throws Unread
 */
export function readJson(text: string, o: Limits): Element {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unread(endsEarly(text) ? 'cut' : 'malformed', 'The answer is no whole JSON.');
  }
  let count = 0;
  const make = (name: string, from: unknown, outer: Scope, depth: number): Element => {
    if (depth > o.depth)
      throw new Unread('too-deep', `The answer has more than ${o.depth} elements within each other.`);
    if (++count > o.count) throw new Unread('too-many', `The answer has more than ${o.count} elements.`);
    const scope = isMembers(from) ? { ...outer, ...declared(from['@xmlns']) } : outer;
    const attributes: Record<string, string> = {};
    const parts: (Element | string)[] = [];
    if (isMembers(from)) {
      for (const [key, held] of Object.entries(from)) {
        if (key === '$') parts.push(said(held));
        else if (key === '@xmlns' || key === '@mixed.layout') continue;
        else if (key.startsWith('@')) attributes[key.slice(1)] = said(held);
        else for (const one of Array.isArray(held) ? held : [held]) parts.push(make(key, one, scope, depth + 1));
      }
    } else if (from !== null && from !== undefined) parts.push(said(from));
    const colon = name.indexOf(':');
    const prefix = name.slice(0, Math.max(colon, 0));
    const uri = Object.hasOwn(scope, prefix) ? (scope[prefix] ?? '') : '';
    return { uri, local: name.slice(colon + 1), attributes, parts };
  };
  const document = Array.isArray(value) ? bare(value) : value;
  const [name, held] = isMembers(document) ? (Object.entries(document)[0] ?? []) : [];
  if (name === undefined) throw new Unread('unknown', 'The answer is JSON, but no document.');
  return make(name, held, usualPrefixes, 1);
}

/** An error of what stands behind the service, which it hands on in words of its own; null when it is none. */
export function jsonError(text: string): ErrorAnswer | null {
  const value: unknown = JSON.parse(text);
  if (!isMembers(value) || 'ops:world-patent-data' in value) return null;
  const about = isMembers(value.error) ? value.error : isMembers(value.fault) ? value.fault : value;
  const word = (...names: readonly string[]): string | null =>
    names.map((name) => said(about[name])).find((found) => found !== '') ?? null;
  const code = word('code', 'errorCode', 'status', 'error');
  const message = word('message', 'errorMessage', 'faultstring', 'error_description', 'error', 'reason');
  if (code === null && message === null) return null;
  return {
    kind: 'error',
    root: 'json',
    code,
    message,
    description: word('description', 'details', 'detail'),
    moreInfo: word('moreInfo'),
    cause: word('cause'),
    resolutions: [],
  };
}

/** Hits or documents that somebody took out of the pages of a search. */
const bare = (value: readonly unknown[]): Members => ({
  'ops:world-patent-data': { 'ops:biblio-search': { 'ops:search-result': { 'ops:publication-reference': value } } },
});

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const said = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const declared = (value: unknown): Scope =>
  isMembers(value)
    ? Object.fromEntries(Object.entries(value).map(([prefix, uri]) => [prefix === '$' ? '' : prefix, said(uri)]))
    : {};

/** Whether brackets or quotes are open at the end. */
function endsEarly(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (quoted && c === '\\') at++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && (c === '{' || c === '[')) depth++;
    else if (!quoted && (c === '}' || c === ']')) depth--;
  }
  return quoted || depth > 0;
}
