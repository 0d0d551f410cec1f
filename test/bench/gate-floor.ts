/**
 * The floor of the gate: a bare Fastify that answers the same constant as the gated route of gate-plugin.ts, with the header fields that
 * gate.ts has seen there (FIELDS, as JSON), so that both put the same bytes on the wire. Nothing else is in its process: with schemas
 * compiled for others beside it, it was a fifth slower. Its port goes out as one line of JSON.
 */
import Fastify from 'fastify';

const fields: Record<string, string> = JSON.parse(process.env['FIELDS'] ?? '{}');
const app = Fastify();
app.get('/bench/same/:workspaceId', {
  schema: { params: { type: 'object', required: ['workspaceId'], properties: { workspaceId: { type: 'string' } } } },
  onRequest: (_request, reply, done) => { void reply.headers(fields); done(); },
}, async () => ({ ok: true }));

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : null }));
process.on('SIGTERM', () => process.exit(0));
