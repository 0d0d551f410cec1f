import { faultAt, quoted, replaced } from './fault.ts';
import { indexOf, unknownIndex } from './indexes.ts';
import { isBoolean, isRelationWord, lexemesOf, type Lexeme, typeset, wordsIn } from './lexemes.ts';
import { nearnessOf, type Written } from './nearness.ts';
import { slipsIn } from './slips.ts';
import {
  booleans,
  type BooleanName,
  type Clause,
  type IndexName,
  type Nearness,
  type Node,
  type Place,
  type Reach,
  reaches,
  type Relation,
  relations,
  type Scope,
} from './types.ts';

/*
 * CQL as the service reads it: that of the Library of Congress (1.2) without prefixes and sorting, and with what the
 * guide adds.
 *
 *   query     = sequence
 *   sequence  = operand { ( boolean | blank | comma ) operand }    equal precedence, from left to right
 *   boolean   = "and" | "or" | "not" | "prox" { "/" modifier }     a blank or a comma means and
 *   operand   = [ scope ] ( value | "(" sequence ")" )             before a bracket: for all in it
 *   scope     = name { "," name } relation [ "/" reach ]
 *   relation  = "=" | "<" | ">" | "<=" | ">=" | "any" | "all" | "within"
 *   reach     = "low" | "high" | "same"                            of classes; also behind the symbol
 *   value     = word { ( "/" | "," ) word } | string
 *
 * Names and operators are the same in upper and lower case. There are no comments.
 */

/** Brackets in brackets that are read. */
const DEEPEST = 20;
/** Relations of CQL, and words of other services, that this one does not know. */
const foreign = ['exact', 'adj', 'encloses', 'partial', 'contains', 'like', 'is'];
/** Names that are words, or countries, as often as names. Next to a word they are not taken for a field. */
const ambiguous = /^(in|an|title|abstract|applicant|inventor|citation|[A-Z]{2})$/;

const relationNamed = (text: string): Relation | undefined => relations.find((one) => one === text.toLowerCase());
const reachNamed = (text: string): Reach | undefined => reaches.find((one) => one === text.toLowerCase());
const booleanNamed = (text: string): BooleanName | undefined => booleans.find((one) => one === text.toLowerCase());

