/** The value of an expression, in decimals: 0.1 + 0.2 is 0.3. What cannot be calculated is blank, never a guess. */
import Big from 'big.js';
import { isDay } from '@dossier/sdk/times';
import { asSeen } from '@dossier/sdk/visible';
import { isAnswered } from './condition.ts';
import type { Reference, Tree } from './expression.ts';

const Decimal = Big();
Decimal.DP = 20;
Decimal.RM = Decimal.roundHalfUp;

type Value = Big | string | boolean | Column | undefined;

/** A list, or a field in all rows of a group. Its numbers are added up once, however often that is asked for. */
export class Column {
  /** Answers in it: a row in which the field is not shown, or blank, has none. */
  readonly count: number;
  readonly #values: readonly unknown[];
  #totals: Totals | undefined;

  constructor(values: readonly unknown[]) {
    this.count = values.filter(isAnswered).length;
    this.#values = values;
  }

  get totals(): Totals {
    return (this.#totals ??= totalsOf(this.#values.map(valueFrom)));
  }
}

/** What numbers come to; blank ones are left out: a row that is not filled in adds nothing. */
interface Totals {
  readonly count: number;
  readonly sum: Big;
  readonly smallest?: Big | undefined;
  readonly largest?: Big | undefined;
}

/** What an expression is calculated from. */
export interface Sources {
  /** The answer to a field, a text as it looks; a column for a list, and for a field in the rows of a group. */
  readonly of: (reference: Reference) => unknown;
  /** The day on which it is calculated, as `2026-11-26`. */
  readonly today: string;
}

/** A power of ten beyond which nothing is calculated on the way either: no expression makes a thousand digits. */
const largestOnTheWay = 30;

/**
 * The number that an expression gives, rounded half up to so many decimals; undefined while something that it needs is
 * blank, or where there is no number that JSON can hold exactly, as for a division by zero.
 */
export function calculate(tree: Tree, sources: Sources, decimals: number): number | undefined {
  const value = valueOf(tree, sources);
  if (!isNumber(value)) return undefined;
  const number = value.round(decimals).toNumber();
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? undefined : number;
}

function valueOf(tree: Tree, sources: Sources): Value {
  if (tree.type === 'constant') return typeof tree.value === 'string' ? asSeen(tree.value) : tree.value;
  if (tree.type === 'number') return numberFrom(tree);
  if (tree.type === 'field') return valueFrom(sources.of(tree.reference));
  const given = (i: number): Value => (tree.given[i] ? valueOf(tree.given[i], sources) : undefined);
  switch (tree.name) {
    case '?': {
      const test = given(0);
      return typeof test === 'boolean' ? given(test ? 1 : 2) : undefined;
    }
    case 'value':
      return isBlank(given(0)) ? given(1) : given(0);
    case '!': {
      const value = given(0);
      return typeof value === 'boolean' ? !value : undefined;
    }
    case '&&':
    case '||':
      return joined(tree.name, given(0), () => given(1));
    case 'today':
      return sources.today;
    case 'years':
    case 'days':
      return between(tree.name, given(0), given(1));
    case 'count': {
      const all = given(0);
      return new Decimal(all instanceof Column ? all.count : 0);
    }
    case 'sum':
    case 'smallest':
    case 'largest':
    case 'average':
      return ofAll(
        tree.name,
        tree.given.map((_, i) => given(i)),
      );
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(tree.name, given(0), given(1));
    default:
      return arithmetic(tree.name, given(0), given(1));
  }
}

const isNumber = (value: Value): value is Big => value instanceof Decimal;
const isBlank = (value: Value): boolean => value === undefined || value === '';

function valueFrom(answer: unknown): Value {
  if (typeof answer === 'number') return Number.isFinite(answer) ? bounded(new Decimal(answer)) : undefined;
  return typeof answer === 'string' || typeof answer === 'boolean' || answer instanceof Column ? answer : undefined;
}

/** With at most twenty decimals; blank where it is too large. */
function bounded(number: Big): Big | undefined {
  if (number.e > largestOnTheWay) return undefined;
  return number.c.length - 1 - number.e > Decimal.DP ? number.round(Decimal.DP) : number;
}

/** Numbers of expressions, read once each. */
const numbers = new WeakMap<Tree, Big | undefined>();
function numberFrom(tree: Extract<Tree, { type: 'number' }>): Value {
  if (!numbers.has(tree)) numbers.set(tree, bounded(new Decimal(tree.text)));
  return numbers.get(tree);
}

function joined(name: '&&' | '||', a: Value, b: () => Value): Value {
  if (typeof a !== 'boolean') return undefined;
  if (a === (name === '||')) return a;
  const other = b();
  return typeof other === 'boolean' ? other : undefined;
}

function compared(name: string, a: Value, b: Value): Value {
  if (isBlank(a) || isBlank(b)) return undefined;
  const order = orderOf(a, b);
  if (order === undefined) return undefined;
  const held: Readonly<Record<string, boolean>> = {
    '==': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  };
  return held[name];
}

function orderOf(a: Value, b: Value): number | undefined {
  if (isNumber(a) && isNumber(b)) return a.cmp(b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  return a < b ? -1 : Number(a > b);
}

function arithmetic(name: string, a: Value, b: Value): Value {
  const result = exactly(name, a, b);
  return result && bounded(result);
}

function exactly(name: string, a: Value, b: Value): Big | undefined {
  if (name === 'minus') return isNumber(a) ? new Decimal(0).minus(a) : undefined;
  if (!isNumber(a)) return undefined;
  if (name === 'round') return a.round(isNumber(b) ? Math.min(10, Math.max(0, Math.trunc(b.toNumber()))) : 0);
  if (!isNumber(b)) return undefined;
  switch (name) {
    case '+':
      return a.plus(b);
    case '-':
      return a.minus(b);
    case '*':
      return a.times(b);
    case '/':
      return b.eq(0) ? undefined : a.div(b);
    default:
      return undefined;
  }
}

function ofAll(name: 'sum' | 'smallest' | 'largest' | 'average', given: readonly Value[]): Value {
  const all = given.map((one) => (one instanceof Column ? one.totals : totalsOf([one])));
  const sum = all.reduce((total, one) => total.plus(one.sum), zero);
  const count = all.reduce((total, one) => total + one.count, 0);
  if (name === 'sum') return bounded(sum);
  if (name === 'average') return count === 0 ? undefined : bounded(sum.div(count));
  return best(
    name,
    all.map((one) => one[name]),
  );
}

const zero = new Decimal(0);

function totalsOf(values: readonly Value[]): Totals {
  const all = values.filter(isNumber);
  return {
    count: all.length,
    sum: all.reduce((total, one) => total.plus(one), zero),
    smallest: best('smallest', all),
    largest: best('largest', all),
  };
}

const best = (name: 'smallest' | 'largest', all: readonly (Big | undefined)[]): Big | undefined =>
  all.reduce(
    (found, one) => (found && (!one || (name === 'smallest' ? one.gte(found) : one.lte(found))) ? found : one),
    undefined,
  );

/** A day that no calendar has, as 30 February, is none. */
function dayFrom(text: Value): number | undefined {
  return typeof text === 'string' && isDay(text) ? Date.parse(text) / 86_400_000 : undefined;
}

function between(name: 'years' | 'days', from: Value, to: Value): Value {
  const [first, last] = [dayFrom(from), dayFrom(to)];
  if (first === undefined || last === undefined) return undefined;
  if (name === 'days') return new Decimal(last - first);
  const [a, b] = [String(from), String(to)];
  const years = Number(b.slice(0, 4)) - Number(a.slice(0, 4));
  return new Decimal(b.slice(5) < a.slice(5) ? years - 1 : years);
}
