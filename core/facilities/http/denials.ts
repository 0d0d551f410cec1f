import type { FastifyInstance } from 'fastify';
import type { ErasedSpec, Gate } from '@dossier/sdk';
import type { Denials } from '../events/index.ts';
import { at } from './gates.ts';

/**
 * Notes refused requests of all routes. It hears of errors alone, so that a request that succeeds does not pay for it.
 */
export function noteDenials(server: FastifyInstance, plugins: readonly ErasedSpec[], denials: Denials): void {
  const operations = new Map<string, { operation: string; gate: Gate; writes: boolean }>(
    plugins.flatMap((plugin) =>
      Object.entries(plugin.routes ?? {}).flatMap(([name, route]) =>
        [route.url, ...(route.aliases ?? [])].map(
          (url) =>
            [
              `${route.method} ${url}`,
              { operation: `${plugin.id}.${name}`, gate: route.gate, writes: route.method !== 'GET' },
            ] as const,
        ),
      ),
    ),
  );
  server.addHook('onError', async (request, _reply, error) => {
    const operation = operations.get(`${request.method} ${request.routeOptions.url}`);
    if (operation)
      await denials.note({
        ...operation,
        identity: request.identity,
        access: request.access,
        error,
        named: (locator) => at(request, locator),
      });
  });
}
