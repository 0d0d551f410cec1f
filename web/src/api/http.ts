import { isRecord } from '@dossier/sdk/web/ui/record';
import { ProblemError } from '@dossier/sdk/web';
import type { AsRead } from '@dossier/sdk/web';
import { presence } from './presence.ts';
import { faultsOf } from './faults.ts';
import { toSignIn } from './leave.ts';
import { movedToOther, organizationHeader } from './organization.ts';

const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

/** Reads a refusal. Proxies and crashed servers answer without problem details; then the status speaks. */
const problemOf = (status: number, body: unknown): ProblemError => {
  const fields = isRecord(body) ? body : {};
  return new ProblemError({
    status,
    code: textOf(fields['code'], `http-${status}`),
    title: textOf(fields['title'], 'That did not work'),
    detail: textOf(
      fields['detail'],
      status >= 500 ? 'The server had a problem. Please try again in a moment.' : 'The server refused this request.',
    ),
    errors: faultsOf(fields['errors']),
  });
};

export const unreachable = (cause: unknown): ProblemError =>
  new ProblemError(
    {
      status: 0,
      code: 'unreachable',
      title: 'No connection',
      detail: 'The server could not be reached. Check your connection and try again.',
      errors: [],
    },
    cause,
  );

export const csrfHeader = { 'x-dossier-csrf': '1' } as const;
const isAttended = presence(globalThis, () => performance.now());

interface Options {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly stay?: boolean;
}

const sessionPath = '/api/v1/session';
const movePath = `${sessionPath}/organization`;
/** One at a time in all windows of this browser, which share the session: a move, or a look at what it has left. */
const moving = async <T>(run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('dossier-move', run) : run();
/**
 * Moving to another organization gives the session a new secret: a request with the former one, under way at that
 * moment, is refused although nobody signed out. Whether somebody did is looked for when the move is over. A look at
 * the session itself is simply had again.
 */
const overtaken = (path: string, stay = false): Promise<boolean> =>
  moving(async () =>
    path === sessionPath
      ? !stay
      : (await fetch(sessionPath, { credentials: 'same-origin' }).catch(() => null))?.ok === true,
  );

/** What came back, however it was sent. */
interface Answer<Result> {
  readonly status: number;
  readonly json: Result;
}

/**
 * Sends by `ask`, and says what an answer means for the page: the one place where a lost session leads to sign-in,
 * unless `stay`. Throws what was refused.
 */
export const exchange = async <A extends Answer<unknown>>(
  path: string,
  ask: () => Promise<A>,
  o: { readonly stay?: boolean } = {},
): Promise<A> => {
  let answer = await (path === movePath ? moving(ask) : ask());
  // What was refused did nothing, so it can be sent again.
  if (answer.status === 401 && (await overtaken(path, o.stay))) answer = await ask();
  const { status, json } = answer;
  if (status === 401 && !o.stay) toSignIn();
  if (status < 200 || status > 299) {
    const problem = problemOf(status, json);
    if (problem.code === 'other-organization') dispatchEvent(new Event(movedToOther));
    throw problem;
  }
  return answer;
};

/** The JSON of an answer; undefined where it is none, or broken. */
export const jsonOf = async (response: Response): Promise<unknown> =>
  response.headers.get('content-type')?.includes('json') ? response.json().catch(() => undefined) : undefined;

/** One request; `read` takes from the answer what is wanted of it. */
export const asked = async <A>(
  method: string,
  path: string,
  body: unknown,
  o: Options,
  read: (response: Response) => Promise<A>,
): Promise<A> => {
  try {
    return await read(
      await fetch(path, {
        method,
        credentials: 'same-origin',
        signal: o.signal ?? null,
        headers: {
          accept: 'application/json',
          ...(method === 'GET' ? {} : csrfHeader),
          ...organizationHeader(path),
          ...(isAttended() ? {} : { 'x-dossier-unattended': '1' }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...o.headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
  } catch (error) {
    if (o.signal?.aborted) throw error;
    throw unreachable(error);
  }
};

const fetched = <Result>(
  method: string,
  path: string,
  body: unknown,
  o: Options,
): Promise<Answer<Result> & { readonly link: string | null; readonly etag: string | null }> =>
  exchange(
    path,
    () =>
      asked(method, path, body, o, async (response) => ({
        status: response.status,
        json: (await jsonOf(response)) as Result,
        link: response.headers.get('link'),
        etag: response.headers.get('etag'),
      })),
    o,
  );

/** The bytes of a file. A lost session leads to sign-in. */
export const readFile = async (path: string, o: { readonly signal?: AbortSignal } = {}): Promise<Blob> =>
  (
    await exchange(path, () =>
      asked('GET', path, undefined, o, async (response) => ({
        status: response.status,
        json: response.ok ? undefined : await jsonOf(response),
        file: response.ok ? await response.blob() : new Blob(),
      })),
    )
  ).file;

/** One request with a JSON body and reply. A lost session leads to sign-in, unless `stay`. */
export const send = async <Result>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  o: Options = {},
): Promise<Result> => (await fetched<Result>(method, path, body, o)).json;

/** What is at a path, and with which options `send` changes it only as it was read. */
export const readForChange = async <Result>(
  path: string,
  o: Options = {},
): Promise<{ readonly value: Result; readonly asRead: AsRead }> => {
  const { json, etag } = await fetched<Result>('GET', path, undefined, o);
  return { value: json, asRead: etag === null ? {} : { headers: { 'if-match': etag } } };
};

/** Changes it as it was read, and gives with the answer what goes with the next change. */
export const sendForChange = async <Result>(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: unknown,
  { headers }: AsRead,
  o: { readonly signal?: AbortSignal } = {},
): Promise<{ readonly value: Result; readonly asRead: AsRead }> => {
  const { json, etag } = await fetched<Result>(method, path, body, { ...o, ...(headers ? { headers } : {}) });
  return { value: json, asRead: etag === null ? {} : { headers: { 'if-match': etag } } };
};

/** A page of a list, and the address of the next one as the header `Link` (RFC 8288) tells it; null at the end. */
export const readPage = async <Row>(
  path: string,
  o: Options = {},
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> => {
  const { json, link } = await fetched<readonly Row[]>('GET', path, undefined, o);
  return { rows: json, next: /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null };
};

/** All pages of a list that is short by nature, for example the roles of a team. */
export const readAll = async <Row>(path: string, o: Options = {}): Promise<readonly Row[]> => {
  const all: Row[] = [];
  for (let next: string | null = path; next !== null;) {
    const page: { readonly rows: readonly Row[]; readonly next: string | null } = await readPage<Row>(next, o);
    all.push(...page.rows);
    next = page.next;
  }
  return all;
};
