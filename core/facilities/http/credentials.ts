import type { FastifyRequest } from 'fastify';
import { plainAddress } from '@dossier/sdk';
import type { Credentials } from '@dossier/sdk';
import { cookiesOf } from './cookies.ts';

type Value = string | string[] | undefined;
/** Names and values of header fields, as an answer found them. */
export type Fields = readonly (readonly [name: string, value: Value])[];

/** What a request shows of who sends it; read when somebody looks at it, and once for all who do. */
export class RequestCredentials implements Credentials {
  readonly #request: FastifyRequest;
  readonly #read = new Map<string, Value>();
  #more = false;
  #cookies: Credentials['cookies'] | undefined;
  #authorization: Credentials['authorization'] | null = null;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  header(name: string): Value {
    const value = this.#request.headers[name];
    this.#read.set(name, value);
    return value;
  }

  get authorization(): Credentials['authorization'] {
    this.header('authorization');
    if (this.#authorization === null) this.#authorization = authorizationOf(this.#request.headers.authorization);
    return this.#authorization;
  }

  get headers(): Credentials['headers'] {
    return this.#wholly().headers;
  }
  get cookies(): Credentials['cookies'] {
    return (this.#cookies ??= cookiesOf(this.#wholly()));
  }
  get ip(): string {
    return plainAddress(this.#wholly().ip);
  }
  get method(): string {
    return this.#wholly().method;
  }

  /** The fields that were read; undefined when something else of the request was. */
  get read(): Fields | undefined {
    return this.#more ? undefined : [...this.#read];
  }

  #wholly(): FastifyRequest {
    this.#more = true;
    return this.#request;
  }
}

function authorizationOf(field: string | undefined): Credentials['authorization'] {
  const space = field?.indexOf(' ') ?? -1;
  if (field === undefined || space < 1) return undefined;
  const token = field.slice(space + 1).trim();
  return /^\S+$/.test(token) ? { scheme: field.slice(0, space).toLowerCase(), token } : undefined;
}
