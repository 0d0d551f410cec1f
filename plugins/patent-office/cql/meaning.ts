import { impliedIndex } from './implied.ts';
import { indexOf } from './indexes.ts';
import type { Clause, Index, MeantClause, Node, Scope } from './types.ts';

const indexesOf = (scope: Scope): readonly Index[] => [
  ...new Set(scope.names.map((name) => indexOf(name.text)).filter((one) => one !== undefined)),
];

/** The clauses of a query in the order in which they stand, each with the indexes that it means. */
export function clausesOf(root: Node): readonly MeantClause[] {
  const found: MeantClause[] = [];
  const visit = (node: Node, scope: Scope | undefined, excluded: boolean): void => {
    if (node.node === 'bracket') return visit(node.inner, node.scope ?? scope, excluded);
    if (node.node === 'clause') return void found.push(meantBy(node, scope, excluded));
    visit(node.left, scope, excluded);
    visit(node.right, scope, excluded !== (node.operator === 'not'));
  };
  visit(root, undefined, false);
  return found;
}

/** What one clause means within the scope of its bracket. */
export function meantBy(clause: Clause, outer: Scope | undefined, excluded: boolean): MeantClause {
  const scope = clause.scope ?? outer;
  const indexes = scope === undefined ? [impliedIndex(clause.value)] : indexesOf(scope);
  const { relation = '=', reach } = scope ?? {};
  return { clause, scope, indexes, implied: scope === undefined, relation, reach, excluded };
}
