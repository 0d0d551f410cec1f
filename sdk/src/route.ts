import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { AccessOf, Gate } from './access.ts';
import type { Fault } from './problem.ts';

/**
 * A REST route as data: known to the plan, to the OpenAPI document and to the tests that enumerate every operation
 * before any code of its plugin has run. A plugin that is not ready answers its routes with 503.
 */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify syntax: `/api/v1/applications/:id`. */
  readonly url: string;
  /** Further paths with the same handler. */
  readonly aliases?: readonly string[];
  readonly gate: Gate;
  readonly summary: string;
  /**
   * More than the summary says, for those who read the document: Markdown. Who may call it is documented from the gate.
   */
  readonly description?: string;
  /**
   * What a schema has under `'x-documented'` (`checkedBelow` of the SDK), at whatever depth, is added to its keywords
   * in the OpenAPI document and validates nothing: for what the handler checks itself, because it tells of it in other
   * words or under another status.
   */
  readonly params?: TSchema;
  /**
   * Of a route that is not open to everyone, a parameter that stands not here is refused, unless the schema says
   * `additionalProperties: true`.
   */
  readonly query?: TSchema;
  /**
   * Texts with NUL or half of a character, which no database holds, and numbers that would be infinite (1e400) or
   * another whole number (9007199254740993) when they are read are refused wherever they stand, but in members whose
   * schema says `'x-any-text': true`.
   */
  readonly body?: TSchema;
  /** Body of the success answer, and its status (200, or 201 for POST, or 204 without a schema for DELETE). */
  readonly reply?: TSchema;
  readonly status?: number;
  /**
   * Media types of that body when it is not `application/json` alone; the answer has one of them. Texts and bytes need
   * no `reply`.
   */
  readonly media?: readonly string[];
  /**
   * Refusals of its own (409, 410, 404 where no path leads to anything, …) by status, each in a sentence without a full
   * stop for who writes a client, in addition to those that follow from gate, query and body. Of 409, 410, 412 and 428
   * the codes are named: 'The team has a role of this name (`role-taken`)'. Of what is answered by several routes make
   * a constant. The test clients throw when a route answers a status, or one of those codes, that it does not name.
   * Statuses from 500 on are documented for all alike.
   */
  readonly problems?: Readonly<Record<number, string>>;
  /** Answers by status other than the success that are no problem details, or not alone. */
  readonly otherAnswers?: Readonly<Record<number, OtherAnswer>>;
  /**
   * The body is read through `request.parts()`: at most `files` files, under any names, of at most `fileSize` bytes
   * each. `texts` are the text parts that the handler takes, by name. JSON is accepted in addition to it when `body` is
   * given.
   */
  readonly multipart?: {
    readonly fileSize: number;
    readonly files: number;
    readonly texts?: Readonly<Record<string, TSchema>>;
  };
  /**
   * Only POST: repeat with the same `Idempotency-Key` gives the stored answer (24 h). `by the handler`: it reads the
   * header and keeps the answer itself.
   */
  readonly idempotent?: boolean | 'by the handler';
  /**
   * Address (`url`) of the GET whose answer this route changes, or shows after it was made; of PUT, PATCH and DELETE
   * their own address, unless given. null when there is none. Such a GET, and the answers of such routes that show the
   * same, carry an `ETag`, and a change whose `If-Match` names another one is refused (412 `stale`): the kernel sees to
   * both. It asks the handler of the GET, as the one who changes, before the change and again at the beginning of the
   * first `database.write`, in that transaction: so that handler reads by `database.read` in the same organization.
   * Write all of a change in one transaction.
   */
  readonly resource?: string | null;
  /**
   * How the entity tag is made when not of all that a GET answers. Of a GET, `of`: by those members alone, when others
   * change without anybody's doing (when it was last used) or are no part of what is changed here. `sent` and
   * `compared`: by the handler itself, which puts it into its answer (`entityTag`), and refuses what `If-Match` does
   * not name (`demandMatch`).
   */
  readonly etag?: 'sent' | 'compared' | { readonly of: readonly string[] };
  /**
   * Largest JSON body in bytes. Unless given, as many as the bounds of `body` (maxLength, maxItems, maxProperties) can
   * need, from 16 KiB to 1 MiB. Give it where the schema takes anything.
   */
  readonly bodyLimit?: number;
  /**
   * Calls a minute allowed from one address on this route, on all nodes together, for example on sign-in; in addition
   * to the installation's general limits.
   */
  readonly perMinute?: number;
}

/**
 * An answer that is neither the usual success nor problem details alone: a page that says what went wrong, a picture
 * that has not changed. Without `reply` and `media` it has no body.
 */
export interface OtherAnswer {
  readonly summary: string;
  readonly reply?: TSchema;
  /** As in {@link RouteSpec}. */
  readonly media?: readonly string[];
}

