import { SaxesParser } from 'saxes';
import { documentOf } from './documents.ts';
import { Unread } from './limits.ts';
import type { Limits } from './limits.ts';
import { ns } from './namespaces.ts';
import { isNamed } from './tree.ts';
import type { Element } from './tree.ts';
import type { PatentDocument } from './types.ts';

interface Growing extends Element {
  parts: (Element | string)[];
  document?: PatentDocument;
}

const nothing: (Element | string)[] = [];
const none: Readonly<Record<string, string>> = {};

/** Most elements hold one text: a list made for one part takes a tenth of one that is made to grow. */
function add(to: Growing, part: Element | string): void {
  if (to.parts === nothing) to.parts = [part];
  else to.parts.push(part);
}

function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 32) return false;
  return true;
}

/**
 * Reads XML in one pass into a tree of bounded size. A DOCTYPE is passed over and what it declares is not known, so an
 * entity of its own makes the document malformed and grows nothing.
 * @throws Unread
 */
export function readXml(text: string, o: Limits): Element {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: Growing[] = [];
  let root: Element | undefined;
  let count = 0;
  const counted = (more: number): void => {
    count += more;
    if (count > o.count) throw new Unread('too-many', `The answer has more than ${o.count} elements.`);
  };
  const at = (): { line: number; column: number } => ({ line: parser.line, column: parser.column });

  const words = (found: string): void => {
    const within = open.at(-1);
    if (!within) return;
    counted(1);
    add(within, isBlank(found) ? ' ' : found);
  };
  parser.on('text', words);
  parser.on('cdata', words);
  parser.on('opentag', (tag) => {
    let attributes: Record<string, string> | undefined;
    for (const name in tag.attributes) {
      const found = tag.attributes[name];
      if (found?.uri === '') (attributes ??= {})[found.local] = found.value;
      counted(1);
    }
    counted(1);
    const element: Growing = { uri: tag.uri, local: tag.local, attributes: attributes ?? none, parts: nothing };
    if (open.length >= o.depth)
      throw new Unread('too-deep', `The answer has more than ${o.depth} elements within each other.`, at());
    const within = open.at(-1);
    if (within) add(within, element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed || !isNamed(closed, ns.exchange, 'exchange-document')) return;
    // A page of a hundred would otherwise be a tree of fifty thousand elements that all live to its end.
    closed.document = documentOf(closed);
    closed.parts = nothing;
  });
  parser.on('error', (error) => {
    const said = error.message.replace(/^\d+:\d+: /, '');
    if (
      !root &&
      open.length === 0 &&
      /must contain a root element|text data outside/.test(said) &&
      !/\S/.test(after(text))
    )
      throw end(text);
    throw /^unclosed tag|unexpected end/.test(said) ? end(text) : new Unread('malformed', said, at());
  });
  parser.write(text).close();
  if (!root) throw end(text);
  return root;
}

/** What stands behind declarations, instructions, comments and a DOCTYPE. */
export const after = (text: string): string =>
  text.replace(/^\uFEFF?(?:\s+|<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE[^[>]*>)*/i, '');

/** It ends before its root does, or before it begins one. */
function end(text: string): Unread {
  const lines = text.split('\n');
  const column = Array.from(lines.at(-1) ?? '').length;
  return new Unread('cut', 'no element found', { line: lines.length, column });
}
