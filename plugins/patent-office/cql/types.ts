/**
 * What a query is made of. Places are counted as fields of a page count them, in UTF-16 units: `from` the first one
 * from 0, `to` the one behind the last. What is said to people (`position`) counts from 1.
 */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** What a word of a query is, for its colour. `fault` is what belongs nowhere. */
export const tokenKinds = [
  'index',
  'relation',
  'boolean',
  'modifier',
  'term',
  'string',
  'bracket',
  'comma',
  'fault',
] as const;
export type TokenKind = (typeof tokenKinds)[number];
export interface Token extends Place {
  readonly kind: TokenKind;
}

/** What mends a query: the whole query as it would be, and what the button says. */
export interface Repair {
  readonly text: string;
  readonly label: string;
}

/** What is wrong with a query, in plain words, and where: `position` from 1, `length` of what is underlined. */
export interface Fault {
  readonly message: string;
  readonly position: number;
  readonly length: number;
  readonly repair?: Repair;
}

/** What an index holds. It says how its words are read: as words, names, numbers, dates or symbols of classes. */
export type IndexKind = 'text' | 'party' | 'number' | 'date' | 'class';
export interface Index {
  /** The short name, as it is written out: `pa`. */
  readonly name: string;
  /** Other names that are understood: `applicant`. */
  readonly also: readonly string[];
  /** In a clerk's words: "Applicant". */
  readonly title: string;
  readonly kind: IndexKind;
  readonly example: string;
}

export const relations = ['=', '<', '>', '<=', '>=', 'any', 'all', 'within'] as const;
export type Relation = (typeof relations)[number];
export const booleans = ['and', 'or', 'not', 'prox'] as const;
export type BooleanName = (typeof booleans)[number];
/** How far a symbol of a class reaches: with all below it, with all above it, by itself. */
export const reaches = ['low', 'high', 'same'] as const;
export type Reach = (typeof reaches)[number];

/** One word of a term: its characters without escapes, and which of them are masks (`*`, `?`, `#`). */
export interface Word extends Place {
  readonly text: string;
  readonly masks: readonly number[];
}

/** What is searched for: as it was written, with its quotation marks and escapes, and by its words. */
export interface Value extends Place {
  readonly raw: string;
  readonly quoted: boolean;
  readonly words: readonly Word[];
}

/** The name of an index where it was written. */
export interface IndexName extends Place {
  readonly text: string;
}

/** The beginning of a clause, which also stands before a bracket for all that is in it. */
export interface Scope {
  readonly names: readonly IndexName[];
  readonly relation: Relation;
  readonly relationAt: Place;
  readonly reach: Reach | undefined;
}

/** Words in an index. Without a scope it is found from their shape. */
export interface Clause extends Place {
  readonly node: 'clause';
  readonly scope: Scope | undefined;
  readonly value: Value;
}

/** Two parts joined from left to right. `implied` where only a blank or a comma stands between them: it means and. */
export interface Joined extends Place {
  readonly node: 'joined';
  readonly operator: BooleanName;
  readonly implied: boolean;
  readonly at: Place;
  /** Modifiers behind `prox`, without their blanks: `distance<=3`. */
  readonly nearness: readonly string[];
  readonly left: Node;
  readonly right: Node;
}

/** What stands in brackets, with the scope before them. */
export interface Bracket extends Place {
  readonly node: 'bracket';
  readonly scope: Scope | undefined;
  readonly inner: Node;
}

export type Node = Clause | Joined | Bracket;

/** A clause with the indexes that it means, whether they were written, stand before its bracket or follow from it. */
export interface MeantClause {
  readonly clause: Clause;
  /** What stands before it, or before its bracket. */
  readonly scope: Scope | undefined;
  readonly indexes: readonly Index[];
  /** Nobody wrote the index. */
  readonly implied: boolean;
  readonly relation: Relation;
  readonly reach: Reach | undefined;
  /** It is left out of what is found: it stands behind a `not`. */
  readonly excluded: boolean;
}

/** A query that can be sent. */
export interface Query {
  readonly text: string;
  readonly root: Node;
  readonly clauses: readonly MeantClause[];
}

export type Parsed =
  | { readonly valid: true; readonly query: Query; readonly tokens: readonly Token[] }
  | ({ readonly valid: false; readonly tokens: readonly Token[] } & Fault);
