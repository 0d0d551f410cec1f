import { spanOf } from './implied.ts';
import { meantBy } from './meaning.ts';
import { numberKept } from './numbers.ts';
import type { Bracket, Clause, Index, Joined, Node, Query, Scope, Value } from './types.ts';

/** What is sent in the place of a value: a number in another spelling is the one that the service finds. */
function valueWritten({ raw, words }: Value, indexes: readonly Index[], relation: string): string {
  if (relation !== '=' || words.some(({ masks }) => masks.length > 0)) return raw;
  const text = words.map((word) => word.text).join(' ');
  const [kept, ...others] = new Set(indexes.map((index) => numberKept(index, text)));
  return kept && others.length === 0 ? kept : raw;
}

function clauseWritten(clause: Clause, outer: Scope | undefined): string {
  const { indexes, relation, reach } = meantBy(clause, outer, false);
  const names = indexes.map((one) => one.name).join(',');
  const { raw, words } = clause.value;
  const [only] = words;
  const span = words.length === 1 && only !== undefined ? spanOf(only.text) : undefined;
  if (indexes[0]?.kind === 'date') {
    if (span !== undefined) return `${names} within "${span.join(' ')}"`;
    if (words.length > 1)
      return `${names} ${relation === '=' ? 'within' : relation} "${words.map((w) => w.text).join(' ')}"`;
  }
  if (reach !== undefined) return `${names}${relation}/${reach} ${raw}`;
  const value = valueWritten(clause.value, indexes, relation);
  return /[a-z]/.test(relation) ? `${names} ${relation} ${value}` : `${names}${relation}${value}`;
}

function joinedWritten(node: Joined, outer: Scope | undefined): string {
  const how = [node.operator, ...node.nearness].join('/');
  return `${written(node.left, outer)} ${how} ${written(node.right, outer)}`;
}

const bracketWritten = (node: Bracket, outer: Scope | undefined): string =>
  `(${written(node.inner, node.scope ?? outer)})`;

function written(node: Node, outer: Scope | undefined): string {
  if (node.node === 'clause') return clauseWritten(node, outer);
  return node.node === 'bracket' ? bracketWritten(node, outer) : joinedWritten(node, outer);
}

/**
 * The query as it is understood: every index, every `and` and every span of time written out, short names throughout,
 * numbers as the service keeps them. It means the same, and is what may be sent: `Siemens EP 200701` is
 * `ia=Siemens and num=EP and pd=200701`.
 */
export const understood = (query: Query): string => written(query.root, undefined);
