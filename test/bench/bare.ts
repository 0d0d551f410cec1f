import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';

/**
 * A bare Fastify that answers the same constant as the gated route of gate-plugin.ts. Which header fields that answer
 * bears in addition is put to `/fields` first, so that both put the same bytes on the wire.
 */
export function bareFastify(): FastifyInstance {
  let fields: Record<string, string> = {};
  const app = Fastify();
  app.put<{ Body: Record<string, string> }>('/fields', (request, reply) => {
    fields = request.body;
    return reply.code(204).send();
  });
  app.get(
    '/bench/same/:workspaceId',
    {
      schema: {
        params: { type: 'object', required: ['workspaceId'], properties: { workspaceId: { type: 'string' } } },
      },
      onRequest: (_request, reply, done) => {
        void reply.headers(fields);
        done();
      },
    },
    async () => ({ ok: true }),
  );
  return app;
}
