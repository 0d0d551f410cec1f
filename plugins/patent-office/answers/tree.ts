import type { PatentDocument } from './types.ts';

/** An element as it was read: in its namespace, with what it holds in order. Its size is bounded by `limits.ts`. */
export interface Element {
  readonly uri: string;
  readonly local: string;
  /** Those without a namespace, by name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly parts: readonly (Element | string)[];
  /** What was made of it as soon as it closed; its parts are gone then. */
  readonly document?: PatentDocument;
}

/** Elements of one name within this one, not deeper. */
export function children(of: Element | undefined, uri: string, local: string): Element[] {
  const found: Element[] = [];
  if (of) for (const part of of.parts) if (isNamed(part, uri, local)) found.push(part);
  return found;
}

/** The first element of a name within this one. */
export function child(of: Element | undefined, uri: string, local: string): Element | undefined {
  if (of) for (const part of of.parts) if (isNamed(part, uri, local)) return part;
  return undefined;
}

/** All elements of a name below this one, in order; not those within one that was found. */
export function descendants(of: Element | undefined, uri: string, local: string): Element[] {
  const found: Element[] = [];
  const walk = (element: Element): void => {
    for (const part of element.parts) {
      if (typeof part === 'string') continue;
      if (isNamed(part, uri, local)) found.push(part);
      else walk(part);
    }
  };
  if (of) walk(of);
  return found;
}

/** Elements within this one, whatever their name. */
export const elements = (of: Element): Element[] => of.parts.filter((part) => typeof part !== 'string');

export function isNamed(part: Element | string, uri: string, local: string): part is Element {
  return typeof part !== 'string' && part.local === local && part.uri === uri;
}

/** An attribute without blanks around it; null when it is missing or blank. */
export const attribute = (of: Element | undefined, name: string): string | null =>
  spaced(of?.attributes[name] ?? '') || null;

/** An attribute that is a whole number; null when it is none. */
export function numeric(of: Element | undefined, name: string): number | null {
  const text = attribute(of, name);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** All text below an element, as it stands. */
export function textOf(of: Element | undefined): string {
  if (!of) return '';
  const only = of.parts[0];
  if (of.parts.length === 1 && typeof only === 'string') return only;
  let text = '';
  for (const part of of.parts) text += typeof part === 'string' ? part : textOf(part);
  return text;
}

/** The text of a child in one line; null when there is none. */
export const textIn = (of: Element | undefined, uri: string, local: string): string | null =>
  spaced(textOf(child(of, uri, local))) || null;

// Some of them are control characters, which old records hold.
const blanks = /[\s\u001c-\u001f\u0085]+/gu;

/** A text in one line, with single blanks. */
export const spaced = (text: string): string => (isPlain(text) ? text : text.replace(blanks, ' ').trim());

/** Most are: this looks at each character once, and makes nothing. */
function isPlain(text: string): boolean {
  let before = 32;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return before !== 32 || text === '';
}
