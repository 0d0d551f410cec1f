import type { Transaction } from '@dossier/sdk';
import { sql } from 'kysely';

/** The last entry of a chain, as far as it was sealed. `number` counts from 1. */
export interface NewestEntry {
  readonly organizationId: string;
  readonly number: number;
  readonly link: string;
}

/** From one organization to the next by the index: `distinct` would read every entry there is. */
const all = sql`with recursive o(id) as (
  (select "organizationId" from seal_entry order by "organizationId" limit 1)
  union all select (select s."organizationId" from seal_entry s where s."organizationId" > o.id order by s."organizationId" limit 1) from o where o.id is not null
)`;

/**
 * The newest entry of each of these chains, or of all; organizations without a chain are left out. Reads a row of each.
 */
export async function newestEntries(
  tx: Transaction,
  organizations: readonly string[] | 'all',
): Promise<readonly NewestEntry[]> {
  const some = sql`with o as (select id::uuid from json_array_elements_text(${JSON.stringify(organizations)}::text::json) as given(id))`;
  const found = await sql<{
    organizationId: string;
    number: string;
    link: string;
  }>`${organizations === 'all' ? all : some}
    select o.id::text as "organizationId", s.number::text as number, s.link from o
    join lateral (select e.number, e.link from seal_entry e where e."organizationId" = o.id order by e.number desc limit 1) s on true`.execute(
    tx.sql(),
  );
  return found.rows.map(({ organizationId, number, link }) => ({ organizationId, number: Number(number), link }));
}
