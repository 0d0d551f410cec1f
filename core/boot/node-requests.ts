/**
 * What a command asks of the nodes that serve: on PostgreSQL a row, which a NOTIFY tells of at once, answered by a row
 * of each node; on the embedded database, which has one process, by the socket of its lock.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { globalTable, systemClock } from '@dossier/sdk';
import type { Clock, Log, Migration } from '@dossier/sdk';
import type { OpenDatabase } from '../facilities/database/index.ts';
import { createLoop } from '../facilities/events/index.ts';
import type { Host } from '../kernel/index.ts';
import { reasonOf } from '../kernel/errors.ts';

const NodeRequest = defineEntity({
  name: 'NodeRequest',
  tableName: 'node_request',
  properties: {
    id: p.uuid().primary(),
    action: p.text(),
    plugin: p.text().nullable(),
    at: p.datetime(),
  },
});
const NodeAnswer = defineEntity({
  name: 'NodeAnswer',
  tableName: 'node_answer',
  properties: {
    request: p.uuid().primary(),
    node: p.text().primary(),
    answer: p.text().nullable(),
  },
});
const every = ['select', 'insert', 'update', 'delete'] as const;
const why = 'What an operator asks of a node belongs to no organization.';

export const nodeRequestTables = [
  globalTable(NodeRequest, { why, jobsMay: every, appMay: [] }),
  globalTable(NodeAnswer, { why, jobsMay: every, appMay: [] }),
];

export const nodeRequestMigrations: readonly Migration[] = [
  {
    id: '0007-node-requests',
    async up(run) {
      await run(
        'create table "node_request" ("id" uuid primary key, "action" text not null, "plugin" text, "at" timestamptz not null default now())',
      );
      await run(
        'create table "node_answer" ("request" uuid not null references "node_request" on delete cascade, "node" text not null, "answer" text, primary key ("request", "node"))',
      );
    },
  },
];

/** What is asked: the states of all plugins, or that one is set up anew. */
export type Asked = { readonly action: 'list' } | { readonly action: 'restart'; readonly plugin: string };

/** What one node says: lines for a person, and whether it went well. */
export interface NodeAnswer {
  readonly node: string;
  readonly isOk: boolean;
  readonly lines: readonly string[];
}

/** How this process is called in answers. */
const self = (): string => `process ${process.pid} on ${hostname()}`;

/** Does here what is asked. Never rejects. */
async function answerHere(host: Host, asked: Asked): Promise<NodeAnswer> {
  const reasons = (): readonly string[] => {
    const why = host.reasons();
    return [...host.states()].map(([id, { state }]) => `${id}  ${state}${why[id] === undefined ? '' : `  ${why[id]}`}`);
  };
  try {
    if (asked.action === 'list') return { node: self(), isOk: true, lines: reasons() };
    await host.restart(asked.plugin);
    return { node: self(), isOk: true, lines: [`${asked.plugin} was set up anew.`] };
  } catch (error) {
    return { node: self(), isOk: false, lines: [reasonOf(error)] };
  }
}

const CHANNEL = 'dossier_node';
/** Milliseconds between two looks, for nodes that missed a notification; and how long a request counts. */
const LOOK = 5_000;
const LIFETIME = "interval '1 minute'";

/** Answers as long as it runs. The returned function ends it. */
export function answerNodes(o: {
  readonly database: OpenDatabase;
  readonly host: Host;
  readonly log: Log;
  readonly clock?: Clock;
}): () => void {
  const { database, host } = o;
  if (!database.observer) {
    database.onAsked(async (text) => JSON.stringify(await answerHere(host, JSON.parse(text) as Asked)));
    return () => database.onAsked(undefined);
  }
  const node = `${self()} ${randomUUID().slice(0, 8)}`;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const found = await database.systemTransaction('app_jobs', async (tx) => {
      await sql`delete from node_request where at < now() - 5 * ${sql.raw(LIFETIME)}`.execute(tx.sql());
      const { rows } = await sql<{ id: string; action: 'list' | 'restart'; plugin: string }>`
        with mine as (insert into node_answer (request, node) select id, ${node} from node_request
          where at > now() - ${sql.raw(LIFETIME)} on conflict do nothing returning request)
        select r.id::text as id, r.action, r.plugin from node_request r join mine on mine.request = r.id`.execute(
        tx.sql(),
      );
      return rows;
    });
    for (const { id, ...asked } of found) {
      const answer = JSON.stringify({ ...(await answerHere(host, asked)), node });
      await database.systemTransaction('app_jobs', (tx) =>
        sql`update node_answer set answer = ${answer} where request = ${id}::text::uuid and node = ${node}`.execute(
          tx.sql(),
        ),
      );
    }
  };
  const lookNow = (): void => {
    looking ??= look()
      .catch((error: unknown) => o.log.warn({ err: error }, 'What is asked of this node could not be looked up.'))
      .finally(() => (looking = undefined));
  };
  const deaf = database.observer.listen(CHANNEL, lookNow);
  const loop = createLoop(async (signal) => {
    lookNow();
    await (o.clock ?? systemClock).wait(LOOK, signal);
  });
  loop.start();
  return () => {
    void loop.stop();
    deaf();
  };
}

/**
 * Asks all nodes on a PostgreSQL. Resolves when those that have heard of it within `patience` milliseconds are done.
 */
export async function askNodes(
  database: OpenDatabase,
  asked: Asked,
  o: { readonly patience: number; readonly most: number; readonly wait: (ms: number) => Promise<void> },
): Promise<readonly NodeAnswer[]> {
  const id = randomUUID();
  const plugin = asked.action === 'restart' ? asked.plugin : null;
  await database.systemTransaction('app_jobs', async (tx) => {
    await sql`insert into node_request (id, action, plugin) values (${id}::text::uuid, ${asked.action}, ${plugin})`.execute(
      tx.sql(),
    );
    await sql`select pg_notify(${CHANNEL}, ${id})`.execute(tx.sql());
  });
  for (let waited = 0; ; waited += 200) {
    await o.wait(200);
    const { rows } = await database.systemTransaction('app_jobs', (tx) =>
      sql<{
        answer: string | null;
      }>`select answer from node_answer where request = ${id}::text::uuid order by node`.execute(tx.sql()),
    );
    const isDone = rows.every(({ answer }) => answer !== null);
    if ((waited >= o.patience && isDone) || waited >= o.most)
      return rows.flatMap(({ answer }) => (answer === null ? [] : [JSON.parse(answer) as NodeAnswer]));
  }
}
