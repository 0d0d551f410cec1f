import pg from 'pg';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Fills the platform's table of applications up to `rows`, by copying one application with everything that refers to it
 * (applicants, workflow steps). `url` is of a superuser: row-level security would hide the rows from anybody else.
 */
export async function fillApplications(url: string, source: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("create temporary table copy as select n, gen_random_uuid() as id from generate_series(1, greatest(0, $1::int - (select count(*)::int from application))) n", [rows]);
    await copy(client, 'application', 's.id = $1', { id: 'c.id', createdAt: 's."createdAt" - make_interval(secs => c.n)' }, source);
    for (const { table, column } of await referring(client)) await copy(client, table, `s.${quoted(column)} = $1`, { id: 'gen_random_uuid()', [column]: 'c.id' }, source);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Tables that refer to an application, and the column that holds its id. Workflow steps do so without a foreign key: they know it by that name only. */
async function referring(client: pg.Client): Promise<readonly { table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select k.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) as pair(own, theirs)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
    join pg_attribute f on f.attrelid = k.confrelid and f.attnum = pair.theirs
    where k.contype = 'f' and k.confrelid = 'application'::regclass and f.attname = 'id'
    union
    select 'workflow_step', 'applicationId'`);
  return rows;
}

async function copy(client: pg.Client, table: string, where: string, made: Readonly<Record<string, string>>, source: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '' order by attnum", [table]);
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => made[name] ?? `s.${quoted(name)}`);
  await client.query(`insert into ${table} (${columns.map(quoted).join(', ')}) select ${values.join(', ')} from ${table} s cross join copy c where ${where}`, [source]);
}
