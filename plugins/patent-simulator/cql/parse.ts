import { QueryFault, syntaxFault } from './fault.ts';
import { indexFor, indexOf } from './indexes.ts';
import type { Index } from './indexes.ts';
import type { Clause, Query, Relation } from './query.ts';
import { tokens, wordRelation } from './tokens.ts';
import type { Token } from './tokens.ts';

/** Reads a query, its operators from left to right; throws the service's fault. Brackets nest 30 deep at most. */
export function parseQuery(text: string): Query {
  if (text.trim() === '') throw new QueryFault(400, 'CLIENT.InvalidQuery', 'The request was invalid');
  const reader = new Reader(tokens(text));
  const query = reader.query(null, 0);
  if (reader.peek()) throw syntaxFault();
  return query;
}

/** What a bracket inherits: `ti=(a or b)`. */
interface Scope {
  readonly indexes: readonly Index[];
  readonly relation: Relation;
  readonly level: Clause['level'];
}

const operator = (token: Token | undefined): 'and' | 'or' | 'not' | null => {
  if (token?.is !== 'word') return null;
  const lower = token.text.toLowerCase();
  return lower === 'and' || lower === 'or' || lower === 'not' ? lower : null;
};

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  constructor(all: readonly Token[]) {
    this.#tokens = all;
  }
  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  query(scope: Scope | null, depth: number): Query {
    if (depth > 30) throw syntaxFault();
    let left = this.#item(scope, depth);
    for (let next = this.peek(); next && next.is !== 'close'; next = this.peek()) {
      if (next.is === 'near') {
        this.#at += 1;
        const right = this.#item(scope, depth);
        if (left.is !== 'clause' || right.is !== 'clause') throw syntaxFault();
        left = { is: 'near', left, right, distance: next.distance, ordered: next.ordered };
        continue;
      }
      // Terms beside each other are both wanted.
      const by = operator(next);
      if (by) this.#at += 1;
      left = { is: 'joined', by: by ?? 'and', left, right: this.#item(scope, depth) };
    }
    return left;
  }

  #item(scope: Scope | null, depth: number): Query {
    const token = this.peek();
    if (token?.is === 'open') return this.#bracket(scope, depth);
    if (!token || (token.is !== 'word' && token.is !== 'quoted') || operator(token)) throw syntaxFault();
    const following = this.peek(1);
    const byWord = wordRelation(following);
    const after = this.peek(2);
    const named = following?.is === 'relation' || (byWord !== null && (after?.is === 'quoted' || after?.is === 'word'));
    this.#at += 1;
    if (token.is === 'quoted' || !named) return this.#bare(token.text, scope);
    this.#at += 1;
    const indexes = token.text.split(',').map(indexOf);
    const level = following?.is === 'relation' ? levelOf(following.level, indexes) : null;
    const own: Scope = {
      indexes,
      relation: byWord ?? (following?.is === 'relation' ? following.relation : '='),
      level,
    };
    const value = this.peek();
    if (value?.is === 'open') return this.#bracket(own, depth);
    if (value?.is !== 'word' && value?.is !== 'quoted') throw syntaxFault();
    if (value.is === 'word' && operator(value)) throw syntaxFault();
    this.#at += 1;
    return { is: 'clause', ...own, named: true, term: value.text };
  }

  #bare(term: string, scope: Scope | null): Clause {
    if (scope) return { is: 'clause', ...scope, named: true, term };
    if (/^sortby$/i.test(term)) throw syntaxFault();
    return { is: 'clause', indexes: [indexFor(term)], named: false, relation: '=', level: null, term };
  }

  #bracket(scope: Scope | null, depth: number): Query {
    this.#at += 1;
    const inner = this.query(scope, depth + 1);
    if (this.peek()?.is !== 'close') throw syntaxFault();
    this.#at += 1;
    return inner;
  }
}

/** Levels are for classes alone. */
function levelOf(level: string | null, indexes: readonly Index[]): Clause['level'] {
  if (level === null) return null;
  const lower = level.toLowerCase();
  if (indexes.some(({ kind }) => kind !== 'class')) throw syntaxFault();
  if (lower === 'low' || lower === 'high' || lower === 'same') return lower;
  throw syntaxFault();
}
