/** What leaves the house: requests and connections to other servers. */
import type { Socket } from 'node:net';
import { service } from './references.ts';

/** How a call of {@link Http} is made. */
export interface HttpOptions {
  /** GET unless given. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for the whole call, to the last byte of its answer; 10,000 unless given. */
  readonly timeout?: number;
  /** Bytes of the answer; 1 MiB unless given. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Only to public addresses: whenever the address comes from an organization. */
  readonly guard?: 'public';
}
/** The same with a body that may be bytes, or come piece by piece: then `headers` may give its `content-length`. */
export interface BinaryHttpOptions extends HttpOptions {
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}
/** What every answer has; names of headers are in lower case. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Outbound HTTP with a time limit and a size limit; fails with {@link Error} named `HttpError`, whose `reason` is
 * `timeout`, `unreachable`, `blocked`, `too-large` or `aborted`. Never call it inside a transaction: it throws. Give
 * `guard: 'public'` whenever the address comes from an organization: loopback, private and own addresses are then
 * refused before anything is sent, but for the networks that the operator opens (`OUTBOUND_PRIVATE_NETWORKS`).
 * Redirects are answers.
 */
export interface Http {
  /** Text, as UTF-8. */
  request(url: string, o?: HttpOptions & { readonly body?: string }): Promise<HttpAnswer & { readonly text: string }>;
  /** Bytes in memory: an image, a document, a signed message. */
  bytes(url: string, o?: BinaryHttpOptions): Promise<HttpAnswer & { readonly bytes: Uint8Array }>;
  /**
   * Bytes as they come, for more than should be held at once. Reading fails with `HttpError` too, and past `maxBytes`.
   * The call lasts until the last byte is read or the loop is left.
   */
  stream(url: string, o?: BinaryHttpOptions): Promise<HttpAnswer & { readonly body: AsyncIterable<Uint8Array> }>;
}
export const Http = service<Http>('kernel/http@1');

/**
 * Connections to services that do not speak HTTP (LDAP, a virus scanner). Same limits, same refusals and the same error
 * as {@link Http}.
 */
export interface Sockets {
  /**
   * Looks where a host leads, and connects to nobody: fails where {@link Sockets.connect} with `guard: 'public'` would
   * because of the address (`blocked`), or because the name leads nowhere (`unreachable`).
   */
  look(o: {
    readonly host: string;
    readonly port: number;
    /** Milliseconds; 10,000 unless given. */
    readonly timeout?: number;
    readonly signal?: AbortSignal;
  }): Promise<void>;
  /**
   * A connection that stands, with TLS when `tls` is given: then the certificate is checked for `servername`, or the
   * host. The caller ends it. For TLS that begins later give the socket to `tls.connect` of `node:tls`.
   */
  connect(o: {
    readonly host: string;
    readonly port: number;
    readonly tls?: {
      readonly servername?: string;
      /** Certificates of authorities to trust, PEM, in the place of the usual ones. */
      readonly ca?: string;
    };
    /** Milliseconds to connect in, and that nothing may come or go for afterwards; 10,000 unless given. */
    readonly timeout?: number;
    readonly signal?: AbortSignal;
    /** Only to public addresses: whenever host or port come from an organization. */
    readonly guard?: 'public';
  }): Promise<Socket>;
}
export const Sockets = service<Sockets>('kernel/sockets@1');
