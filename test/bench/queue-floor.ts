/**
 * The floor of the queue: the same rows, total and counts from the same PostgreSQL by Fastify and pg alone, without
 * sign-in, gates and tenants. DATABASE_URL comes by the environment; its port goes out as one line of JSON.
 */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const app = Fastify();

/** As the platform counts the views of the queue. */
const MOST = 1_000;
const mine = `exists (select from floor.assignee s where s."applicationId" = a.id and s.open and s."userId" = $1)`;
const views: Readonly<Record<string, string>> = {
  mine: `"decidedAt" is null and ${mine}`,
  unassigned: '"decidedAt" is null and not assigned',
  waiting: '"decidedAt" is null and "waitingSince" is not null',
  overdue: '"decidedAt" is null and "waitingSince" is null and "dueAt" < now()',
  open: '"decidedAt" is null',
  decided: '"decidedAt" is not null',
  all: 'true',
};
const values = (view: string, officer: string): string[] => (view === 'mine' ? [officer] : []);
interface Query {
  readonly officer: string;
}

app.get<{ Params: { view: string }; Querystring: Query }>('/queue/:view', async ({ params: { view }, query }) => {
  const [page, counted] = await Promise.all([
    pool.query<Record<string, unknown>>({
      name: `page-${view}`,
      text: `select id, number, "workspaceId", "templateId", "templateName", status, "applicantName", amount, currency, "sourceKind", "sourceId", "sourceName", "createdAt", "updatedAt",
          "decidedAt", "dueAt", "waitingSince", "waitingUntil", version,
          (select coalesce(json_agg(s."userId" order by s."assignedAt", s."userId"), '[]'::json) from floor.assignee s where s."applicationId" = a.id) as assignees
        from floor.application a where ${views[view]} order by "createdAt" desc, id desc limit 51`,
      values: values(view, query.officer),
    }),
    pool.query<{ total: string }>({
      name: `total-${view}`,
      text: `select count(*) as total from floor.application a where ${views[view]}`,
      values: values(view, query.officer),
    }),
  ]);
  const rows = page.rows.slice(0, 50).map(({ sourceKind: kind, sourceId: id, sourceName: name, ...row }) => ({
    ...row,
    source: { kind, id, name },
  }));
  const last = rows.at(-1);
  const next =
    page.rows.length > 50 && last
      ? Buffer.from(JSON.stringify([Reflect.get(last, 'createdAt'), Reflect.get(last, 'id')])).toString('base64url')
      : null;
  return { rows, next, total: Number(counted.rows[0]?.total) };
});

const counts = `select ${Object.entries(views)
  .map(
    ([view, where]) =>
      `(select count(*) from (select from floor.application a where ${where} limit ${MOST}) s)::int as ${view}`,
  )
  .join(', ')}`;
app.get<{ Querystring: Query }>('/counts', async ({ query }) => {
  const { rows } = await pool.query<Record<string, number>>({ name: 'counts', text: counts, values: [query.officer] });
  return rows[0];
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : null }));
process.on('SIGTERM', () => process.exit(0));
