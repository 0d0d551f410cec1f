/** A storage that speaks S3 on a port of this machine, for tests: it checks signatures, and fails as a test asks. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Buckets, operationOf } from './simulated/buckets.ts';
import type { Answer, Operation } from './simulated/buckets.ts';
import { Refusal } from './simulated/refusal.ts';
import { demandSigned } from './simulated/signature.ts';
import type { Received } from './simulated/signature.ts';

export type { Operation } from './simulated/buckets.ts';

/** A fault in the place of an answer, for the next request, or the next of an operation. */
export interface NextFault {
  readonly on?: Operation;
  /** A refusal in the form of S3, an answer in another form, or silence. */
  readonly with: { readonly status: number; readonly code: string } | { readonly page: string } | 'silence';
}

/** A request that waits with its answer. */
export interface Hold {
  /** Resolves when the request is there, before anything was done about it. */
  readonly reached: Promise<void>;
  release(): void;
}

/** The simulated storage, running. */
export interface RunningStorage {
  /** `http://127.0.0.1:{port}`, the same after `stop` and `start`. */
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Whole objects, by `bucket/key`. */
  readonly objects: Map<string, Buffer>;
  /** Places of uploads in parts that were neither completed nor aborted. */
  unfinished(): readonly string[];
  addBucket(name: string): void;
  next(...faults: readonly NextFault[]): void;
  /** Holds the next request of an operation. */
  hold(operation: Operation): Hold;
  /** Closes the port and breaks all connections. */
  stop(): Promise<void>;
  /** Listens again. */
  start(): Promise<void>;
}

/** Starts one, with an empty bucket, on a free port. */
export async function startStorage(): Promise<RunningStorage> {
  const account = { region: 'eu-test-1', accessKey: 'SIMULATEDKEY', secretKey: 'simulated-secret' };
  const bucket = 'acme-files';
  const buckets = new Buckets();
  buckets.names.add(bucket);
  const faults: NextFault[] = [];
  const holds = new Map<Operation, { reach(): void; readonly released: Promise<void> }>();

  const faultFor = (operation: Operation | null): NextFault['with'] | undefined => {
    const at = faults.findIndex(({ on }) => on === undefined || on === operation);
    return at === -1 ? undefined : faults.splice(at, 1)[0]?.with;
  };
  const answer = async (request: Received): Promise<Answer | 'silence'> => {
    const operation = operationOf(request);
    const held = operation && holds.get(operation);
    if (operation && held) {
      holds.delete(operation);
      held.reach();
      await held.released;
    }
    const fault = faultFor(operation);
    if (fault === 'silence') return fault;
    try {
      if (fault && 'page' in fault) return { status: 200, headers: { 'content-type': 'text/html' }, body: fault.page };
      if (fault) throw new Refusal(fault.status, fault.code, 'It was to fail.');
      await demandSigned(request, account);
      if (operation === null) throw new Refusal(501, 'NotImplemented', 'This is not simulated.');
      return buckets.perform(operation, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return {
        status: error.status,
        headers: { 'content-type': 'application/xml' },
        body: `<Error><Code>${error.code}</Code><Message>${error.message}</Message></Error>`,
      };
    }
  };
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answered = await answer(await receivedFrom(incoming));
    if (answered === 'silence') return;
    response.writeHead(answered.status, answered.headers).end(answered.body);
  };
  const server = createServer((incoming, response) => {
    // A client that went away in the middle is no fault of the server.
    respond(incoming, response).catch(() => incoming.socket.destroy());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    bucket,
    ...account,
    objects: buckets.objects,
    unfinished: () => buckets.unfinished(),
    addBucket: (name) => void buckets.names.add(name),
    next: (...more) => void faults.push(...more),
    hold(operation) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.set(operation, { reach: reached.resolve, released: released.promise });
      return { reached: reached.promise, release: released.resolve };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => listen(port),
  };
}

async function receivedFrom(incoming: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const url = new URL(incoming.url ?? '/', 'http://storage.example');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(parts),
  };
}
