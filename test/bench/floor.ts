/**
 * The floor: what Fastify and pg alone need for the same writes, the same page and the same push. No sign-in, no gates,
 * no tenants, no plugins. Started by main.ts as a process of its own: DATABASE_URL, STEPS (how many a submission has)
 * and ANSWERS (JSON Schema of the answers) come by the environment; its port goes out as one line of JSON.
 */
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Aedes } from 'aedes';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Fastify from 'fastify';
import pg from 'pg';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { recordSchema, tables } from './floor-schema.ts';
import type { Submission } from './floor-schema.ts';

const steps = Number(process.env['STEPS'] ?? 4);
const topic = 'floor/application';
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
for (const statement of tables) await pool.query(statement);

const broker = await Aedes.createBroker({ concurrency: 1000, drainTimeout: 2000 });
const app = Fastify({ serverFactory: (handler) => createServer(handler) });
const sockets = new WebSocketServer({ server: app.server, path: '/rt', handleProtocols: () => 'mqtt' });
sockets.on('connection', (socket) => broker.handle(createWebSocketStream(socket)));

const answersOf = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(
  JSON.parse(process.env['ANSWERS'] ?? '{}'),
);

app.post<{ Body: Submission }>('/api/v1/applications', { schema: { body: recordSchema } }, async (request, reply) => {
  const { workspaceId, templateId, applicants, answers } = request.body;
  if (!answersOf(answers)) return reply.code(422).send(answersOf.errors);
  const id = randomUUID();
  const now = new Date();
  const [primary] = applicants;
  const row = {
    id,
    workspaceId,
    templateId,
    status: 'Approved',
    applicantName: `${primary.firstName} ${primary.lastName}`,
    createdAt: now.toISOString(),
  };
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'application',
      text: 'insert into floor.application (id, "workspaceId", "templateId", status, answers, "createdAt") values ($1, $2, $3, $4, $5, $6)',
      values: [id, workspaceId, templateId, 'Submitted', JSON.stringify(answers), now],
    });
    await client.query({
      name: 'applicant',
      text: 'insert into floor.applicant (id, "applicationId", type, "firstName", "lastName", email) values ($1, $2, $3, $4, $5, $6)',
      values: [randomUUID(), id, primary.type, primary.firstName, primary.lastName, primary.email],
    });
    const numbers = Array.from({ length: steps }, (_, i) => i);
    await client.query({
      name: 'steps',
      text: 'insert into floor.step (id, "applicationId", position, name, state, "endedAt") select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::timestamptz[])',
      values: [
        numbers.map(() => randomUUID()),
        numbers.map(() => id),
        numbers,
        numbers.map((i) => `Step ${i}`),
        numbers.map((i) => (i === steps - 1 ? 'skipped' : 'passed')),
        numbers.map(() => now),
      ],
    });
    const events = ['submitted', 'step', 'step', 'step', 'changed'];
    await client.query({
      name: 'events',
      text: 'insert into floor.event (id, "applicationId", type, payload, at) select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[])',
      values: [
        events.map(() => randomUUID()),
        events.map(() => id),
        events,
        events.map(() => JSON.stringify(row)),
        events.map(() => now),
      ],
    });
    await client.query({
      name: 'status',
      text: 'update floor.application set status = $2, "decidedAt" = $3 where id = $1',
      values: [id, 'Approved', now],
    });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  broker.publish(
    { cmd: 'publish', topic, qos: 0, dup: false, retain: false, payload: JSON.stringify(row) },
    () => undefined,
  );
  return reply.code(201).send({ ...row, applicants, answers });
});

app.get<{ Querystring: { limit?: string } }>('/api/v1/applications', async (request) => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'page',
    text: 'select * from floor.application order by "createdAt" desc, id desc limit $1',
    values: [Number(request.query.limit ?? 50)],
  });
  const ids = rows.map((row) => row.id);
  const applicants = await pool.query<{ applicationId: string }>({
    name: 'applicants',
    text: 'select * from floor.applicant where "applicationId" = any($1)',
    values: [ids],
  });
  const parts = await pool.query<{ applicationId: string }>({
    name: 'parts',
    text: 'select * from floor.step where "applicationId" = any($1) order by position',
    values: [ids],
  });
  return rows.map((row) => ({
    ...row,
    applicants: applicants.rows.filter((one) => one.applicationId === row.id),
    steps: parts.rows.filter((one) => one.applicationId === row.id),
  }));
});

/** Fills up to a number of applications. */
app.post<{ Querystring: { rows: string } }>('/fill', async (request) => {
  await pool.query(
    `with a as (
       insert into floor.application (id, "workspaceId", "templateId", status, answers, "createdAt", "decidedAt")
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Approved', '{"amount": 25000, "purpose": "CAR"}', now() - make_interval(secs => n), now()
       from generate_series(1, greatest(0, $1::int - (select count(*)::int from floor.application))) n returning id),
     b as (insert into floor.applicant select gen_random_uuid(), id, 'PRIMARY', 'Ada', 'Byron', 'ada@example.org' from a)
     insert into floor.step select gen_random_uuid(), id, s, 'Step', 'passed', now() from a, generate_series(0, $2::int - 1) s`,
    [Number(request.query.rows), steps],
  );
  await pool.query('analyze floor.application, floor.applicant, floor.step');
  return { ok: true };
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : null }));
process.on('SIGTERM', () => process.exit(0));
