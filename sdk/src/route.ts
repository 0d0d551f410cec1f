import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { AccessOf, Gate } from './access.ts';

/**
 * A REST route as data: known to the plan, to the OpenAPI document and to the tests that enumerate every operation
 * before any code of its plugin has run. A plugin that is not ready answers its routes with 503.
 */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify syntax: `/api/v1/applications/:id`. */
  readonly url: string;
  /** Further paths with the same handler (Q1). */
  readonly aliases?: readonly string[];
  readonly gate: Gate;
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** Texts with NUL or half of a character, which no database holds, are refused wherever they stand, but in members whose schema says `'x-any-text': true`. */
  readonly body?: TSchema;
  /** Body of the success answer, and its status (200, or 201 for POST, or 204 without a schema for DELETE). */
  readonly reply?: TSchema;
  readonly status?: number;
  /** `multipart`: the body is read through `request.parts()`; JSON is accepted beside it when `body` is given. */
  readonly multipart?: { readonly fileSize: number; readonly files: number };
  /** Only POST: repeat with the same `Idempotency-Key` gives the stored answer (24 h). */
  readonly idempotent?: boolean;
  /** Largest JSON body in bytes; 1 MiB unless told. */
  readonly bodyLimit?: number;
  /** Calls a minute allowed from one address on this route, for example on sign-in; otherwise the installation's general limit. */
  readonly perMinute?: number;
  /** Absent from the OpenAPI document (pages, redirects). */
  readonly hidden?: boolean;
}

type Carried<S> = S extends TSchema ? Static<S> : unknown;

/** One part of a multipart request. A file's `stream` must be read before the next part is asked for. */
export type Part =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly fileName: string; readonly contentType: string; readonly stream: AsyncIterable<Uint8Array> & { readonly truncated?: boolean } };

export interface RouteRequest<R extends RouteSpec> {
  readonly access: AccessOf<R['gate']>;
  readonly params: Carried<R['params']>;
  readonly query: Carried<R['query']>;
  readonly body: Carried<R['body']>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Path with query string, as requested. */
  readonly url: string;
  readonly ip: string;
  readonly id: string;
  /** Aborted when the client goes away before it is answered. Throw its `reason` when you give up: that is no failure. */
  readonly signal: AbortSignal;
  readonly isMultipart: boolean;
  parts(): AsyncIterable<Part>;
}

/** An answer with more than a body: `respond(user, { status: 201, headers: { location } })`. */
export class Answer {
  readonly body: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  constructor(body: unknown, o: { status?: number; headers?: Readonly<Record<string, string | readonly string[]>> }) {
    this.body = body;
    this.status = o.status;
    this.headers = o.headers ?? {};
  }
}

/** Makes an {@link Answer}. The body may be an object, a string, bytes or a readable stream. */
export const respond = (body: unknown, o: { status?: number; headers?: Readonly<Record<string, string | readonly string[]>> }): Answer => new Answer(body, o);

export type RouteHandler<R extends RouteSpec> = (request: RouteRequest<R>) => unknown;
export type RouteHandlers<R extends Readonly<Record<string, RouteSpec>>> = { readonly [K in keyof R]: RouteHandler<R[K]> };

/** A path below which a foreign request handler serves everything (an OpenID provider, for example). Always open to everyone. */
export interface MountSpec {
  readonly path: string;
  readonly why: string;
}
/** `from.ip` is the client's address, as routes see it (behind a trusted proxy the forwarded one). */
export type MountHandler = (request: IncomingMessage, response: ServerResponse, from: { readonly ip: string }) => void;
