import { type CqlFault, faultAt, quoted, replaced } from './fault.ts';
import { indexOf, unknownIndex } from './indexes.ts';
import { booleans, reaches, relations } from './types.ts';
import type { BooleanName, Bracket, Clause, IndexName, Node, Place, Scope, Value, Word } from './types.ts';

/*
 * CQL as the service reads it: that of the Library of Congress (1.2) without prefixes and sorting, and with what the
 * guide adds.
 *
 *   query     = sequence
 *   sequence  = operand { ( boolean | blank | comma ) operand }    equal precedence, from left to right
 *   boolean   = "and" | "or" | "not" | "prox" { "/" modifier }     a blank or a comma means and
 *   modifier  = "distance" ( "<" | "<=" | "=" ) number | "ordered" [ "=" ( "true" | "false" ) ]
 *             | "unit" "=" ( "sentence" | "paragraph" )
 *   operand   = [ scope ] ( value | "(" sequence ")" )             before a bracket: for all in it
 *   scope     = name { "," name } relation [ "/" reach ]
 *   relation  = "=" | "<" | ">" | "<=" | ">=" | "any" | "all" | "within"
 *   reach     = "low" | "high" | "same"                            of classes; also behind the symbol
 *   value     = word { ( "/" | "," ) word } | string
 *
 * Names and operators are the same in upper and lower case. There are no comments.
 */

/**
 * The smallest pieces of a query. `odd` is what no query may hold: marks of control, half characters, and quotation
 * marks of typesetters.
 */
export interface Lexeme extends Place {
  readonly kind: (typeof kinds)[number];
  readonly text: string;
  /** Whether the second quotation mark of a string is there. */
  readonly closed: boolean;
}

const marks = String.raw`\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033`;
/** Quotation marks that word processors put in the place of `"`. */
export const typeset = new RegExp(`[${marks}]`, 'gu');
const piece = new RegExp(
  [
    String.raw`\s+|(?<string>"(?:[^"\\]|\\[\s\S]?)*?(?<closed>"|$))|(?<symbol><=|>=|<>|==|[=<>])`,
    String.raw`(?<slash>\/)|(?<comma>,)|(?<open>\()|(?<close>\))`,
    String.raw`(?<odd>[\p{Cc}\p{Cs}${marks}])|(?<word>[^\s"=<>\/,()\p{Cc}\p{Cs}${marks}]+)`,
  ].join('|'),
  'guy',
);
const kinds = ['string', 'symbol', 'slash', 'comma', 'open', 'close', 'odd', 'word'] as const;

/** Pieces of a text, whatever it is, in one pass over it. */
export function lexemesOf(text: string): readonly Lexeme[] {
  const found: Lexeme[] = [];
  for (const { index: from, 0: match, groups = {} } of text.matchAll(piece)) {
    const kind = kinds.find((one) => groups[one] !== undefined);
    if (kind === undefined) continue;
    found.push({ kind, text: match, from, to: from + match.length, closed: groups.closed === '"' });
  }
  return found;
}

const isIn = (names: readonly string[], lexeme: Lexeme | undefined): boolean =>
  lexeme?.kind === 'word' && names.includes(lexeme.text.toLowerCase());
export const isBoolean = (lexeme: Lexeme | undefined): boolean => isIn(booleans, lexeme);
export const isRelationWord = (lexeme: Lexeme | undefined): boolean => isIn(['any', 'all', 'within'], lexeme);

/**
 * The words of a term from its text between `from` and `to`, without the quotation marks round it. Blanks and commas
 * part them. A character behind a backslash stands for itself, so it is no mask.
 */
export const wordsIn = (text: string, from: number, to: number): readonly Word[] =>
  [...text.slice(from, to).matchAll(/(?:\\[\s\S]|[^\s,])+/g)].map(({ 0: raw, index }) => {
    const masks: number[] = [];
    let word = '';
    for (const [char] of raw.matchAll(/\\[\s\S]|[\s\S]/g)) {
      if ('*?#'.includes(char)) masks.push(word.length);
      word += char.at(-1) ?? '';
    }
    return { text: word, masks, from: from + index, to: from + index + raw.length };
  });

/** Reads a query by its form alone, left to right, and throws the first fault. It asks for no limit but the depth. */
export const read = (text: string): Node => new Reader(text).query();

