import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Authenticator, Credentials, Identity } from '@dossier/sdk';
import { cookiesOf } from './cookies.ts';
import type { Identify } from './gates.ts';

type Contributed = readonly { readonly value: Authenticator }[];

/**
 * Asks the authenticators of the plugins in turn; the first that recognises its kind of credential decides.
 * The installation's operator is known to the kernel itself: he exists before any plugin does.
 */
export function createIdentify(o: { authenticators: () => Contributed; operatorToken: string | undefined }): Identify {
  const operator = o.operatorToken === undefined ? undefined : Buffer.from(`Bearer ${o.operatorToken}`);
  const isOperator = (given: string | undefined): boolean => {
    if (operator === undefined || given === undefined) return false;
    const bytes = Buffer.from(given);
    return bytes.length === operator.length && timingSafeEqual(bytes, operator);
  };
  return (request: FastifyRequest) => {
    if (isOperator(request.headers.authorization)) return { actor: { kind: 'system', id: 'operator', name: 'Operator' }, organization: null, scopes: null, credential: 'operator', via: 'token', operator: true };
    return ask(o.authenticators(), 0, new Presented(request));
  };
}

/** Read when somebody looks at it, which for most requests is one field, and once for all who do. */
class Presented implements Credentials {
  readonly #request: FastifyRequest;
  #cookies: Credentials['cookies'] | undefined;
  #authorization: Credentials['authorization'] | null = null;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get headers(): Credentials['headers'] { return this.#request.headers; }
  get cookies(): Credentials['cookies'] { return (this.#cookies ??= cookiesOf(this.#request)); }
  get authorization(): Credentials['authorization'] {
    if (this.#authorization === null) this.#authorization = authorizationOf(this.#request.headers.authorization);
    return this.#authorization;
  }
  get ip(): string { return this.#request.ip; }
  get method(): string { return this.#request.method; }
}

/** Without an expression: every request with a token comes by here. */
function authorizationOf(field: string | undefined): Credentials['authorization'] {
  const space = field?.indexOf(' ') ?? -1;
  if (field === undefined || space < 1) return undefined;
  const token = field.slice(space + 1).trim();
  return token === '' || token.includes(' ') || token.includes('\t') ? undefined : { scheme: field.slice(0, space).toLowerCase(), token };
}

/** Goes on without a promise as long as nobody has to look anything up. */
function ask(authenticators: Contributed, from: number, presented: Credentials): ReturnType<Identify> {
  for (let i = from; i < authenticators.length; i++) {
    const found = authenticators[i]!.value.authenticate(presented);
    if (found instanceof Promise) return found.then((identity: Identity | undefined) => identity ?? ask(authenticators, i + 1, presented));
    if (found) return found;
  }
  return undefined;
}
