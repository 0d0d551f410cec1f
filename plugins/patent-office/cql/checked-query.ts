import { CqlFault } from './fault.ts';
import { read } from './parser.ts';
import { checkLength, checkLimits, LONGEST } from './limits.ts';
import { clausesOf } from './meaning.ts';
import { tokens } from './tokens.ts';
import type { Fault, Parsed, Query } from './types.ts';

/**
 * Reads a query and checks it against everything that is known of the service, before it costs anything. It never
 * throws: what is wrong is the first fault, in plain words, with its place and where possible what mends it.
 */
export function parse(text: string): Parsed {
  try {
    checkLength(text);
    const root = read(text);
    const query: Query = { text, root, clauses: clausesOf(root) };
    checkLimits(query);
    return { valid: true, query, tokens: tokens(text) };
  } catch (error) {
    if (error instanceof CqlFault)
      return { valid: false, tokens: text.length > LONGEST ? [] : tokens(text), ...told(text, error.fault) };
    throw error;
  }
}

/** A repair that leaves nothing, or everything as it was, is none. */
const told = (text: string, { repair, ...fault }: Fault): Fault =>
  repair === undefined || repair.text.trim() === '' || repair.text === text ? fault : { ...fault, repair };
