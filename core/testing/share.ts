import type { Json } from './client.ts';

/**
 * A place in which shares make what they have: an organization of a test, or of the demonstration that is fuzzed.
 * Requests are those of one person, its administrator unless the share is asked for what belongs to somebody else.
 */
export interface Ground {
  readonly organization: string;
  /** BANK, PATENT and so on. */
  readonly type: string;
  readonly staffWorkspace: string;
  readonly admin: string;
  readonly officer: string;
  /** A complete record of an application that is submitted to the staff's workspace. */
  readonly record: Readonly<Record<string, unknown>>;
  /**
   * The identifier of a kind, of this share or of another one; made now, when it is not there yet.
   * @throws Error when nobody makes one
   */
  id(kind: string): Promise<string>;
  /**
   * The answer to a request; a body of type `FormData` is sent as a form.
   * @throws Error with the answer, unless it is 2xx
   */
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Json>;
  /** The `id` that a POST answers. */
  made(url: string, body: unknown): Promise<string>;
}

/**
 * Functions that make one of a kind and give its identifier, by kind: the word before an identifier in a path, unless
 * `kinds` say otherwise.
 */
type Makers = Readonly<Record<string, (at: Ground) => Promise<string>>>;

type Value<T> = T | ((at: Ground) => T | Promise<T>);

/** The name of a round of the fuzzer (test/fuzz/rounds.ts). */
export type RoundName = 'work' | 'endings' | 'session' | 'leaving' | 'operator' | 'never';

/**
 * The share of a module or a plugin in the tests that try everything that is installed (core/test/enumeration, the
 * fuzzer): `export const share: Share` in `test/furnish.ts` of its room, found by its place. It needs what cannot be
 * read from the plan; `npm test` says in its first minute what is missing, and where. A route is called by its name in
 * the plugin (`write`), a field of GraphQL as `Query.comments`, a topic by its id.
 */
export interface Share {
  /** The type of organizations that have any of it; all, unless it is given. */
  readonly of?: string;
  readonly makes?: {
    /** Things of the organization. */
    readonly organization?: Makers;
    /** Things of a workspace, or an application there: made again for another workspace of the organization. */
    readonly workspace?: Makers;
    /** Things of the person who makes them, not there for colleagues: made again for another person. */
    readonly person?: Makers;
  };
  /** Kinds by the name of a parameter or member, in this room's own operations. `Query.comment id` for an argument. */
  readonly kinds?: Readonly<Record<string, string>>;
  /**
   * Places that name nothing of an organization, and why: `params/language`, `body/ids`, or of one route
   * `seen body/ids`. A parameter of a path has a value that is alike everywhere.
   */
  readonly spared?: Readonly<Record<string, string | { readonly why: string; readonly value: string }>>;
  /** Bodies that have to be true beyond their schema, or that no schema can make up, by route. */
  readonly bodies?: Readonly<Record<string, Value<object>>>;
  /** Queries without which a route cannot be asked, by route. */
  readonly queries?: Readonly<Record<string, Value<Readonly<Record<string, string>>>>>;
  /**
   * Rounds of the fuzzer, by route. What is not named is tried in `work`, and what deletes in `endings`: so is to be
   * named what else takes a right, a session or a record away from who goes on asking.
   */
  readonly rounds?: Readonly<Record<string, RoundName>>;
  /** Permissions of this plugin that the staff of a test holds, so that its administrator may make all of it. */
  readonly staff?: readonly string[];
  /** Routes and fields whose gate opens to members, and that are asked for by staff alone. */
  readonly forStaff?: readonly string[];
  /** Routes that are closed to people who read applications of their own alone, whatever else they may do. */
  readonly closedToClients?: readonly string[];
  /** Routes that only the client of an application can ask for. */
  readonly byClient?: readonly string[];
  /** Routes that people ask about themselves alone: of a colleague they are refused. */
  readonly ofOneself?: readonly string[];
  /** Routes that ask for one of these permissions behind their gate. */
  readonly asks?: Readonly<Record<string, readonly string[]>>;
  /** Routes that lead to what belongs to another feature as well, with its id. */
  readonly alsoIn?: Readonly<Record<string, string>>;
  /** Routes and fields that find nothing, even for who may do everything: there is nothing of the kind for them. */
  readonly absent?: readonly string[];
  /** Routes that are refused for another reason before the version is compared that their request has read. */
  readonly refusedBefore?: readonly string[];
}
