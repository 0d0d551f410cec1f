/**
 * What PostgreSQL did for a request, as it says itself: `auto_explain` writes `explain (analyze, buffers, format json)`
 * of every statement that was served.
 */
import pg from 'pg';

export interface Statement {
  readonly text: string;
  /** Rows that were looked at in tables and indexes, those included that a filter left out. */
  readonly read: number;
  /** Where. */
  readonly scans: string;
  /** Pages of 8 kB that were looked at. */
  readonly pages: number;
}

/** Settings of a server that tells its plans, beyond those of the database. */
export const telling: readonly string[] = [
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_rotation_size=0',
  'log_rotation_age=0',
  'fsync=off',
];

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Node[];
}

/** A table of so many pages is rightly read whole: an index would cost as many. */
const SMALL = 8;
const isSmall = (node: Node): boolean =>
  node['Node Type'] === 'Seq Scan' &&
  (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0) <= SMALL * node['Actual Loops'];

const readBy = (node: Node): number => {
  const own =
    /Scan$/.test(node['Node Type']) &&
    !/^(CTE|Subquery|Function|Values|Result)/.test(node['Node Type']) &&
    !isSmall(node)
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops']
      : 0;
  return own + (node.Plans ?? []).reduce((sum, inner) => sum + readBy(inner), 0);
};

const scansOf = (node: Node): string[] => [
  ...(readBy({ ...node, Plans: [] }) > 0
    ? [`${node['Relation Name'] ?? ''} ${node['Index Name'] ?? node['Node Type']} ${readBy({ ...node, Plans: [] })}`]
    : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** Reads the plans of a database whose sessions begin after this. Null where the server cannot tell them. */
export async function plansOf(
  url: string,
): Promise<{ since(): Promise<readonly Statement[]>; stop(): Promise<void> } | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  try {
    await client.query("load 'auto_explain'");
  } catch {
    await client.end();
    return null;
  }
  for (const [setting, value] of Object.entries({
    session_preload_libraries: 'auto_explain',
    log_min_messages: 'log',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
  }))
    await client.query(`alter database "${name}" set ${setting} = '${value}'`);
  let place = 0;
  let marks = 0;
  return {
    /** What was served since the last call. */
    async since() {
      // An answer comes before the end of what it was read in, and that is when the plan is reported.
      while (
        (
          await client.query(
            "select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
          )
        ).rows.length > 0
      );
      const mark = `mark ${++marks} of ${name}`;
      await client.query(`set log_min_messages = log; do $$ begin raise log '${mark}'; end $$`);
      for (;;) {
        const text =
          (
            await client.query<{ text: string }>(
              "select pg_read_file(pg_current_logfile('jsonlog'), $1, 1 << 28) as text",
              [place],
            )
          ).rows[0]?.text ?? '';
        // The collector writes a line as a whole, but may not have come to ours yet.
        const end = text.indexOf('\n', text.includes(mark) ? text.indexOf(mark) : text.length);
        if (end < 0) continue;
        const written = text.slice(0, end + 1);
        place += Buffer.byteLength(written);
        return written
          .split('\n')
          .filter((line) => line.includes('plan:\\n'))
          .flatMap((line) => statementIn(line, name));
      }
    },
    stop: () => client.end(),
  };
}

function statementIn(line: string, database: string): Statement[] {
  const { message, dbname } = JSON.parse(line) as { message: string; dbname: string };
  if (dbname !== database) return [];
  const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(message.indexOf('{'))) as {
    'Query Text': string;
    Plan: Node;
  };
  return [
    {
      text,
      read: readBy(plan),
      scans: scansOf(plan).join(', '),
      pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    },
  ];
}
