import { FilterFault } from './types.ts';
import type { Comparison, Filter } from './types.ts';

/*
 * Filters as RFC 4515 writes them, to the letter: no blanks between brackets, and no special character in a value but
 * behind a backslash. A matching rule without an attribute is not taken: it would be applied to passwords too.
 *
 *   filter     = "(" ( "&" list | "|" list | "!" filter | item ) ")"
 *   list       = filter { filter }
 *   item       = attribute ( "=" | "~=" | ">=" | "<=" ) value
 *              | attribute "=*"
 *              | attribute "=" [ value ] "*" { value "*" } [ value ]
 *              | attribute [ ":dn" ] [ ":" rule ] ":=" value
 *   attribute  = ( name | oid ) { ";" option }
 *   value      = { character | "\" hexadecimal hexadecimal }         not ( ) * \ and NUL as they are
 */

/** Characters of a filter. */
const LONGEST = 1_024;
/** Filters in filters. */
const DEEPEST = 8;
/** Attributes that hold passwords, by name and number: how many a filter finds would tell them, letter by letter. */
const secret = new Set(
  [
    ['userpassword', '2.5.4.35'],
    ['authpassword', '1.3.6.1.4.1.4203.1.3.4'],
    ['unicodepwd', '1.2.840.113556.1.4.90'],
    ['dbcspwd', '1.2.840.113556.1.4.55'],
    ['sambantpassword', '1.3.6.1.4.1.7165.2.1.25'],
    ['sambalmpassword', '1.3.6.1.4.1.7165.2.1.24'],
  ].flat(),
);
const attributeForm = /(?:[A-Za-z][A-Za-z0-9-]*|[0-9]+(?:\.[0-9]+)*)(?:;[A-Za-z0-9-]+)*/y;
const ruleForm = /[A-Za-z][A-Za-z0-9-]*|[0-9]+(?:\.[0-9]+)*/y;
const comparisons: readonly (readonly [sign: string, kind: Comparison])[] = [
  ['~=', 'approximate'],
  ['>=', 'at-least'],
  ['<=', 'at-most'],
];
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** Reads a filter, or throws the first {@link FilterFault}. */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST)
    throw new FilterFault(LONGEST + 1, `a filter has ${LONGEST} characters at most; make it shorter`);
  return new Reader(text).whole();
}

interface Part {
  readonly bytes: Buffer;
  readonly from: number;
}
const isEmpty = ({ bytes }: Part): boolean => bytes.length === 0;

/** A place in a filter, and the rules of the grammar, each of which reads on from there. */
class Reader {
  readonly #text: string;
  #at = 0;
  #open = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Filter {
    const filter = this.#filter();
    if (this.#at < this.#text.length)
      throw this.#fault(`the filter has ended before "${this.#text[this.#at]}"; put all of it in one pair of brackets`);
    return filter;
  }

