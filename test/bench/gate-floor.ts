/** A bare Fastify with nothing else in its process. Its port goes out as one line of JSON. */
import { bareFastify } from './bare.ts';

const url = new URL(await bareFastify().listen({ port: 0, host: '127.0.0.1' }));
console.log(JSON.stringify({ port: Number(url.port) }));
process.on('SIGTERM', () => process.exit(0));
