export type WorkspaceType = 'STAFF' | 'CLIENT' | 'MIXED';

export interface OrganizationSummary {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  /** An address for an `img`, or null. */
  readonly logo: string | null;
  /** A CSS colour, or null. */
  readonly accent: string | null;
}

export interface HostSession {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly organization: OrganizationSummary | null;
  readonly organizations: readonly OrganizationSummary[];
  /**
   * Ids of the permissions held in the organization, in all of it or in one of its teams at least. Null until they are
   * known; kept current.
   */
  readonly permissions: readonly string[] | null;
}

export interface HostWorkspace {
  readonly id: string;
  readonly name: string;
  readonly type: WorkspaceType;
}

/** A GraphQL read with the types of its result and variables. */
export interface GraphDocument<Result, Variables> {
  readonly text: string;
  /** Never called; carries the types. */
  readonly types?: (variables: Variables) => Result;
}

/** Names the types of a GraphQL read: `graphDocument<{ viewer: … }, { id: string }>('query …')`. */
export const graphDocument = <Result, Variables = Record<string, never>>(
  text: string,
): GraphDocument<Result, Variables> => ({ text });

/** What a listener wants to hear about. */
export type LiveScope =
  /** All things of one type in a workspace, for which a plugin has a topic `w/{workspaceId}/s/{type}`. */
  | { readonly kind: 'subjects'; readonly workspaceId: string; readonly type: string }
  /** One of them: `w/{workspaceId}/s/{type}/{id}`, and what the person's own topic says about it. */
  | { readonly kind: 'subject'; readonly workspaceId: string; readonly type: string; readonly id: string }
  /** The person's own things of one type: `u/{userId}/{type}`. */
  | { readonly kind: 'own'; readonly type: string }
  /**
   * Any topic that this organization offers the person, by what follows its prefix, for example
   * `w/{workspaceId}/p/acme/desk`: as a plugin declares it, with the ids in their places. Exact, without wildcards.
   */
  | { readonly kind: 'topic'; readonly topic: string }
  /** What the person may do in the organization. */
  | { readonly kind: 'organization' }
  /** What the person may do in a workspace, and what is switched on there. */
  | { readonly kind: 'configuration'; readonly workspaceId: string };

/**
 * A change, as a hint: at most once, and never the truth. `resync` means that changes may have been missed
 * (first connection, or away for too long): load the view again. `ids` are those of what it is about: of its subject,
 * and what the event names as `ids`. What is not logged (who looks at something, who is typing) comes in the same form
 * and is missed by who is away.
 */
export type LiveEvent =
  | { readonly kind: 'resync' }
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly type: string;
      readonly ids: readonly string[];
      readonly data: unknown;
    };

/** Names the version that was read. */
export interface AsRead {
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a page or a section is given: its address, what follows it without slashes at the ends, and the query. */
export type { PageInput } from '../src/web.ts';

export interface ReadOptions {
  readonly signal?: AbortSignal;
}

export interface UploadOptions {
  /**
   * Names this upload in all its tries: where the route takes an `Idempotency-Key`, the server keeps the file once,
   * also when only its answer was lost.
   */
  readonly once: string;
  /** Sent with the file; what is null is left out. */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** Hears the share that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** What an element may do with the page around it. */
export interface PluginHost {
  /** Reads by GraphQL. Throws a `ProblemError`. */
  query<Result, Variables>(
    document: GraphDocument<Result, Variables>,
    variables: Variables,
    o?: { signal?: AbortSignal },
  ): Promise<Result>;
  /** Any request to this server with a JSON body and reply. Adds the CSRF header. Throws a `ProblemError`. */
  send<Result>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    o?: { signal?: AbortSignal; headers?: Readonly<Record<string, string>> },
  ): Promise<Result>;
  /**
   * What is at a path as it is there now, and `asRead`, the options with which `send` changes it only if nobody else
   * has meanwhile (`If-Match`): a `ProblemError` of status 412 says that somebody has. Throws a `ProblemError`.
   */
  readForChange<Result>(
    path: string,
    o?: { signal?: AbortSignal },
  ): Promise<{ readonly value: Result; readonly asRead: AsRead }>;
  /**
   * Changes what was read for it, and gives it as it is now with what goes with the next change: for what is saved
   * again and again while somebody works on it. Throws a `ProblemError`, of status 412 when somebody else was first.
   */
  sendForChange<Result>(
    method: 'POST' | 'PUT' | 'PATCH',
    path: string,
    body: unknown,
    asRead: AsRead,
    o?: { signal?: AbortSignal },
  ): Promise<{ readonly value: Result; readonly asRead: AsRead }>;
  /** A page of a list, and the address of the next one (RFC 8288); null at the end. Throws a `ProblemError`. */
  readPage<Row>(
    path: string,
    o?: ReadOptions,
  ): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>;
  /** All pages of a list that is short by nature, for example the roles of a team. Throws a `ProblemError`. */
  readAll<Row>(path: string, o?: ReadOptions): Promise<readonly Row[]>;
  /**
   * An answer that comes as lines of JSON, each line as soon as it is whole; leaving the loop ends the request. Throws
   * a `ProblemError`, also where the connection breaks in the middle, and an `AbortError` when it was stopped by its
   * signal.
   */
  stream<Line>(method: 'POST', path: string, body: unknown, o?: ReadOptions): AsyncIterable<Line>;
  /** The bytes of a file that this server keeps. Throws a `ProblemError`. */
  file(path: string, o?: ReadOptions): Promise<Blob>;
  /**
   * Sends one file as multipart, under the name `file`, and gives the JSON reply, undefined where there is none. Throws
   * a `ProblemError`, and an `AbortError` when it was stopped by its signal.
   */
  upload<Result = unknown>(path: string, file: File, o: UploadOptions): Promise<Result>;
  /** Hears of changes until disposed. */
  live(scope: LiveScope, on: (event: LiveEvent) => void): Disposable;
  /** To an address of this page. */
  navigate(to: string, o?: { replace?: boolean }): void;
  /** To any address by a full load: nothing of the session stays in memory. */
  leave(to: string): void;
  /**
   * Moves the session into one of the person's organizations; gives the address at which work begins there, to be
   * dispatched as the detail of `dossier-organization-chosen`. Throws a `ProblemError`.
   */
  enter(organization: Pick<OrganizationSummary, 'id' | 'slug'>): Promise<string>;
  /** A toast, also read out politely; with `undo` it has a button for it. */
  notify(o: { kind: 'info' | 'success' | 'error'; text: string; undo?: () => void }): void;
  /** Says something in the polite live region without showing it. */
  announce(text: string): void;
  /** Asks before something that cannot be undone. What ends the work of many is confirmed by typing `name`. */
  confirm(o: { title: string; body: string; action: string; danger?: boolean; name?: string }): Promise<boolean>;
}
