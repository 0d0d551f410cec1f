import { createServer } from 'node:http';
import { bureau } from './bureau.ts';
import type { BureauOptions, Decision } from './bureau.ts';

/**
 * Starts the simulated bureau on a free port of this machine, for tests. `decisions` holds one entry for each
 * idempotency key, `requests` counts what reached it, repeated enquiries too.
 */
export async function startBureau(options?: BureauOptions): Promise<{
  readonly url: string;
  readonly decisions: ReadonlyMap<string, Decision>;
  requests(): number;
  close(): Promise<void>;
}> {
  const { handle, decisions } = bureau(options);
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulated bureau has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/enquiries`,
    decisions,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
