import type { Index } from './indexes.ts';

export type Relation = '=' | '==' | '<' | '>' | '<=' | '>=' | '<>' | 'any' | 'all' | 'within';
export interface Clause {
  readonly is: 'clause';
  /** Any of them may match. */
  readonly indexes: readonly Index[];
  /** Whether the writer named the index. */
  readonly named: boolean;
  readonly relation: Relation;
  readonly level: 'low' | 'high' | 'same' | null;
  readonly term: string;
}
export interface Joined {
  readonly is: 'joined';
  readonly by: 'and' | 'or' | 'not';
  readonly left: Query;
  readonly right: Query;
}
export interface Near {
  readonly is: 'near';
  readonly left: Clause;
  readonly right: Clause;
  readonly distance: number;
  readonly ordered: boolean;
}
export type Query = Clause | Joined | Near;

export function clausesOf(query: Query): readonly Clause[] {
  if (query.is === 'clause') return [query];
  return [...clausesOf(query.left), ...clausesOf(query.right)];
}

/** The query as the service says it back. */
export function echo(query: Query): string {
  if (query.is === 'clause') {
    const term = /[\s()]/.test(query.term) ? `"${query.term}"` : query.term;
    if (!query.named) return term;
    return `${query.indexes.map(({ said }) => said).join(',')} ${query.relation}${query.level ? `/${query.level}` : ''} ${term}`;
  }
  if (query.is === 'near')
    return `${echo(query.left)} prox/distance<=${query.distance}${query.ordered ? '/ordered=true' : ''} ${echo(query.right)}`;
  const right = query.right.is === 'joined' ? `(${echo(query.right)})` : echo(query.right);
  return `${echo(query.left)} ${query.by} ${right}`;
}
