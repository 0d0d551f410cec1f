import { syntaxFault } from './fault.ts';
import type { Relation } from './query.ts';

export type Token =
  | { readonly is: 'word' | 'quoted'; readonly text: string }
  | { readonly is: 'relation'; readonly relation: Relation; readonly level: string | null }
  | { readonly is: 'near'; readonly distance: number; readonly ordered: boolean }
  | { readonly is: 'open' | 'close' };

const blank = /\s+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;
const near = /prox((?:\/(?:distance(?:<=|<|=)\d+|unit=\w+|ordered=(?:true|false)))*)(?=[\s(]|$)/iy;
const relation = /(<=|>=|<>|==|=|<|>)(?:\s*\/(\w*))?/y;
const word = /[^\s()"=<>]+/y;

/** Throws what the service says of a query that it cannot read. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    if (take(blank)) continue;
    const character = text.charAt(at);
    let match;
    if (character === '(' || character === ')') {
      at += 1;
      found.push({ is: character === '(' ? 'open' : 'close' });
    } else if ((match = take(quoted))) found.push({ is: 'quoted', text: (match[1] ?? '').replace(/\\(.)/g, '$1') });
    else if ((match = take(near))) found.push(nearOf(match[1] ?? ''));
    else if ((match = take(relation))) found.push(relationOf(match[1], match[2]));
    else if ((match = take(word))) found.push({ is: 'word', text: match[0] });
    else throw syntaxFault();
  }
  return found;
}

function nearOf(modifiers: string): Token {
  const distance = Number(/distance(?:<=|<|=)(\d+)/i.exec(modifiers)?.[1] ?? 1);
  return { is: 'near', distance: Math.max(1, distance), ordered: /ordered=true/i.test(modifiers) };
}

const relations: ReadonlySet<string> = new Set(['=', '==', '<', '>', '<=', '>=', '<>', 'any', 'all', 'within']);
const isRelation = (text: string | undefined): text is Relation => text !== undefined && relations.has(text);
function relationOf(text: string | undefined, level: string | undefined): Token {
  if (!isRelation(text) || level === '') throw syntaxFault();
  return { is: 'relation', relation: text, level: level ?? null };
}

/** A word that is a relation where one is due. */
export function wordRelation(token: Token | undefined): Relation | null {
  if (token?.is !== 'word') return null;
  const lower = token.text.toLowerCase();
  return lower === 'any' || lower === 'all' || lower === 'within' ? lower : null;
}
