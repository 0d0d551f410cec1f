/**
 * The platform as `core/start.js` runs it, on a PostgreSQL driver that kills the process at a chosen statement. Started
 * by a test only.
 *
 * While the file that KILL_POINT names exists, statements of writing transactions of an organization are counted and
 * noted in `{file}.log`: what a submission and its steps write, and nothing of the clockwork behind. Before statement
 * `at` the process dies as by a power cut; with `after`, when it was done. With `of` only statements are counted that
 * have this in them; without it, none of the transactions of those who read the log behind, since these come between
 * as a machine has time for them.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env['KILL_POINT'] ?? '';
/** Connections on which such a transaction is open. */
const inside = new WeakSet<object>();
/** Those on which it has had no statement yet. */
const opening = new WeakSet<object>();
/** What transactions of those who read the log behind open with. */
const behind = /^update "(notice|correction_round)"/;
let count = 0;

interface KillPoint {
  readonly at: number;
  readonly after: boolean;
  readonly of?: string;
}

function wanted(): KillPoint | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string'
    ? statement
    : typeof statement === 'object' && statement !== null && 'text' in statement && typeof statement.text === 'string'
      ? statement.text
      : '';

const { query } = pg.Client.prototype;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: readonly unknown[]): unknown {
    const text = textOf(args[0]);
    // A begin leaves together with what follows it, so it is no point of its own.
    if (/^begin; set local role app_rw; set local app\.org_id = '[^']/.test(text)) {
      inside.add(this);
      opening.add(this);
      return Reflect.apply(query, this, args);
    }
    // That a key was used is noted now and then, and in addition: counted, it would shift every number.
    if (text.includes('"api_key"')) inside.delete(this);
    const named = inside.has(this) ? wanted() : null;
    const isBehind = opening.delete(this) && named?.of === undefined && behind.test(text);
    if (isBehind) inside.delete(this);
    const point = isBehind ? null : named;
    if (/^(commit|rollback)/.test(text)) inside.delete(this);
    if (!point || !text.includes(point.of ?? '')) return Reflect.apply(query, this, args);
    const number = (count += 1);
    appendFileSync(`${file}.log`, `${text.replaceAll(/\s+/g, ' ').slice(0, 100)}\n`);
    if (number !== point.at) return Reflect.apply(query, this, args);
    if (!point.after) process.kill(process.pid, 'SIGKILL');
    // The platform is answered by callback (core/facilities/database/postgres.ts).
    return Reflect.apply(query, this, [args[0], () => process.kill(process.pid, 'SIGKILL')]);
  },
});

const { main } = await import('../../core/main.ts');
await main({ from: 'sources', said: 'Runs the sources.', plugins: {} });