  #filter(): Filter {
    if (this.#text[this.#at] !== '(') throw this.#fault('a filter begins with an opening bracket, as in (uid=ann)');
    if (this.#open === DEEPEST) throw this.#fault(`brackets are nested ${DEEPEST} deep at most; make it simpler`);
    this.#at += 1;
    this.#open += 1;
    const filter = this.#inside();
    this.#close();
    return filter;
  }

  #inside(): Filter {
    if (this.#take('&')) return { kind: 'and', filters: this.#list() };
    if (this.#take('|')) return { kind: 'or', filters: this.#list() };
    if (this.#take('!')) return { kind: 'not', filter: this.#filter() };
    return this.#item();
  }

  #list(): readonly Filter[] {
    const filters = [this.#filter()];
    while (this.#text[this.#at] === '(') filters.push(this.#filter());
    return filters;
  }

  #item(): Filter {
    const began = this.#at;
    const attribute = this.#match(attributeForm);
    if (attribute !== null && secret.has(attribute.toLowerCase().split(';')[0] ?? ''))
      throw this.#fault(`${attribute} holds passwords, for which nobody may look; take it out`, began);
    if (attribute === null) throw this.#fault('the name of an attribute is missing, such as uid');
    if (this.#text[this.#at] === ':') return this.#extensible(attribute);
    const comparison = comparisons.find(([sign]) => this.#take(sign));
    if (comparison) return { kind: comparison[1], attribute, value: this.#value() };
    if (!this.#take('=')) throw this.#fault(`an equals sign is missing after ${attribute}`);
    return this.#equality(attribute);
  }

  #equality(attribute: string): Filter {
    const first = this.#part();
    const parts = [first];
    while (this.#take('*')) parts.push(this.#part());
    if (parts.length === 1) return { kind: 'equal', attribute, value: first.bytes };
    if (parts.length === 2 && parts.every(isEmpty)) return { kind: 'present', attribute };
    const doubled = parts.slice(1, -1).find(isEmpty);
    if (doubled) throw this.#fault('two asterisks stand side by side; one is enough', doubled.from);
    const [initial = '', ...others] = parts.map((part) => this.#textOf(part));
    const final = others.pop() ?? '';
    return { kind: 'substrings', attribute, initial, any: others, final };
  }

  #extensible(attribute: string): Filter {
    const dnAttributes = this.#match(/:dn(?=:)/iy) !== null;
    let rule: string | null = null;
    if (!this.#text.startsWith(':=', this.#at)) {
      this.#at += 1;
      const began = this.#at;
      rule = this.#match(ruleForm);
      if (rule === null) throw this.#fault('the name of a matching rule is missing after the colon', began);
    }
    if (!this.#take(':=')) throw this.#fault('a colon and an equals sign are missing');
    return { kind: 'extensible', attribute, rule, dnAttributes, value: this.#value() };
  }

  /** A value that asterisks have no meaning in. */
  #value(): string {
    const part = this.#part();
    if (this.#text[this.#at] === '*')
      throw this.#fault(String.raw`an asterisk has a meaning only after =; write it as \2a`);
    return this.#textOf(part);
  }

  /** A value up to an asterisk, a bracket or the end. */
  #part(): Part {
    const from = this.#at;
    const pieces: Buffer[] = [];
    for (;;) {
      const plain = this.#match(/[^()*\\\0]+/y);
      if (plain !== null) pieces.push(Buffer.from(plain));
      else if (this.#text[this.#at] === '\\') pieces.push(this.#escape());
      else break;
    }
    if (this.#text[this.#at] === '(') throw this.#fault(String.raw`an opening bracket in a value is written \28`);
    if (this.#text[this.#at] === '\0') throw this.#fault(String.raw`the character NUL is written \00`);
    return { bytes: Buffer.concat(pieces), from };
  }

  #escape(): Buffer {
    const pair = /\\([0-9A-Fa-f]{2})/y;
    pair.lastIndex = this.#at;
    const found = pair.exec(this.#text);
    if (!found) throw this.#fault(String.raw`two hexadecimal digits are missing after the backslash, as in \5c`);
    this.#at += 3;
    return Buffer.from(found[1] ?? '', 'hex');
  }

  #textOf({ bytes, from }: Part): string {
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes))
      throw this.#fault('these bytes are no text, which only a whole value after = may be', from);
    return text;
  }

  #close(): void {
    if (!this.#take(')')) {
      if (this.#at < this.#text.length)
        throw this.#fault(`a closing bracket is missing before "${this.#text[this.#at]}"`);
      const missing = this.#open === 1 ? 'one closing bracket is' : `${numbers[this.#open]} closing brackets are`;
      throw this.#fault(`${missing} missing`);
    }
    this.#open -= 1;
  }

  #take(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #match(form: RegExp): string | null {
    form.lastIndex = this.#at;
    const [found] = form.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #fault(reason: string, at = this.#at): FilterFault {
    return new FilterFault(at + 1, reason);
  }
}