/** What a reply carries: the type of its schema, of which nobody changes anything any more. */
export type Reply<S extends TSchema> = Unchanging<Static<S>>;
type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unchanging<T[K]> }
    : T;

/** The type of a schema of the route; where it declares none, a type whose name says so. */
type Carried<S, None = unknown> = unknown extends S ? None : S extends TSchema ? Static<S> : None;
export interface RouteDeclaresNoParams {
  readonly [undeclared]?: never;
}
export interface RouteDeclaresNoQuery {
  readonly [undeclared]?: never;
}
export interface RouteDeclaresNoBody {
  readonly [undeclared]?: never;
}
declare const undeclared: unique symbol;

/** One part of a multipart request. A file's `stream` must be read before the next part is asked for. */
export type Part =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly fileName: string;
      readonly contentType: string;
      readonly stream: AsyncIterable<Uint8Array> & { readonly truncated?: boolean };
    };

export interface RouteRequest<R extends RouteSpec> {
  readonly access: AccessOf<R['gate']>;
  readonly params: Carried<R['params'], RouteDeclaresNoParams>;
  readonly query: Carried<R['query'], RouteDeclaresNoQuery>;
  readonly body: Carried<R['body'], RouteDeclaresNoBody>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Path with query string, as requested. */
  readonly url: string;
  readonly ip: string;
  readonly id: string;
  /**
   * Aborted when the client goes away before it is answered. Throw its `reason` when you give up: that is no failure.
   */
  readonly signal: AbortSignal;
  readonly isMultipart: boolean;
  /**
   * Gives the parts that the route takes; when there were too many of them, throws that at the end (413), with a fault
   * for each number that was exceeded as far as was read.
   */
  parts(): AsyncIterable<Part>;
}

/** An answer with more than a body: `respond(user, { status: 201, headers: { location } })`. */
export class Answer<Body = unknown> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  constructor(body: Body, o: { status?: number; headers?: Readonly<Record<string, string | readonly string[]>> }) {
    this.body = body;
    this.status = o.status;
    this.headers = o.headers ?? {};
  }
}

/** Makes an {@link Answer}. The body may be an object, a string, bytes or a readable stream. */
export const respond = <Body>(
  body: Body,
  o: { status?: number; headers?: Readonly<Record<string, string | readonly string[]>> },
): Answer<Body> => new Answer(body, o);

/**
 * What a handler answers: what the schema of the reply describes, as it is or with status and header fields; anything
 * where the route declares no reply.
 */
export type Replied<R extends RouteSpec> = unknown extends R['reply']
  ? unknown
  : R['reply'] extends TSchema
    ? MaybePromise<Reply<R['reply']> | Answer<Reply<R['reply']> | Encoded | OtherBody<R>>>
    : unknown;
/** JSON that was written before, as text, bytes or a stream; its media type stands in the header fields. */
type Encoded = string | Uint8Array | AsyncIterable<unknown>;
type OtherBody<R extends RouteSpec> = R extends { readonly otherAnswers: object } ? unknown : never;
type MaybePromise<T> = T | Promise<T>;

export type RouteHandler<R extends RouteSpec> = (request: RouteRequest<R>) => Replied<R>;
export type RouteHandlers<R extends Readonly<Record<string, RouteSpec>>> = {
  readonly [K in keyof R]: RouteHandler<R[K]>;
};

/**
 * What is left of a value when all that does not fit its schema is taken out: any member may be missing, and undefined
 * stands for a member or item that was sent and did not fit.
 */
export type ValidPart<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly (ValidPart<Item> | undefined)[]
    : T extends object
      ? { readonly [K in keyof T]?: ValidPart<T[K]> | undefined }
      : T;

/**
 * Finds what else is wrong with a body in which the schema has found faults, so that its sender hears of everything at
 * once: it is given the parts that fit. It runs behind the gate, instead of the handler, and only reads. What it finds
 * the handler has to refuse by itself too.
 */
export type RouteCheck<R extends RouteSpec> = (
  request: Pick<RouteRequest<R>, 'access' | 'params'> & { readonly body: ValidPart<Carried<R['body']>> },
) => Promise<readonly Fault[]>;
export type RouteChecks<R extends Readonly<Record<string, RouteSpec>>> = { readonly [K in keyof R]?: RouteCheck<R[K]> };

/**
 * A path below which a foreign request handler serves everything (an OpenID provider, for example). Always open to
 * everyone.
 */
export interface MountSpec {
  readonly path: string;
  readonly why: string;
}
/** `from.ip` is the client's address, as routes see it (behind a trusted proxy the forwarded one). */
export type MountHandler = (request: IncomingMessage, response: ServerResponse, from: { readonly ip: string }) => void;
