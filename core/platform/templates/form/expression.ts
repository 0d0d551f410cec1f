/**
 * Expressions of calculated fields: numbers, texts, days, fields by their ids, and a few functions. Read by jsep and
 * evaluated here, in decimals; no way leads from an expression to anything else. Alike on the server and in browsers.
 */
import jsep from 'jsep';

/** What an expression could not be read for; `at` is the character, from 1. */
export class ExpressionFault extends Error {
  readonly at: number | null;

  constructor(message: string, at: number | null = null) {
    super(message);
    this.at = at;
  }
}

/** A field that an expression names, and for a group that repeats the field in its rows. */
export interface Reference {
  readonly field: string;
  readonly inner?: string;
}

export type Tree =
  | { readonly type: 'constant'; readonly value: string | boolean }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'field'; readonly reference: Reference }
  | { readonly type: 'call'; readonly name: string; readonly given: readonly Tree[] };

const longest = 500;
const largest = 100;

/** By name: how many arguments at least and at most, and what it gives, as people choose it. */
const functions = {
  sum: { least: 1, most: 20, title: 'Sum of numbers, or of a field in all rows' },
  count: { least: 1, most: 1, title: 'How many rows or options' },
  smallest: { least: 1, most: 20, title: 'The smallest of numbers, or in all rows' },
  largest: { least: 1, most: 20, title: 'The largest of numbers, or in all rows' },
  average: { least: 1, most: 20, title: 'The average of numbers, or in all rows' },
  round: { least: 1, most: 2, title: 'Rounded to so many decimals' },
  value: { least: 2, most: 2, title: 'The first, or the second where the first is blank' },
  years: { least: 2, most: 2, title: 'Whole years from one day to another' },
  days: { least: 2, most: 2, title: 'Days from one day to another' },
  today: { least: 0, most: 0, title: 'The day on which it is calculated' },
} as const;

const operators = ['+', '-', '*', '/', '<', '<=', '>', '>=', '==', '!=', '&&', '||'];

/** @throws ExpressionFault saying what cannot be read, and where. */
export function parse(text: string): Tree {
  if (text.length > longest) throw new ExpressionFault(`An expression has at most ${longest} characters.`);
  if (text.trim() === '') throw new ExpressionFault('Write what is to be calculated.', 1);
  let read: jsep.Expression;
  try {
    read = jsep(text);
  } catch (error) {
    const index = (error as { readonly index?: unknown }).index;
    throw new ExpressionFault('This cannot be read from here on.', typeof index === 'number' ? index + 1 : null);
  }
  const left = { nodes: largest };
  return treeOf(read as jsep.CoreExpression, left);
}

function treeOf(node: jsep.CoreExpression, left: { nodes: number }): Tree {
  if ((left.nodes -= 1) < 0)
    throw new ExpressionFault('This is too long: calculate parts of it in fields of their own.');
  const inner = (one: jsep.Expression): Tree => treeOf(one as jsep.CoreExpression, left);
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'number') return { type: 'number', text: node.raw };
      if (typeof node.value === 'string' || typeof node.value === 'boolean') return constant(node.value);
      break;
    case 'Identifier':
      return { type: 'field', reference: { field: node.name } };
    case 'MemberExpression':
      if (!node.computed && node.object.type === 'Identifier' && node.property.type === 'Identifier')
        return {
          type: 'field',
          reference: { field: String(node.object['name']), inner: String(node.property['name']) },
        };
      break;
    case 'UnaryExpression':
      if (node.operator === '-' || node.operator === '!')
        return { type: 'call', name: node.operator === '-' ? 'minus' : '!', given: [inner(node.argument)] };
      break;
    case 'BinaryExpression':
      if (operators.includes(node.operator))
        return { type: 'call', name: node.operator, given: [inner(node.left), inner(node.right)] };
      break;
    case 'ConditionalExpression':
      return { type: 'call', name: '?', given: [node.test, node.consequent, node.alternate].map(inner) };
    case 'CallExpression':
      return callOf(node, inner);
  }
  throw new ExpressionFault(
    `Use numbers, texts in quotes, fields, ${operators.slice(0, 4).join(' ')}, comparisons, "a ? b : c" and ${Object.keys(functions).join(', ')}.`,
  );
}

function callOf(node: jsep.CallExpression, inner: (one: jsep.Expression) => Tree): Tree {
  const name = node.callee.type === 'Identifier' ? String(node.callee['name']) : '';
  if (!isFunction(name))
    throw new ExpressionFault(`There is no function "${name}". There are ${Object.keys(functions).join(', ')}.`);
  const { least, most } = functions[name];
  const count = node.arguments.length;
  if (count < least || count > most)
    throw new ExpressionFault(
      `"${name}" takes ${least === most ? least : `${least} to ${most}`} ${most === 1 ? 'value' : 'values'}, and has ${count}.`,
    );
  return { type: 'call', name, given: node.arguments.map(inner) };
}

const constant = (value: string | boolean): Tree => ({ type: 'constant', value });
const isFunction = (name: string): name is keyof typeof functions => Object.hasOwn(functions, name);

/** The functions to which a field in all rows of a group can be given. */
const ofRows: readonly string[] = ['sum', 'count', 'smallest', 'largest', 'average'];

/** The fields that an expression names, and whether each stands where values of all rows are asked for. */
export function* referencesIn(
  tree: Tree,
  asked: boolean = false,
): Generator<{ readonly reference: Reference; readonly ofAllRows: boolean }> {
  if (tree.type === 'field') yield { reference: tree.reference, ofAllRows: asked };
  if (tree.type === 'call') for (const one of tree.given) yield* referencesIn(one, ofRows.includes(tree.name));
}
