import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';

/** A server on this machine that answers by `handle`, on a free port unless one is given. */
export async function listening(
  handle: RequestListener,
  port = 0,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulated service has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
