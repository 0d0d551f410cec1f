/**
 * Patterns come from tenants and meet texts from strangers. They are matched by RE2, whose time grows with the length
 * of the text only; what RE2 cannot match that way (look-around, back-references) is refused, and pattern and text are
 * bounded.
 */
import { RE2JS } from 're2js';

const LONGEST_PATTERN = 200;
/** Size of the compiled program: nested counts make it explode. */
const LARGEST_PROGRAM = 500;
const LONGEST_TEXT = 1000;

/** Why a pattern cannot be used, or null when it can. */
export function patternFault(pattern: unknown): string | null {
  if (typeof pattern !== 'string' || pattern.length > LONGEST_PATTERN)
    return `A pattern is a text of at most ${LONGEST_PATTERN} characters.`;
  try {
    return compile(pattern).programSize() > LARGEST_PROGRAM
      ? 'This pattern is too costly: write it with smaller counts.'
      : null;
  } catch (error) {
    return `This pattern cannot be used (${error instanceof Error ? error.message : 'unreadable'}). Look-around and back-references are not available.`;
  }
}

/**
 * A matcher with the shape that Ajv expects, which tells matchers apart by their text. A text longer than any pattern
 * is meant for does not match.
 */
export function matcher(pattern: string): { test(text: string): boolean; toString(): string } {
  const compiled = compile(pattern);
  return { test: (text) => text.length <= LONGEST_TEXT && compiled.matcher(text).find(), toString: () => pattern };
}

const compile = (pattern: string): RE2JS => RE2JS.compile(RE2JS.translateRegExp(pattern));
