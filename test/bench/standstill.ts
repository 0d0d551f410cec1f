import { limitsTried, worstBodies, worstDocuments } from '../../core/test/http/worst.ts';
import type { Worst } from '../../core/test/http/worst.ts';
import { sample } from '../../core/test/enumeration/sample.ts';
import { tokenOf } from '../servers/dossier.ts';
import { filled, idsIn } from './ids.ts';
import type { Result } from './compare.ts';
import type { Platform } from './platform.ts';

/** Milliseconds for which nobody else may be kept waiting by one request. */
const MOST = 50;
const TRIES = 3;

type Headers = Readonly<Record<string, string>>;
interface Write {
  readonly method: string;
  readonly path: string;
  readonly schema: unknown;
}

/**
 * How long the event loop of the platform stands still for what is worst in a request, and for a list of what is
 * largest: of each the least of three, and of all the most.
 */
export async function standstill({ origin, demo }: Platform): Promise<Result> {
  const staff = { authorization: `Bearer ${tokenOf(demo, 'admin')}` };
  const key = { 'x-api-key': demo.apiKey };
  const json = { 'content-type': 'application/json' };
  let worst = { milliseconds: 0, what: 'nothing' };

  const stood = async (): Promise<number> =>
    JSON.parse(await (await fetch(`${origin}/bench/stood`)).text()).milliseconds;
  const note = async (what: string, send: () => Promise<unknown>): Promise<void> => {
    let least = Infinity;
    for (let n = 0; n < TRIES && least > MOST / 2; n++) {
      await stood();
      await send();
      least = Math.min(least, await stood());
    }
    if (least > worst.milliseconds) worst = { milliseconds: least, what };
  };
  const send = async (path: string, method: string, headers: Headers, body: string): Promise<number> => {
    const answer = await fetch(`${origin}${path}`, { method, headers: { ...headers, ...json }, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  /** Somebody whose body is read there: others are refused before. */
  const whoMay = async (method: string, path: string): Promise<Headers> => {
    for (const headers of [staff, { authorization: `Bearer ${tokenOf(demo, 'officer')}` }, key])
      if (![401, 403, 404].includes(await send(path, method, headers, '{"unknown":""}'))) return headers;
    throw new Error(`Nobody of the demonstration may ${method} ${path}.`);
  };
  const tryAll = async (
    { method, path, schema }: Write,
    headers: Headers,
    good: unknown,
    all: readonly Worst[] = worstBodies(schema, good),
  ): Promise<void> => {
    const statuses = new Map<number, number>();
    for (const bytes of limitsTried)
      statuses.set(bytes, await send(path, method, headers, `{"unknown":"${'x'.repeat(bytes - 14)}"}`));
    const limit = limitsTried.find((bytes) => statuses.get(bytes) !== 413) ?? limitsTried.at(-1)!;
    for (const { name, text } of all)
      await note(`${method} ${path}: ${name}`, () => send(path, method, headers, text(limit)));
  };

  const submission: Write = { method: 'POST', path: '/api/v1/applications', schema: undefined };
  const ids = await idsIn({ origin, demo });
  for (const write of writesOf(JSON.parse(await (await fetch(`${origin}/openapi.json`)).text()))) {
    const path = filled(write.path, ids);
    // For the operator alone, of whom the benchmark has no token.
    if (path === '/api/v1/installation/seed') continue;
    const who = await whoMay(write.method, path);
    if (path === '/graphql') await tryAll({ ...write, path }, who, {}, worstDocuments);
    else if (path === submission.path) await tryAll({ ...write, path }, who, demo.samples.clean);
    else await tryAll({ ...write, path }, who, sample(write.schema));
  }

  const large = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`note-${n}`, 'x'.repeat(1_200)]));
  for (let n = 0; n < 100; n++)
    await send(
      submission.path,
      submission.method,
      key,
      JSON.stringify({ ...demo.samples.clean, answers: { ...demo.samples.clean.answers, ...large } }),
    );
  for (const include of ['', '&include=answers']) {
    const list = `${origin}/api/v1/applications?workspaceId=${demo.staffWorkspaceId}&limit=100${include}`;
    await note(`GET the list of 100${include}`, async () => (await fetch(list, { headers: staff })).arrayBuffer());
  }
  const { milliseconds, what } = worst;
  return {
    name: 'standstill by one request',
    shown: `${milliseconds.toFixed(0)} ms at most (${what})`,
    platform: milliseconds,
    floor: null,
    ratio: null,
    goal: `≤ ${MOST} ms`,
    met: milliseconds <= MOST,
  };
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> } }
        >
      >
    >
  >;
}

/** Writes of JSON; files have a limit of their own. */
function writesOf({ paths }: Document): readonly Write[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const { 'application/json': body, 'multipart/form-data': form } = requestBody?.content ?? {};
      return body && !form ? [{ method: method.toUpperCase(), path, schema: body.schema }] : [];
    }),
  );
}