/** Brackets in brackets that are read. */
const DEEPEST = 20;
/** Relations of CQL, and words of other services, that this one does not know. */
const foreign = ['exact', 'adj', 'encloses', 'partial', 'contains', 'like', 'is'];
/** Names that are words, or countries, as often as names. Next to a word they are not taken for a field. */
const ambiguous = /^(in|an|title|abstract|applicant|inventor|citation|[A-Z]{2})$/;

const named = <Name extends string>(names: readonly Name[], { text }: Lexeme): Name | undefined =>
  names.find((one) => one === text.toLowerCase());
const touch = (one: Place | undefined, next: Place | undefined): boolean => one !== undefined && one.to === next?.from;
const span = (from: Place, to: Place): Place => ({ from: from.from, to: to.to });

/** A place in a query, and the rules of the grammar, each of which reads on from there or throws its fault. */
class Reader {
  readonly #text: string;
  readonly #lexemes: readonly Lexeme[];
  readonly #end: Place;
  #at = 0;

  constructor(text: string) {
    const to = text.trimEnd().length;
    [this.#text, this.#lexemes, this.#end] = [text, lexemesOf(text), { from: to, to }];
  }

  query(): Node {
    this.#checkSigns();
    const root = this.#sequence(0, false);
    const rest = this.#peek();
    if (rest !== undefined) throw this.#fault(rest, 'This bracket is never opened.', 'Take it out');
    return root;
  }

  #peek(ahead = 0): Lexeme | undefined {
    return this.#lexemes[this.#at + ahead];
  }

