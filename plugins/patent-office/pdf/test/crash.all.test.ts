/** The process dies at each of the writes of a run, before it is committed or after; the next run goes on. */
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { FileRecords, Files } from '@dossier/core/platform/files/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { Http } from '@dossier/sdk';
import type { Database } from '@dossier/sdk';
import { createAsking } from '../../asking.ts';
import { createBook } from '../../credits/book.ts';
import { periodsBy } from '../../credits/period.ts';
import type { PatentTables } from '../../entities.ts';
import { clientOf } from '../../office.ts';
import type { DocumentJob } from '../fetching.ts';
import { createPdf } from '../service.ts';
import { picturesAtOffice, picturesOf, spent, stage } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const { access } = await s.office('acme');
const { signal } = new AbortController();
const NUMBER = 'EP3549733B8';
const PAGES = 2;

interface Death {
  /** At which of its writes, from 1; never where it is 0. */
  readonly at: number;
  readonly when: 'before' | 'after';
}

/** All that a process has, until it dies: then nothing of it reaches the database any more. */
function begun(death: Death) {
  const state = { writes: 0, isDead: false };
  const alive = (): void => {
    if (state.isDead) throw new Error('This process is dead.');
  };
  const die = (): never => {
    state.isDead = true;
    throw new Error('This process dies.');
  };
  const database: Database = {
    alone: s.database.alone,
    read: async (reader, work, stop) => {
      alive();
      return await s.database.read(reader, work, stop);
    },
    write: async (reader, work) => {
      alive();
      state.writes += 1;
      const isLast = state.writes === death.at;
      const done = await s.database.write(reader, async (tx) => {
        const result = await work(tx);
        return isLast && death.when === 'before' ? die() : result;
      });
      return isLast ? die() : done;
    },
    lookUp: (work) => s.database.lookUp(work),
    stream: (reader, size, query, stop) => s.database.stream(reader, size, query, stop),
    attempt: (work) => s.database.attempt(work),
    afterCommit: (run) => s.database.afterCommit(run),
  };
  const { clock, platform, ops } = s;
  const book = createBook({
    database,
    clock,
    periodOf: periodsBy(platform.service(Tenancy), clock),
    usual: 1_000,
    spent: async () => undefined,
  });
  const asking = createAsking({
    database,
    clock,
    book,
    signal,
    pause: async (milliseconds) => clock.advance(milliseconds),
  });
  const client = clientOf(
    { http: platform.service(Http), clock, signal, base: ops.url },
    { base: ops.url, key: ops.key, secret: ops.secret },
  );
  const jobs: DocumentJob[] = [];
  const pdf = createPdf({
    database,
    clock,
    asking,
    files: platform.service(Files),
    records: platform.service(FileRecords),
    office: async () => client,
    limit: async () => Number.MAX_SAFE_INTEGER,
    enqueue: async (_access, payload) => {
      alive();
      jobs.push(payload);
    },
    tell: () => undefined,
  });
  return { pdf, book, jobs, state };
}
type Process = ReturnType<typeof begun>;

const run = (process: Process, payload: DocumentJob): Promise<void> =>
  process.pdf.work({ id: 'job', payload, attempt: 1, last: false, signal, access });

/** Calls of the office for a page. */
const calls = (): number => s.ops.calls().filter(({ path }) => path.includes('/images/')).length;

/** What is kept of documents goes, so that the next one begins from nothing. */
const forget = (): Promise<unknown> =>
  s.database.write(access, (tx) =>
    tx.sql<PatentTables>().deleteFrom('patent_document').where('organizationId', '=', access.organization).execute(),
  );

/** False when the process would not have died. */
async function survives(t: Test, { at, when }: Death): Promise<boolean> {
  await forget();
  s.clock.advance(60_000);
  const before = { used: await spent(s, access), calls: calls() };
  const whole = begun({ at: 0, when: 'before' });
  await whole.pdf.documents.start(access, NUMBER);
  const [payload] = whole.jobs;
  if (!payload) throw new Error('Nothing was begun.');

  const dying = begun({ at, when });
  await run(dying, payload).catch(() => undefined);
  // The queue hands the job out again, and what the dead one held is nobody's after a while.
  s.clock.advance(11 * 60_000);
  const next = begun({ at: 0, when: 'before' });
  await next.book.sweep();
  await run(next, payload);

  const name = `write ${at}, ${when} its commit`;
  t.match(await next.pdf.documents.state(access, NUMBER), { of: PAGES, isWhole: true, isRunning: false }, name);
  const [used, asked] = [(await spent(s, access)) - before.used, calls() - before.calls];
  // A call is written down right before it is sent: who dies in between counts what nobody was asked.
  const isUnsent = when === 'after' && used === asked + 1;
  t.ok(used === asked || isUnsent, `${name}: ${used} credits for ${asked} calls`);
  t.ok(
    asked >= PAGES && asked <= PAGES + 1,
    `${name}: no page is asked for again but the one in the middle of which it died`,
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await next.pdf.content(access, NUMBER)).bytes) chunks.push(chunk);
  t.strictSame(await picturesOf(Buffer.concat(chunks)), office, name);
  return dying.state.isDead;
}

let office: readonly string[] = [];
t.before(async () => {
  office = await picturesAtOffice(s, 'EP/3549733/B8', PAGES);
  // Which pages there are is asked once, and not what is looked at here.
  await begun({ at: 0, when: 'before' }).pdf.documents.start(access, NUMBER);
});

for (const when of ['before', 'after'] as const)
  t.test(`it dies ${when} a commit`, async (t) => {
    let at = 1;
    while (await survives(t, { at, when })) at += 1;
    t.ok(at > 8, `${at - 1} writes`);
  });
