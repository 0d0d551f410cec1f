import pg from 'pg';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** SQL for a column of the copies; `s` is the row that is copied, `c` its copy. */
type Made = Readonly<Record<string, string>>;

/** What autovacuum does after a minute. */
export const analyze = (url: string): Promise<void> =>
  asOwner(url, async (client) => {
    await client.query('analyze');
  });

/**
 * Fills the platform's table of applications up to `rows`, by copying one application with everything that refers to it
 * (applicants, workflow steps). `url` is of a superuser: row-level security would hide the rows from anybody else.
 */
export async function fillApplications(url: string, source: string, rows: number): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query(
      'create temporary table copy as select n, gen_random_uuid() as id from generate_series(1, greatest(0, $1::int - (select count(*)::int from application))) n',
      [rows],
    );
    await copy(
      client,
      'application',
      's.id = $1',
      {
        id: 'c.id',
        number: `'1999-' || lpad(c.n::text, 6, '0')`,
        createdAt: 's."createdAt" - make_interval(secs => c.n)',
      },
      [source],
    );
    for (const { table, column } of await referring(client))
      await copy(client, table, `s.${quoted(column)} = $1`, { id: 'gen_random_uuid()', [column]: 'c.id' }, [source]);
    await client.query('analyze');
  });
}

/**
 * Makes `rows` applications of a few that have been worked on, in turn: each copy has steps, documents, people and
 * events of its own, as the platform wrote them, moved to a moment within the last `days` and stretched to as long as
 * such work takes. Events are given the age of the first transactions, so that followers of the log have read them.
 * Leaves the database at rest.
 */
export async function fillHistory(
  url: string,
  sources: readonly string[],
  { rows, days }: { rows: number; days: number },
): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query(
      `create temporary table copy as
      select n, ($1::uuid[])[1 + n % array_length($1::uuid[], 1)] as source, md5('application' || n)::uuid as id, now() - make_interval(secs => ($2::int - n) * $3 * 86400.0 / $2::int) as start, 3600 * (2 + n::bigint * 48271 % 97) as stretch
      from generate_series(1, $2::int) n`,
      [sources, rows, days],
    );
    await client.query('alter table copy add origin timestamptz');
    await client.query('update copy set origin = a."createdAt" from application a where a.id = copy.source');
    const names = `(array['Ada', 'Björn', 'Ελένη', 'Иван', 'Zoë', 'Łukasz', 'Nguyễn', 'Grace'])[1 + c.n % 8] || ' ' || (array['Okafor', 'Müller', 'Παπαδοπούλου', 'Петров', 'Ångström', 'García'])[1 + c.n / 8 % 6]`;
    await copy(client, 'application', 's.id = c.source', {
      id: 'c.id',
      number: `'2000-' || lpad(c.n::text, 6, '0')`,
      applicantName: names,
    });
    for (const { table, column } of await referring(client))
      await copy(client, table, `s.${quoted(column)} = c.source`, { id: own('s.id'), [column]: 'c.id' });
    await copy(client, 'event', `s."subjectType" = 'application' and s."subjectId" = c.source::text`, {
      id: own('s.id'),
      subjectId: 'c.id::text',
      xid: "'3'::xid8",
      payload: `case when s.payload ? 'documentId' then s.payload || jsonb_build_object('documentId', ${own("(s.payload ->> 'documentId')")}) else s.payload end`,
    });
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

/** The same for the same row and copy wherever it is named. */
const own = (id: string): string => `md5(${id}::text || c.n)::uuid`;

/** As a superuser. */
export async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Tables that refer to an application, and the column that holds its id. Workflow steps, and what was answered
 * for them, do so without a foreign key: they know it by that name only.
 */
export async function referring(client: pg.Client): Promise<readonly { table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select k.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) as pair(own, theirs)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
    join pg_attribute f on f.attrelid = k.confrelid and f.attnum = pair.theirs
    where k.contype = 'f' and k.confrelid = 'application'::regclass and f.attname = 'id'
    union
    select 'workflow_step', 'applicationId'
    union
    select 'workflow_outside_answer', 'applicationId'`);
  return rows;
}

/**
 * Copies rows of a table once for each row of the temporary table `copy`, in the order of its `n`. Times move with the
 * copy when it has a start of its own.
 */
export async function copy(
  client: pg.Client,
  table: string,
  where: string,
  made: Made,
  values?: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string; time: boolean }>(
    "select attname as name, atttypid = 'timestamptz'::regtype as time from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '' order by attnum",
    [table],
  );
  const shown = rows.map(
    ({ name, time }) =>
      made[name] ??
      (time && values === undefined ? `c.start + (s.${quoted(name)} - c.origin) * c.stretch` : `s.${quoted(name)}`),
  );
  await client.query(
    `insert into ${table} (${rows.map(({ name }) => quoted(name)).join(', ')}) select ${shown.join(', ')} from ${table} s cross join copy c where ${where} order by c.n`,
    values ? [...values] : [],
  );
}
