import { Agent, request } from 'node:http';

export interface Target {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the n-th request. */
  readonly body?: (n: number) => string;
  /** What a good answer begins with, where its status does not tell. */
  readonly begins?: string;
}

/** Requests a second, latencies in milliseconds, and how many answers were not 2xx. */
export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
  readonly failed: number;
}

let sent = 0;

/** One request over a kept-alive connection; the status, when its answer has been read; 0 for one that begins badly. */
export const call = (agent: Agent, target: Target): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = target.body?.(sent++);
    const outgoing = request(
      target.url,
      {
        agent,
        method: target.method ?? 'GET',
        headers: {
          ...target.headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        let status = answer.statusCode ?? 0;
        answer.once('data', (first: Buffer) => {
          if (!first.toString('latin1').startsWith(target.begins ?? '')) status = 0;
        });
        answer.resume();
        answer.once('end', () => resolve(status));
        answer.once('error', reject);
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });

/**
 * Sends as fast as answers come, over `connections` kept-alive connections, for `seconds`. Those of an agent of one's
 * own stay open for the next time. Of several targets each is asked at once with the others, as by a page that needs
 * all of them: they count as one request, over as many times the connections.
 */
export async function drive(
  target: Target | readonly Target[],
  { connections, seconds, agent: own }: { connections: number; seconds: number; agent?: Agent },
): Promise<Measured> {
  const targets = [target].flat();
  const agent = own ?? new Agent({ keepAlive: true, maxSockets: connections * targets.length });
  const latencies: number[] = [];
  let failed = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const from = performance.now();
        const statuses = await Promise.all(targets.map((one) => call(agent, one)));
        latencies.push(performance.now() - from);
        if (statuses.some((status) => status < 200 || status > 299)) failed++;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  if (!own) agent.destroy();
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    requests: latencies.length,
    failed,
  };
}

/** Of sorted values. */
export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;

/** Of an even number of values the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
};
