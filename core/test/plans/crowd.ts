/**
 * Rows of others around what a furnished bank has: as many as real organizations have, and none that its people may
 * see.
 */
import pg from 'pg';
import type { TestPlatform } from '@dossier/core/testing';
import { tables as tableKind } from '../../facilities/database/kinds.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Rows in the tables that grow with applications, and in all others. */
export interface Crowd {
  readonly many: number;
  readonly some: number;
}

const growing: ReadonlySet<string> = new Set([
  'answer_revision',
  'application',
  'applicant',
  'application_term',
  'assignee',
  'document',
  'event',
  'workflow_step',
]);

/**
 * The administrators of an organization see all of these, so that the crowd has its own in organizations of its own.
 */
const seenByAdmins: ReadonlySet<string> = new Set([
  'team',
  'team_role',
  'team_workspace',
  'user_team',
  'workspace',
  'workspace_feature',
  'role_grant',
  'role_grant_change',
  'template',
  'template_version',
  'api_key',
  'user_profile_schema',
  'organization',
  'organization_address',
  'setting',
]);

/** How many of the crowd share one of these; every other identifier is a row's own. */
const shared: readonly (readonly [RegExp, number])[] = [
  [/^workspaceId$/, 50],
  [/^(templateId|teamId|sharedWithTeamId|teamRoleId)$/, 200],
  [
    /^(userId|ownerId|actorId|sourceId|sourceUserId|targetUserId|decidedById|requestedBy\w*|createdBy\w*|savedBy)$/,
    2_000,
  ],
];

/** Columns that hide a row from all but one person, and how. */
const hidden: Readonly<Record<string, string>> = { personal: 'true', visibility: "'private'" };

interface Column {
  readonly name: string;
  readonly type: string;
  /** In a unique index that has no other identifier to tell copies apart. */
  readonly telling: boolean;
}

/**
 * Copies what each table of the plan has, by set, with identifiers of its own: a copy belongs to other people and
 * applications in other workspaces of the same organization, every second one in other organizations. Times are spread.
 * `url` is of a superuser, who is not held by row-level security. Analysed at the end.
 */
export async function crowdIn(
  url: string,
  { kernel }: Pick<TestPlatform, 'kernel'>,
  { many, some }: Crowd,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Keys to other tables hold by themselves: the same number makes the same identifier everywhere.
    await client.query('set session_replication_role = replica');
    const tables = [...new Set([...kernel.plan.inventory.of(tableKind).map(({ name }) => name), 'event'])];
    for (const table of tables) {
      const columns = await columnsOf(client, table);
      // What has no identifier is a position or a setting of the installation.
      if (!columns.some(({ type }) => type === 'uuid')) continue;
      const rows = growing.has(table) ? many : some;
      const copies = async (values: readonly string[]): Promise<unknown> =>
        client.query(
          `insert into ${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(', ')}) overriding system value
        select ${values.join(', ')} from (select *, row_number() over () as "row", count(*) over () as "rows" from ${quoted(table)} limit 40) s
        cross join lateral (select n from generate_series(1, $1::int) n where n % least(s."rows", 40) = s."row" - 1) c on conflict do nothing`,
          [rows],
        );
      await copies(columns.map((column) => valueOf(table, column)));
      // What others keep for themselves, in the place where the reader is.
      const kept = columns.find(({ name }) => Object.hasOwn(hidden, name))?.name;
      if (kept !== undefined)
        await copies(
          columns.map((column) =>
            column.name === kept
              ? hidden[kept]!
              : /^(organizationId|workspaceId)$/.test(column.name)
                ? `s.${quoted(column.name)}`
                : valueOf(table, column, "'kept' || c.n"),
          ),
        );
    }
    // From all rows: a sample would make the plans of one run other than those of the next.
    await client.query('set default_statistics_target = 1000');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

function valueOf(table: string, { name, type, telling }: Column, copy = 'c.n'): string {
  const own = `s.${quoted(name)}`;
  const of = shared.find(([names]) => names.test(name))?.[1];
  const number = of === undefined ? copy : `(c.n % ${of})`;
  const other = `md5(${own}::text || ${number})::uuid`;
  if (name === 'organizationId' || (table === 'organization' && name === 'id'))
    return seenByAdmins.has(table)
      ? `md5(${own}::text || (c.n % 50))::uuid`
      : `case when c.n % 2 = 0 then ${own} else md5(${own}::text || (c.n % 50))::uuid end`;
  // All who follow the log have read it: it is as old as the first transactions.
  if (type === 'xid8') return "'3'::xid8";
  if (type === 'uuid') return other;
  // A patent has relatives by the dozen, and not thousands.
  if (table === 'patent' && name === 'family') return `${own} || (c.n % 400)`;
  if (type === 'timestamptz') return `${own} - c.n * interval '1 minute'`;
  if (type === 'text')
    return `case when ${own} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${other}::text else ${own}${telling ? ` || ${copy}` : ''} end`;
  return telling && /^(integer|bigint|smallint)$/.test(type) ? `${own} + c.n` : own;
}

async function columnsOf(client: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `
    select a.attname as name, format_type(a.atttypid, null) as type, exists (
      select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey) and not exists (
        select from pg_attribute o where o.attrelid = i.indrelid and o.attnum = any(i.indkey) and o.atttypid = 'uuid'::regtype and o.attname <> 'organizationId')) as telling
    from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '' order by a.attnum`,
    [quoted(table)],
  );
  return rows.map((row) => ({ ...row, type: row.type === 'timestamp with time zone' ? 'timestamptz' : row.type }));
}
