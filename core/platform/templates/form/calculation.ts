/** The value of an expression, in decimals: 0.1 + 0.2 is 0.3. What cannot be calculated is blank, never a guess. */
import Big from 'big.js';
import type { Reference, Tree } from './expression.ts';

const Decimal = Big();
Decimal.DP = 20;
Decimal.RM = Decimal.roundHalfUp;

type Value = Big | string | boolean | readonly unknown[] | undefined;

/** What an expression is calculated from. */
export interface Sources {
  /** The answer to a field; a list of them for a field in the rows of a group. */
  readonly of: (reference: Reference) => unknown;
  /** The day on which it is calculated, as `2026-11-26`. */
  readonly today: string;
}

/** Numbers beyond it have no exact place in JSON. */
const largest = new Decimal(Number.MAX_SAFE_INTEGER);

/**
 * The number that an expression gives, rounded half up to so many decimals; undefined while something that it needs is
 * blank, or where there is no number, as for a division by zero.
 */
export function calculate(tree: Tree, sources: Sources, decimals: number): number | undefined {
  const value = valueOf(tree, sources);
  if (!isNumber(value) || value.abs().gt(largest)) return undefined;
  return Number(value.round(decimals).toString());
}

function valueOf(tree: Tree, sources: Sources): Value {
  if (tree.type === 'constant') return tree.value;
  if (tree.type === 'field') return valueFrom(sources.of(tree.reference));
  const given = (i: number): Value => (tree.given[i] ? valueOf(tree.given[i], sources) : undefined);
  switch (tree.name) {
    case 'number':
      return numberFrom(given(0));
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
      return new Decimal(Array.isArray(all) ? all.length : 0);
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
  if (typeof answer === 'number') return Number.isFinite(answer) ? new Decimal(String(answer)) : undefined;
  return typeof answer === 'string' || typeof answer === 'boolean' || Array.isArray(answer) ? answer : undefined;
}
const numberFrom = (text: Value): Value =>
  typeof text === 'string' && Number.isFinite(Number(text)) ? new Decimal(text) : undefined;

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
  return typeof a === 'string' && typeof b === 'string' ? (a < b ? -1 : Number(a > b)) : undefined;
}

function arithmetic(name: string, a: Value, b: Value): Value {
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

/** Blank ones are left out: a row that is not filled in adds nothing. */
function ofAll(name: 'sum' | 'smallest' | 'largest' | 'average', given: readonly Value[]): Value {
  const all = given
    .flatMap((one) => (Array.isArray(one) ? one.map(valueFrom) : [one as Value]))
    .filter((one): one is Big => isNumber(one));
  const sum = all.reduce((total, one) => total.plus(one), new Decimal(0));
  if (name === 'sum') return sum;
  if (all.length === 0) return undefined;
  if (name === 'average') return sum.div(all.length);
  return all.reduce((best, one) => ((name === 'smallest' ? one.lt(best) : one.gt(best)) ? one : best));
}

const day = /^\d{4}-\d{2}-\d{2}$/;

function between(name: 'years' | 'days', from: Value, to: Value): Value {
  if (typeof from !== 'string' || typeof to !== 'string' || !day.test(from) || !day.test(to)) return undefined;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  // A day that no calendar has is none.
  if (!Number.isFinite(days)) return undefined;
  if (name === 'days') return new Decimal(days);
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return new Decimal(to.slice(5) < from.slice(5) ? years - 1 : years);
}
