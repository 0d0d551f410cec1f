import { Lexer, Source, TokenKind } from 'graphql';

/**
 * Brackets in brackets, of a document or of a value for it. A page nests ten fields; each level costs the reader a
 * stack frame.
 */
const DEEPEST = 60;
/** Tokens of a document: what comes after them is refused unread. */
export const MOST_TOKENS = 2_000;
/** How often one name may stand in a document: fields of one name are compared each with each. */
const MOST_OF_A_NAME = 100;

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Why a document would cost too much to be parsed and validated, in a sentence. Looked at without a stack; what is no
 * GraphQL is left to the parser.
 */
export function tooMuchIn(document: string): string | undefined {
  const lexer = new Lexer(new Source(document));
  const names = new Map<string, number>();
  let depth = 0;
  try {
    for (let tokens = 0; tokens < MOST_TOKENS; tokens++) {
      const { kind, value } = lexer.advance();
      if (kind === TokenKind.EOF) return undefined;
      if (opening.has(kind) && ++depth > DEEPEST) return tooDeep;
      if (closing.has(kind)) depth--;
      if (kind !== TokenKind.NAME) continue;
      const times = (names.get(value) ?? 0) + 1;
      if (times > MOST_OF_A_NAME) return `One name stands in a document at most ${MOST_OF_A_NAME} times.`;
      names.set(value, times);
    }
  } catch {
    return undefined;
  }
  return undefined;
}

/** The same of the values for its variables. */
export const tooMuchInVariables = (variables: unknown): string | undefined =>
  isTooDeep(variables, 0) ? tooDeep : undefined;

const tooDeep = `The document and its variables are nested at most ${DEEPEST} deep.`;

function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= DEEPEST || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}
