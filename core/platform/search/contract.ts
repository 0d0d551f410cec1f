import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { extensionPoint, idText, orNull, service, Type } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId, Reply, Transaction, WorkspaceAccess } from '@dossier/sdk';

/** Characters of a search at most, and rows of each kind that are answered. */
export const mostOfSearch = { characters: 200, rows: 20, usual: 5, pages: 16 } as const;

/** One thing that was found. */
export const SearchHit = Type.Object(
  {
    id: Type.String({ description: 'A UUID; of what comes with a plugin its key.' }),
    title: Type.String({ description: 'What it is called.' }),
    about: Type.String({ description: 'What else tells it from others of its name; may be empty.' }),
    state: orNull(Type.String({ description: 'How it stands, as its list says it.' })),
    workspaceId: orNull(idText('The workspace in which its page is; null of a page of the organization.')),
    money: orNull(Type.Object({ amount: Type.Number(), currency: orNull(Type.String({ description: 'ISO 4217.' })) })),
    path: Type.String({
      description:
        'Its page, below that of the workspace: applications/0190…. Without a workspace below the pages of the organization, or with settings/… in its settings.',
    }),
  },
  { title: 'SearchHit' },
);
export type SearchHit = Reply<typeof SearchHit>;

/** What was found of one kind. */
export const SearchGroup = Type.Object(
  {
    kind: Type.String({ description: 'Its source.' }),
    title: Type.String({ description: 'What people call that kind: Applications.' }),
    icon: Type.String(),
    hits: Type.Array(SearchHit),
    isAlike: Type.Boolean({ description: 'Nothing is called exactly so; these are spelled nearly alike.' }),
  },
  { title: 'SearchGroup' },
);
export type SearchGroup = Reply<typeof SearchGroup>;

/** A page of a record: a {@link SearchHit}'s `path` in a workspace. */
export interface RecordPage {
  readonly workspaceId: string;
  readonly path: string;
}

/** What is looked for. */
export interface Sought {
  /** As it was typed. */
  readonly text: string;
  /**
   * All of these must be found. Each is met by any of its spellings, and each of those as the beginning of a term; see
   * `wordsOf` of the SDK.
   */
  readonly words: readonly (readonly string[])[];
  /** The amount that the text is, where it is one: 24500 of "€24,500.00". */
  readonly amount: number | null;
  /** Rows at most. */
  readonly limit: number;
}

/**
 * One kind of thing that the search finds. The module that owns it contributes it, and keeps the words by which it is
 * found as rows, written with what they are of: row-level security lets an index serve no other operators than
 * comparisons.
 */
export interface SearchSource {
  readonly title: string;
  /** A name of `icon` of the browser's SDK. */
  readonly icon: string;
  /** The sign by which people ask for this kind alone: # before a number, @ before a name. */
  readonly sign?: '#' | '@';
  /**
   * The best first. `places` are the workspaces in which the reader works and the gate of this source is open, at least
   * one: what may be read in none of them is not found. Searches that find nothing must cost as little as a look into
   * an index. All sources are asked inside one reading transaction, so that it asks the database and nobody else.
   */
  find(
    access: OrganizationAccess,
    places: readonly WorkspaceAccess[],
    sought: Sought,
    signal?: AbortSignal,
  ): Promise<readonly SearchHit[]>;
  /**
   * What stands on these pages, as it is called now: of what somebody opened before, that which they still may. Pages
   * of other sources are none of its own. A source without it keeps nothing of what was opened.
   */
  at?(
    access: OrganizationAccess,
    places: readonly WorkspaceAccess[],
    pages: readonly RecordPage[],
    signal?: AbortSignal,
  ): Promise<readonly SearchHit[]>;
}
export const searchSources = extensionPoint<SearchSource>('search/source@1');

/** Words that are in use in an organization, so that one that was mistyped is found nevertheless. */
export interface Spelling {
  /** Learns those of these terms that are words; call it in the transaction that writes them. */
  learn(tx: Pick<Transaction, 'later'>, organization: OrganizationId, o: Learnt): Promise<void>;
}
export interface Learnt {
  readonly terms: Iterable<string>;
  /** Whether clients may know of them. */
  readonly audience: 'internal' | 'external';
}
export const Spelling = service<Spelling>('search/spelling@1');

/** Comes behind every term that begins with `word`: no character comes behind its last one, which is none. */
export const behind = (word: string): string => `${word}\u{10FFFF}`;

/** Whether `t."term"` begins with one of these spellings; an index in the order of bytes serves it. */
export const termBegins = (spellings: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    spellings.map((word) => sql`(t."term" >= ${word}::text and t."term" < ${behind(word)}::text)`),
    sql` or `,
  )})`;
