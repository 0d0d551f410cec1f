import { isBoolean, isRelationWord, lexemesOf, type Lexeme } from './parser.ts';
import type { Token, TokenKind } from './types.ts';

/**
 * What each piece of a text is, for its colour, also while it is no query yet. Nothing is checked: a name before a
 * relation is an index, whether it is known or not.
 */
export function tokens(text: string): readonly Token[] {
  const lexemes = lexemesOf(text);
  const kinds: TokenKind[] = [];
  /** Within `prox/distance<=3` or `=/low`. */
  let modifying = false;
  lexemes.forEach((lexeme, i) => {
    const before = lexemes[i - 1];
    modifying = continues(modifying, lexeme, before, kinds[i - 1]);
    kinds.push(kindOf(lexeme, lexemes, i, modifying, kinds));
  });
  return lexemes.map(({ from, to }, i) => ({ from, to, kind: kinds[i] ?? 'term' }));
}

function continues(
  modifying: boolean,
  lexeme: Lexeme,
  before: Lexeme | undefined,
  last: TokenKind | undefined,
): boolean {
  if (lexeme.kind === 'slash') return last === 'boolean' || last === 'relation' || last === 'modifier';
  if (!modifying || before === undefined) return false;
  if (before.kind === 'slash') return true;
  return (
    before.to === lexeme.from && (lexeme.kind === 'symbol' || (lexeme.kind === 'word' && before.kind === 'symbol'))
  );
}

/** Whether a relation stands behind this name, also behind others that are joined to it by commas. */
function isNamed(lexemes: readonly Lexeme[], i: number): boolean {
  let next = i + 1;
  // A list of names is short. Looking no further keeps a long list of words to one pass.
  while (next < i + 12 && lexemes[next]?.kind === 'comma' && lexemes[next + 1]?.kind === 'word') next += 2;
  const sign = lexemes[next];
  return (
    sign?.kind === 'symbol' ||
    (isRelationWord(sign) && ['string', 'word', 'slash'].includes(lexemes[next + 1]?.kind ?? ''))
  );
}

function kindOf(
  lexeme: Lexeme,
  lexemes: readonly Lexeme[],
  i: number,
  modifying: boolean,
  kinds: readonly TokenKind[],
): TokenKind {
  if (lexeme.kind === 'odd') return 'fault';
  if (lexeme.kind === 'string') return 'string';
  if (lexeme.kind === 'comma') return 'comma';
  if (lexeme.kind === 'open' || lexeme.kind === 'close') return 'bracket';
  if (modifying) return 'modifier';
  if (lexeme.kind === 'symbol') return 'relation';
  if (lexeme.kind === 'slash') return 'term';
  if (isBoolean(lexeme)) return 'boolean';
  if (isRelationWord(lexeme) && kinds[i - 1] === 'index') return 'relation';
  return isNamed(lexemes, i) ? 'index' : 'term';
}