  #take(kind: Lexeme['kind']): Lexeme | undefined {
    const next = this.#peek();
    if (next?.kind !== kind) return undefined;
    this.#at++;
    return next;
  }

  /** A fault at this place. A repair that is called `label` puts `by` there, or in the place of `instead`. */
  #fault(place: Place, message: string, label?: string, by = '', instead: Place = place): CqlFault {
    const repair = label === undefined ? undefined : { text: replaced(this.#text, instead, by).trim(), label };
    return faultAt(place, message, repair);
  }

  /** Pieces that no query may hold, wherever they stand. */
  #checkSigns(): void {
    const odd = this.#lexemes.find((one) => one.kind === 'odd');
    if (odd !== undefined && odd.text.search(typeset) < 0)
      throw this.#fault(odd, 'This character cannot be seen and cannot be searched.', 'Take it out');
    const [all, straight] = [{ from: 0, to: this.#text.length }, this.#text.replaceAll(typeset, '"')];
    const unknown = 'This quotation mark is not understood. The straight one is: ".';
    if (odd !== undefined) throw this.#fault(odd, unknown, 'Make them straight', straight, all);
    const open = this.#lexemes.find((one) => one.kind === 'string' && !one.closed);
    if (open === undefined) return;
    // A backslash at the very end would take the mark that closes for a character of the text.
    const kept = this.#text.slice(open.from, this.#end.to).replace(/(?<!\\)((?:\\\\)*)\\$/, '$1');
    const rest = { from: open.from, to: this.#end.to };
    throw this.#fault(rest, 'This quotation mark is never closed.', 'Close it at the end', `${kept}"`);
  }

  #sequence(depth: number, scoped: boolean): Node {
    let left = this.#operand(depth, scoped);
    for (let at = this.#peek(); at !== undefined && at.kind !== 'close'; at = this.#peek()) {
      const written = at.kind === 'word' ? named(booleans, at) : undefined;
      if (written !== undefined) this.#at++;
      else if (at.kind === 'comma' && scoped) this.#at++;
      else this.#checkBlank(at, left);
      const nearness = written === undefined ? [] : this.#modifiers(written);
      const right = this.#operand(depth, scoped);
      const joined = { operator: written ?? 'and', implied: written === undefined, at, nearness } as const;
      left = { node: 'joined', ...joined, left, right, ...span(left, right) };
    }
    return left;
  }

  #operand(depth: number, scoped: boolean): Node {
    const [first, before] = [this.#peek(), this.#peek(-1)];
    if (first === undefined) throw this.#missing(before);
    if (first.kind === 'open') return this.#bracket(first, depth, undefined, scoped);
    if (first.kind === 'close') throw this.#closed(first, depth, before);
    if (first.kind !== 'word' && first.kind !== 'string') throw this.#nothingBefore(first);
    if (isBoolean(first)) throw this.#misplaced(first, before);
    const scope = this.#scope();
    if (scope !== undefined) return this.#within(scope, first, depth);
    if (first.kind === 'word') this.#checkBare(first);
    return this.#clause(first, undefined);
  }

  /** Names with a relation behind them, or nothing where there is no relation. */
  #scope(): Scope | undefined {
    const names: Lexeme[] = [];
    for (let i = 0; ; i += 2) {
      const [word, next] = [this.#peek(i), this.#peek(i + 1)];
      if (word?.kind !== 'word' || isBoolean(word) || next === undefined) return undefined;
      names.push(word);
      if (next.kind === 'comma') continue;
      const isName = names.some(({ text }) => indexOf(text) !== undefined) || this.#peek(i + 2)?.kind === 'string';
      if (next.kind !== 'symbol' && !(isRelationWord(next) && isName)) return undefined;
      this.#at += i + 2;
      names.forEach((name) => this.#checkName(name));
      const relation = named(relations, next);
      if (relation === undefined) throw this.#foreign(next);
      return { names, relation, relationAt: next, reach: this.#reach() };
    }
  }

  #checkName(name: IndexName): void {
    if (indexOf(name.text) !== undefined) return;
    const { message, instead } = unknownIndex(name.text);
    throw instead === undefined ? this.#fault(name, message) : this.#fault(name, message, `Take ${instead}`, instead);
  }

  #reach(): Scope['reach'] {
    const slash = this.#take('slash');
    if (slash === undefined) return undefined;
    const key = this.#take('word');
    if (key === undefined) throw this.#fault(slash, 'Behind this stroke stand low, high or same.');
    const reach = named(reaches, key);
    if (reach === undefined)
      throw this.#fault(key, 'Behind a relation stand /low, /high or /same.', 'Leave it out', '', span(slash, key));
    return reach;
  }

  /** Names and a relation have been read; they hold for the value that follows, or for all in a bracket. */
  #within(scope: Scope, first: Lexeme, depth: number): Node {
    const [last, next] = [this.#peek(-1), this.#peek()];
    const sign = span(scope.relationAt, last ?? scope.relationAt);
    const written = this.#text.slice(sign.from, sign.to);
    const after = this.#peek(1);
    const joins = 'and, or, not and prox join what is searched. In quotation marks they are searched themselves.';
    if (next !== undefined && isBoolean(next) && (after === undefined || isBoolean(after)))
      throw this.#fault(next, joins, 'Put it in quotation marks', quoted(next.text));
    if (next === undefined || isBoolean(next) || next.kind === 'close' || next.kind === 'comma')
      throw this.#fault(sign, `Nothing to search stands behind ${written}.`);
    if (next.kind === 'open') {
      if (!isRelationWord(last)) return this.#bracket(next, depth, scope, true, first);
      throw this.#fault(next, `The words behind ${scope.relation} stand in quotation marks, not in brackets.`);
    }
    if (next.kind !== 'word' && next.kind !== 'string')
      throw this.#fault(next, `“${next.text}” cannot stand behind ${written}.`, 'Leave it out');
    const clause = this.#clause(next, scope);
    const behind = isRelationWord(last) && !clause.value.quoted ? this.#wordsBehind() : undefined;
    if (behind === undefined) return clause;
    const run = span(clause.value, behind);
    const message = `The words behind ${scope.relation} stand in quotation marks.`;
    throw this.#fault(run, message, 'Put them in quotation marks', quoted(this.#text.slice(run.from, run.to)));
  }

  /** Words that stand behind a term without a relation of their own: they belong in its quotation marks. */
  #wordsBehind(): Lexeme | undefined {
    let last: Lexeme | undefined;
    for (let i = 0; ; i++) {
      const [next, after] = [this.#peek(i), this.#peek(i + 1)];
      if (next?.kind === 'comma') continue;
      if (next?.kind !== 'word' || isBoolean(next) || after?.kind === 'symbol' || isRelationWord(after)) return last;
      last = next;
    }
  }

  #bracket(open: Lexeme, depth: number, scope: Scope | undefined, scoped: boolean, first: Place = open): Bracket {
    if (depth >= DEEPEST) throw this.#fault(open, `There are more than ${DEEPEST} brackets in each other.`);
    this.#at++;
    const inner = this.#sequence(depth + 1, scoped);
    const close = this.#take('close');
    if (close === undefined)
      throw this.#fault(open, 'This bracket is never closed.', 'Close it at the end', ')', this.#end);
    return { node: 'bracket', scope, inner, ...span(first, close) };
  }

  /** Pieces next to each other without a blank are one term: H01M10/0525, 15/03/2024, 1,2-dichloroethane. */
  #clause(first: Lexeme, scope: Scope | undefined): Clause {
    this.#at++;
    const isString = first.kind === 'string';
    let [last, reach] = [first, scope?.reach];
    for (let next = isString ? undefined : this.#peek(); touch(last, next); next = this.#peek()) {
      if (next?.kind !== 'slash' && next?.kind !== 'comma') break;
      const word = touch(next, this.#peek(1)) && this.#peek(1)?.kind === 'word' ? this.#peek(1) : undefined;
      if (word === undefined && next.kind === 'comma') break;
      if (word === undefined) throw this.#fault(next, 'Nothing stands behind this stroke.', 'Leave it out');
      this.#at += 2;
      const behind = next.kind === 'slash' && scope !== undefined ? named(reaches, word) : undefined;
      reach = behind ?? reach;
      if (behind !== undefined) break;
      last = word;
    }
    const place = span(first, last);
    const inside = isString ? 1 : 0;
    const words = wordsIn(this.#text, place.from + inside, place.to - inside);
    const value: Value = { ...place, raw: this.#text.slice(place.from, place.to), quoted: isString, words };
    const whole = span(scope?.names[0] ?? first, this.#peek(-1) ?? last);
    return { node: 'clause', scope: scope && { ...scope, reach }, value, ...whole };
  }

  #modifiers(operator: BooleanName): readonly string[] {
    const found: string[] = [];
    for (let slash = this.#take('slash'); slash !== undefined; slash = this.#take('slash')) {
      const more = 'Only prox takes more, such as prox/distance<=3.';
      if (operator !== 'prox') throw this.#fault(slash, `Nothing can be added to ${operator}. ${more}`);
      found.push(this.#nearness(slash));
    }
    return found;
  }

  /** A modifier of `prox`: how far apart, in which order, in the same sentence or paragraph. */
  #nearness(slash: Lexeme): string {
    const key = this.#take('word');
    if (key === undefined) throw this.#fault(slash, 'Behind this stroke stand distance, ordered or unit.');
    const symbol = this.#take('symbol');
    const value = symbol && this.#take('word');
    const [name, sign, said] = [key, symbol, value].map((one) => one?.text.toLowerCase());
    const [last, whole] = [value ?? symbol ?? key, span(key, value ?? symbol ?? key)];
    if (name === 'distance') {
      const [example, far] = ['distance<=3', 'Words can be near to each other, not far apart: distance<=3.'];
      if (symbol === undefined || value === undefined)
        throw this.#fault(
          whole,
          `How many words may lie between? It is written ${example}.`,
          `Take ${example}`,
          example,
        );
      if (!['<', '<=', '='].includes(symbol.text)) throw this.#fault(symbol, far, 'Take <=', '<=');
      if (!/^[1-9]\d?$/.test(value.text)) throw this.#fault(value, 'A distance is a number of words from 1 to 99.');
      return `distance${sign}${said}`;
    }
    if (name === 'ordered') {
      if (symbol === undefined) return 'ordered=true';
      if (sign === '=' && (said === 'true' || said === 'false')) return `ordered=${said}`;
      throw this.#fault(last, 'The order counts or it does not: ordered=true or ordered=false.');
    }
    if (name !== 'unit')
      throw this.#fault(key, 'Behind prox stand distance, ordered or unit, such as prox/distance<=3.');
    if (sign === '=' && (said === 'sentence' || said === 'paragraph')) return `unit=${said}`;
    const units = 'Words can be asked for in one sentence or in one paragraph: unit=sentence, unit=paragraph.';
    throw this.#fault(last, units, 'Take unit=sentence', 'unit=sentence', whole);
  }

  /** A blank between words or clauses means and; between other pieces it is a slip. */
  #checkBlank(next: Lexeme, left: Node): void {
    if (next.kind === 'symbol' || next.kind === 'slash' || next.kind === 'comma') throw this.#nothingBefore(next);
    const together = touch(this.#peek(-1), next);
    if (next.kind === 'word' && /^sortby$/i.test(next.text))
      throw this.#fault(span(next, this.#end), 'The order cannot be chosen: the newest come first.', 'Leave it out');
    if (next.kind === 'word' && !together && left.node !== 'bracket') return;
    const [message, and] = ['A word such as and, or or not is missing before this.', together ? ' and ' : 'and '];
    throw this.#fault(next, message, 'Put and between', and, { from: next.from, to: next.from });
  }

  /** A word that stands without an index, although it was likely meant with one. */
  #checkBare(word: Lexeme): void {
    const name = /^([a-z_]{2,24}):./i.exec(word.text)?.[1];
    if (name !== undefined) {
      const to = word.from + name.length;
      this.#checkName({ text: name, from: word.from, to });
      throw this.#fault({ from: to, to: to + 1 }, 'Behind a field stands =.', `Take ${name}=`, '=');
    }
    if (/^andnot$/i.test(word.text) && this.#at > 0) throw this.#fault(word, 'This is written not.', 'Take not', 'not');
    const next = this.#peek(1);
    if (next === undefined) return;
    if (indexOf(word.text) !== undefined) {
      if (isIn(foreign, next)) throw this.#foreign(next);
      const isMeant = next.kind === 'word' && !isBoolean(next) && !ambiguous.test(word.text);
      const between = { from: word.to, to: next.from };
      if (isMeant || next.kind === 'string' || next.kind === 'open')
        throw this.#fault(word, `Behind ${word.text} a sign such as = is missing.`, 'Put = between', '=', between);
    }
    const [message, before] = [`Before ${word.text} stands a field, such as ta ${word.text.toLowerCase()}.`, word.from];
    if (isRelationWord(word) && next.kind === 'string')
      throw this.#fault(word, message, 'Search title and abstract', 'ta ', { from: before, to: before });
  }

  #foreign(sign: Lexeme): CqlFault {
    return this.#fault(sign, `“${sign.text}” is not understood. What is searched stands behind =.`, 'Take =', '=');
  }

  /** The query ends where something to search belongs. */
  #missing(before: Lexeme | undefined): CqlFault {
    if (before === undefined) return this.#fault({ from: 0, to: 0 }, 'Write what is searched.');
    const message = `Something to search is missing behind ${before.text}.`;
    return this.#fault(before, message, 'Leave it out', '', span(before, this.#end));
  }

  /** A bracket ends where something to search belongs. */
  #closed(close: Lexeme, depth: number, before: Lexeme | undefined): CqlFault {
    if (before?.kind === 'open') return this.#fault(span(before, close), 'Nothing to search stands in these brackets.');
    return depth > 0 && before !== undefined
      ? this.#fault(before, `Something to search is missing behind ${before.text}.`)
      : this.#fault(close, 'This bracket is never opened.', 'Take it out');
  }

  /** An operator stands where something to search belongs. */
  #misplaced(word: Lexeme, before: Lexeme | undefined): CqlFault {
    const isNot = word.text.toLowerCase() === 'not';
    const begins = isNot
      ? 'not cannot begin: it takes something away from what stands before it.'
      : `Something to search is missing before ${word.text}.`;
    if (before === undefined || before.kind === 'open') return this.#fault(word, begins, 'Leave it out');
    const both = span(before, word);
    if (isNot && /^and$/i.test(before.text))
      return this.#fault(both, 'not stands by itself, without and.', 'Take not', 'not');
    const message = `Something to search is missing between ${before.text} and ${word.text}.`;
    return this.#fault(word, message, `Leave ${word.text} out`, '', { from: before.to, to: word.to });
  }

  /** A sign that needs something before it. */
  #nothingBefore(sign: Lexeme): CqlFault {
    if (sign.kind === 'symbol') return this.#fault(sign, `A field is missing before ${sign.text}.`);
    if (sign.kind === 'slash') return this.#fault(sign, 'A stroke cannot stand here.', 'Leave it out');
    const by = /\s/.test(this.#text[sign.to] ?? '') ? '' : ' ';
    return this.#fault(sign, 'A comma stands between fields, or within quotation marks.', 'Leave it out', by);
  }
}
