import type { FastifyReply, FastifyRequest } from 'fastify';
import { plainAddress, Problem } from '@dossier/sdk';
import type { Access, Identity, Part, RouteRequest, RouteSpec } from '@dossier/sdk';
import { cookiesOf } from './cookies.ts';
import { partsOf } from './form.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the route's gate. */
    access: Access | undefined;
    identity: Identity | undefined;
    /** Milliseconds since 1970; read once, for all that is done before the handler. */
    arrivedAt: number;
  }
}

/** Nobody reads it. As a problem of the caller it is no failure for the log, when work that was given up throws it. */
const clientGone = (): Problem =>
  new Problem(499, 'client-gone', 'The client went away', {
    detail: 'The connection was closed before there was an answer. Send the request again.',
  });

/** What a route handler sees of a request; made once per request, its members read from Fastify's when asked for. */
export class PluginRequest implements RouteRequest<RouteSpec> {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #spec: RouteSpec;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, spec: RouteSpec) {
    this.#request = request;
    this.#reply = reply;
    this.#spec = spec;
  }

  get access(): never {
    return this.#request.access as never;
  }
  get params(): unknown {
    return this.#request.params;
  }
  get query(): unknown {
    return this.#request.query;
  }
  get body(): unknown {
    return this.#request.body;
  }
  get headers(): FastifyRequest['headers'] {
    return this.#request.headers;
  }
  get cookies(): Readonly<Record<string, string | undefined>> {
    return cookiesOf(this.#request);
  }
  get url(): string {
    return this.#request.url;
  }
  get ip(): string {
    return plainAddress(this.#request.ip);
  }
  get id(): string {
    return this.#request.id;
  }
  // The reader of forms belongs to the routes that take uploads.
  get isMultipart(): boolean {
    return this.#spec.multipart !== undefined && this.#request.isMultipart();
  }

  get signal(): AbortSignal {
    if (!this.#signal) {
      const gone = new AbortController();
      // The end of the answer, not of the request: most requests have ended before anybody works on them.
      const { raw } = this.#reply;
      const leave = (): void => {
        if (!raw.writableFinished) gone.abort(clientGone());
      };
      if (raw.destroyed) leave();
      else raw.once('close', leave);
      this.#signal = gone.signal;
    }
    return this.#signal;
  }

  async *parts(): AsyncIterable<Part> {
    const limits = this.#spec.multipart;
    if (!limits)
      throw new Problem(415, 'unsupported-media-type', 'Media type not supported', {
        detail: 'This operation reads application/json.',
      });
    yield* partsOf(this.#request, limits);
  }
}

/**
 * What the handler of a GET sees when it is asked for what a change is about to change: the same path and person, and
 * nothing else.
 */
export class ReadRequest extends PluginRequest {
  readonly #access: unknown;

  constructor(request: FastifyRequest, reply: FastifyReply, spec: RouteSpec, access: unknown) {
    super(request, reply, spec);
    this.#access = access;
  }

  override get access(): never {
    return this.#access as never;
  }
  override get query(): unknown {
    return {};
  }
  override get body(): unknown {
    return undefined;
  }
}