/** Reads a query by its form alone, left to right, and throws the first fault. It asks for no limit but the depth. */
export function read(text: string): Node {
  const lexemes = lexemesOf(text);
  let at = 0;
  const peek = (ahead = 0): Lexeme | undefined => lexemes[at + ahead];
  const end: Place = { from: text.trimEnd().length, to: text.trimEnd().length };
  const touching = (one: Lexeme | undefined, next: Lexeme | undefined): boolean =>
    one !== undefined && one.to === next?.from;
  const slips = slipsIn(text);
  const without = (place: Place): string => replaced(text, place, '').trim();

  const odd = lexemes.find((one) => one.kind === 'odd');
  if (odd !== undefined)
    throw new RegExp(typeset, 'u').test(odd.text)
      ? faultAt(odd, 'This quotation mark is not understood. The straight one is: ".', {
          text: text.replaceAll(typeset, '"'),
          label: 'Make them straight',
        })
      : faultAt(odd, 'This character cannot be seen and cannot be searched.', {
          text: without(odd),
          label: 'Take it out',
        });
  const open = lexemes.find((one) => one.kind === 'string' && !one.closed);
  if (open !== undefined)
    throw faultAt({ from: open.from, to: end.to }, 'This quotation mark is never closed.', {
      text: `${text.trimEnd().replace(/(?<!\\)((?:\\\\)*)\\$/, '$1')}"`,
      label: 'Close it at the end',
    });

  /** The names before a relation, or none when there is no relation here. Nothing is taken yet. */
  const namesAhead = (): { readonly names: readonly IndexName[]; readonly length: number } | undefined => {
    const names: Lexeme[] = [];
    for (let i = 0; ; i += 2) {
      const word = peek(i);
      if (word?.kind !== 'word' || isBoolean(word)) return undefined;
      names.push(word);
      const next = peek(i + 1);
      if (next?.kind === 'comma') continue;
      const known = names.some((one) => indexOf(one.text) !== undefined);
      if (next?.kind === 'symbol' || (isRelationWord(next) && (known || peek(i + 2)?.kind === 'string')))
        return { names, length: i + 1 };
      return undefined;
    }
  };

  const checkNames = (names: readonly IndexName[]): void => {
    for (const name of names) {
      if (indexOf(name.text) !== undefined) continue;
      const { message, instead } = unknownIndex(name.text);
      throw faultAt(
        name,
        message,
        instead === undefined ? undefined : { text: replaced(text, name, instead), label: `Take ${instead}` },
      );
    }
  };

  const readScope = (): Scope | undefined => {
    const ahead = namesAhead();
    if (ahead === undefined) return undefined;
    checkNames(ahead.names);
    at += ahead.length;
    const sign = peek();
    if (sign === undefined) return undefined;
    at++;
    const relation = relationNamed(sign.text);
    if (relation === undefined)
      throw faultAt(sign, `“${sign.text}” is not understood. What is searched stands behind =.`, {
        text: replaced(text, sign, '='),
        label: 'Take =',
      });
    const scope: Scope = { names: ahead.names, relation, relationAt: { from: sign.from, to: sign.to } };
    if (peek()?.kind !== 'slash') return scope;
    const slash = peek() ?? end;
    at++;
    const key = peek();
    const reach = key === undefined ? undefined : reachNamed(key.text);
    if (key?.kind !== 'word') throw faultAt(slash, 'Behind this stroke stand low, high or same.');
    if (reach === undefined)
      throw faultAt(key, 'Behind a relation stand /low, /high or /same.', {
        text: without({ from: slash.from, to: key.to }),
        label: 'Leave it out',
      });
    at++;
    return { ...scope, reach };
  };

  /** What stands next to each other without a blank is one term: H01M10/0525, 15/03/2024, 1,2-dichloroethane. */
  const readValue = (scope: Scope | undefined): Clause => {
    const first = peek();
    if (first === undefined) throw faultAt(end, 'Something to search is missing here.');
    at++;
    if (first.kind === 'string') {
      const value = { from: first.from, to: first.to, raw: first.text, quoted: true };
      return {
        node: 'clause',
        ...(scope === undefined ? {} : { scope }),
        value: { ...value, words: wordsIn(text, first.from + 1, first.to - 1) },
        from: scope?.names[0]?.from ?? first.from,
        to: first.to,
      };
    }
    let last = first;
    let reach = scope?.reach;
    for (let next = peek(); touching(last, next) && (next?.kind === 'slash' || next?.kind === 'comma'); next = peek()) {
      const word = peek(1);
      if (word?.kind !== 'word' || !touching(next, word)) {
        if (next.kind === 'comma') break;
        throw faultAt(next, 'Nothing stands behind this stroke.', { text: without(next), label: 'Leave it out' });
      }
      at += 2;
      const named = next.kind === 'slash' && scope !== undefined ? reachNamed(word.text) : undefined;
      if (named !== undefined) {
        reach = named;
        break;
      }
      last = word;
    }
    const value = { from: first.from, to: last.to, raw: text.slice(first.from, last.to), quoted: false };
    return {
      node: 'clause',
      ...(scope === undefined ? {} : { scope: reach === undefined ? scope : { ...scope, reach } }),
      value: { ...value, words: wordsIn(text, value.from, value.to) },
      from: scope?.names[0]?.from ?? first.from,
      to: lexemes[at - 1]?.to ?? last.to,
    };
  };

  /** Words that stand behind a term without a relation of their own: they belong in its quotation marks. */
  const wordsBehind = (): Lexeme | undefined => {
    let last: Lexeme | undefined;
    for (let i = 0; ; i++) {
      const next = peek(i);
      if (next?.kind === 'comma') continue;
      const after = peek(i + 1);
      if (next?.kind !== 'word' || isBoolean(next) || after?.kind === 'symbol' || isRelationWord(after)) return last;
      last = next;
    }
  };

  const readOperand = (depth: number, scoped: boolean): Node => {
    const first = peek();
    const before = lexemes[at - 1];
    if (first === undefined) throw slips.missing(before);
    if (first.kind === 'open') return readBracket(depth, scoped);
    if (isBoolean(first)) throw slips.misplaced(first, before);
    if (first.kind === 'close')
      throw before?.kind === 'open' ? slips.empty(before, first) : slips.unopened(first, depth, before);
    if (first.kind === 'symbol' || first.kind === 'slash' || first.kind === 'comma') throw slips.nothingBefore(first);
    const scope = readScope();
    if (scope === undefined) {
      if (first.kind === 'word') checkBare(first);
      return readValue(undefined);
    }
    const sign = { from: scope.relationAt.from, to: lexemes[at - 1]?.to ?? scope.relationAt.to };
    const next = peek();
    if (next === undefined || isBoolean(next) || next.kind === 'close' || next.kind === 'comma')
      throw isBoolean(next) && (peek(1) === undefined || isBoolean(peek(1)))
        ? slips.reserved(next ?? end)
        : faultAt(sign, `Nothing to search stands behind ${text.slice(sign.from, sign.to)}.`);
    if (next.kind === 'open') {
      if (isRelationWord(lexemes[at - 1]))
        throw faultAt(next, `The words behind ${scope.relation} stand in quotation marks, not in brackets.`);
      const bracket = readBracket(depth, true);
      return { node: 'bracket', scope, inner: bracket.inner, from: first.from, to: bracket.to };
    }
    if (next.kind !== 'word' && next.kind !== 'string')
      throw faultAt(next, `“${next.text}” cannot stand behind ${text.slice(sign.from, sign.to)}.`, {
        text: without(next),
        label: 'Leave it out',
      });
    const clause = readValue(scope);
    const needsQuotes = scope.relation === 'any' || scope.relation === 'all' || scope.relation === 'within';
    const last = needsQuotes && !clause.value.quoted ? wordsBehind() : undefined;
    if (last !== undefined) {
      const run = { from: clause.value.from, to: last.to };
      throw faultAt(run, `The words behind ${scope.relation} stand in quotation marks.`, {
        text: replaced(text, run, quoted(text.slice(run.from, run.to))),
        label: 'Put them in quotation marks',
      });
    }
    return clause;
  };

  const readBracket = (depth: number, scoped: boolean): { readonly node: 'bracket'; readonly inner: Node } & Place => {
    const open = peek() ?? { ...end, kind: 'open' };
    if (depth >= DEEPEST) throw faultAt(open, `There are more than ${DEEPEST} brackets in each other.`);
    at++;
    const inner = readSequence(depth + 1, scoped);
    const close = peek();
    if (close?.kind !== 'close')
      throw faultAt(open, 'This bracket is never closed.', {
        text: `${text.trimEnd()})`,
        label: 'Close it at the end',
      });
    at++;
    return { node: 'bracket', inner, from: open.from, to: close.to };
  };

  const readModifiers = (): readonly Nearness[] => {
    const found: Nearness[] = [];
    while (peek()?.kind === 'slash') {
      const slash = peek() ?? end;
      at++;
      const key = peek();
      if (key?.kind !== 'word') throw faultAt(slash, 'Behind this stroke stand distance, ordered or unit.');
      at++;
      let written: Written = { key };
      const symbol = peek();
      if (symbol?.kind === 'symbol') {
        at++;
        const value = peek()?.kind === 'word' ? peek() : undefined;
        if (value !== undefined) at++;
        written = value === undefined ? { key, symbol } : { key, symbol, value };
      }
      found.push(nearnessOf(text, written));
    }
    return found;
  };

  const readSequence = (depth: number, scoped: boolean): Node => {
    let left = readOperand(depth, scoped);
    for (let next = peek(); next !== undefined && next.kind !== 'close'; next = peek()) {
      const operator = next.kind === 'word' ? booleanNamed(next.text) : undefined;
      if (operator !== undefined) {
        at++;
        const stroke = peek();
        if (stroke?.kind === 'slash' && operator !== 'prox')
          throw faultAt(stroke, `Nothing can be added to ${operator}. Only prox takes more, such as prox/distance<=3.`);
        const nearness = readModifiers();
        const right = readOperand(depth, scoped);
        const place = { from: left.from, to: right.to };
        left = { node: 'joined', operator, implied: false, at: next, nearness, left, right, ...place };
        continue;
      }
      const comma = next.kind === 'comma';
      if (comma && !(scoped && depth > 0)) throw slips.straying(next);
      if (comma) at++;
      else checkBlank(next, left);
      const right = readOperand(depth, scoped);
      const place = { from: left.from, to: right.to };
      left = { node: 'joined', operator: 'and', implied: true, at: next, nearness: [], left, right, ...place };
    }
    return left;
  };

  /** Where only a blank stands between two parts: words and clauses mean and, everything else is a slip. */
  const checkBlank = (next: Lexeme, left: Node): void => {
    if (next.kind === 'symbol' || next.kind === 'slash') throw slips.nothingBefore(next);
    const together = touching(lexemes[at - 1], next);
    if (next.kind === 'word' && /^sortby$/i.test(next.text))
      throw faultAt({ from: next.from, to: end.to }, 'The order cannot be chosen: the newest come first.', {
        text: text.slice(0, next.from).trim(),
        label: 'Leave it out',
      });
    if (next.kind !== 'word' || together || left.node === 'bracket')
      throw faultAt(next, 'A word such as and, or or not is missing before this.', {
        text: replaced(text, { from: next.from, to: next.from }, together ? ' and ' : 'and '),
        label: 'Put and between',
      });
  };

  /** A word that stands without an index, although it was likely meant with one. */
  const checkBare = (word: Lexeme): void => {
    const name = /^([a-z_]{2,24}):./i.exec(word.text)?.[1];
    if (name !== undefined) {
      checkNames([{ text: name, from: word.from, to: word.from + name.length }]);
      const colon = { from: word.from + name.length, to: word.from + name.length + 1 };
      throw faultAt(colon, 'Behind a field stands =.', { text: replaced(text, colon, '='), label: `Take ${name}=` });
    }
    const next = peek(1);
    if (/^andnot$/i.test(word.text) && at > 0)
      throw faultAt(word, 'This is written not.', { text: replaced(text, word, 'not'), label: 'Take not' });
    if (indexOf(word.text) !== undefined && next !== undefined) {
      if (next.kind === 'word' && foreign.includes(next.text.toLowerCase()))
        throw faultAt(next, `“${next.text}” is not understood. What is searched stands behind =.`, {
          text: replaced(text, next, '='),
          label: 'Take =',
        });
      const follows = next.kind === 'string' || next.kind === 'open' || (next.kind === 'word' && !isBoolean(next));
      if (follows && (next.kind !== 'word' || !ambiguous.test(word.text)))
        throw faultAt(word, `Behind ${word.text} a sign such as = is missing.`, {
          text: replaced(text, { from: word.to, to: next.from }, '='),
          label: 'Put = between',
        });
    }
    if (isRelationWord(word) && next?.kind === 'string')
      throw faultAt(word, `Before ${word.text} stands a field, such as ta ${word.text.toLowerCase()}.`, {
        text: replaced(text, { from: word.from, to: word.from }, 'ta '),
        label: 'Search title and abstract',
      });
  };

  const root = readSequence(0, false);
  const rest = peek();
  if (rest !== undefined) throw slips.unopened(rest, 0, undefined);
  return root;
}
