import { startOps } from '../testing.ts';
import type { Limits, RunningOps } from '../testing.ts';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: Headers;
}
export interface Client {
  readonly ops: RunningOps;
  readonly clock: { now: number };
  token(key?: string, secret?: string): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  search(query: string, range?: string, more?: string): Promise<Answer>;
}

/** Tuesday, 10 February 2026, noon in Greenwich. */
export const noon = Date.UTC(2026, 1, 10, 12);

/** The service on a clock that stands, and somebody who holds a token of it. */
export async function client(limits: Partial<Limits> = {}): Promise<Client> {
  const clock = { now: noon };
  const ops = await startOps({ clock: { time: () => clock.now }, limits });
  const token = (key = ops.key, secret = ops.secret): Promise<Response> =>
    fetch(`${ops.url}/3.2/auth/accesstoken`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
  const bearer = `Bearer ${/"access_token": "([^"]+)"/.exec(await (await token()).text())?.[1]}`;
  const call = async (path: string, init: RequestInit, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    const response = await fetch(`${ops.url}/3.2/rest-services/${path}`, {
      ...init,
      headers: { authorization: bearer, ...headers },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: bytes.toString('utf8'),
      bytes,
      headers: response.headers,
    };
  };
  const get: Client['get'] = (path, headers = {}) => call(path, {}, headers);
  return {
    ops,
    clock,
    token,
    get,
    post: (path, body, headers = {}) =>
      call(path, { method: 'POST', body }, { 'content-type': 'text/plain', ...headers }),
    search: (query, range, more = '') =>
      get(`published-data/search${more}?q=${encodeURIComponent(query)}${range ? `&Range=${range}` : ''}`),
  };
}

/** Code of a fault. */
export const codeOf = ({ status, text }: Answer): string => `${status} ${/<code>([^<]+)</.exec(text)?.[1] ?? ''}`;
export const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');
