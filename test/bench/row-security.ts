import pg from 'pg';

/**
 * Switches the row-level security of every table that has policies, as the owner; only the benchmark's own database is
 * ever without.
 */
export async function rowSecurity(superUrl: string, state: 'enable' | 'disable'): Promise<void> {
  const owner = new pg.Client({ connectionString: superUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select distinct quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_policies where schemaname = 'public'`,
    );
    for (const { name } of rows) await owner.query(`alter table ${name} ${state} row level security`);
  } finally {
    await owner.end();
  }
}
