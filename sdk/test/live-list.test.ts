import { mock } from 'node:test';
import { t } from '@dossier/core/testing/t';
import { ProblemError } from '@dossier/sdk/web';
import { LiveList } from '@dossier/sdk/web/ui/live-list';
import type { ListPage } from '@dossier/sdk/web/ui/live-list';
import { livePage, settled } from './live-page.ts';

t.before(() => mock.timers.enable({ apis: ['setTimeout'] }));
t.teardown(() => mock.timers.reset());

interface Row {
  readonly id: string;
  readonly at: number;
  readonly version: number;
}

const row = (at: number, version = 1): Row => ({ id: `r${at}`, at, version });
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'at' in value;
/** Rows `from` down to `to`, the greatest first. */
const rows = (from: number, to: number): readonly Row[] =>
  Array.from({ length: from - to + 1 }, (_, i) => row(from - i));

/** A list in a page, five rows to a page, at most eight at once, and the server that it reads. */
function placed(o: { readonly place?: boolean; readonly stored?: readonly Row[]; readonly atLeast?: number } = {}) {
  const page = livePage();
  /** How many rows each read asked for. */
  const reads: number[] = [];
  /** Answers wait here while the server is slow. */
  const held: (() => void)[] = [];
  const server = { stored: o.stored ?? rows(20, 1), fails: 0, isSlow: false };
  const reader = { atTop: true };
  const list = new LiveList<Row, { readonly least: number }>(page.element, {
    read: async ({ query: { least }, cursor, limit }) => {
      reads.push(limit);
      const all = server.stored.filter(({ at }) => at >= least);
      const behind = cursor === null ? all : all.filter(({ at }) => at < Number(cursor));
      const some = behind.slice(0, limit);
      const next = behind.length > limit ? String(some.at(-1)?.at) : null;
      const answer: ListPage<Row> = { rows: some, next, total: all.length };
      const { fails } = server;
      if (server.isSlow) await new Promise<void>((resolve) => held.push(resolve));
      if (fails) throw new ProblemError({ status: fails, code: 'x', title: 'X', detail: 'X.', errors: [] });
      return answer;
    },
    follow: () => [{ kind: 'own', type: 'row' }],
    hear: ({ data }) => (isRow(data) ? { row: data } : { again: true }),
    newer: (known, other) => (other.version > known.version ? other : known),
    ...(o.place
      ? {
          place: ({ least }) => ({
            atTop: () => reader.atTop,
            holds: ({ at }) => at >= least,
            compare: (a, b) => b.at - a.at,
          }),
        }
      : {}),
    pageSize: 5,
    maxRows: 8,
    atLeast: () => o.atLeast ?? 0,
    says: { joined: (count) => `${count} new`, changed: (before, { id }) => `${id} changed` },
  });
  const answer = async (): Promise<void> => {
    held.shift()?.();
    await settled();
  };
  const at = (): readonly number[] | undefined => list.rows?.map((one) => one.at);
  const waiting = (): readonly number[] => list.waiting.map((one) => one.at);
  return { ...page, list, reads, server, reader, answer, at, waiting };
}

/** The same, with its first page on screen. */
async function shown(o: Parameters<typeof placed>[0] = {}) {
  const one = placed(o);
  one.list.show({ least: 0 });
  await settled();
  return one;
}

const numbers = (from: number, to: number): readonly number[] => rows(from, to).map(({ at }) => at);

t.test('page by page, each row once, to the end', async (t) => {
  const { list, server, at } = await shown();
  t.same(at(), numbers(20, 16));
  t.equal(list.total, 20);
  const added = list.more();
  t.ok(list.isPaging);
  t.same(await list.more(), [], 'one page at a time');
  t.same(await added, rows(15, 11));
  t.notOk(list.isPaging);
  server.stored = [{ ...row(20), at: 9 }, ...rows(8, 1)];
  t.same(await list.more(), rows(8, 5), 'one that is on screen has moved there');
  await list.more();
  t.same(at(), [...numbers(20, 11), ...numbers(8, 1)]);
  t.notOk(list.hasMore);
});

t.test('a page that does not come says so, and comes on another try', async (t) => {
  const { list, server, at } = await shown();
  server.fails = 503;
  await list.more();
  t.match(list.moreError, { status: 503 });
  t.same(at(), numbers(20, 16));
  server.fails = 0;
  await list.more();
  t.equal(list.moreError, null);
  t.same(at(), numbers(20, 11));
});

t.test('another query drops the answer to the former one, and the page that was asked for', async (t) => {
  const { list, server, reads, answer, at } = placed();
  server.isSlow = true;
  list.show({ least: 0 });
  await settled();
  void list.again();
  list.show({ least: 18 });
  await settled();
  await answer();
  t.equal(at(), undefined);
  await answer();
  t.same(at(), [20, 19, 18]);
  t.equal(reads.length, 2, 'nor is asked what waited for its turn');
  list.show({ least: 1 });
  await settled();
  await answer();
  void list.more();
  list.show({ least: 2 });
  t.notOk(list.isPaging);
});

t.test('so many rows as it is to have at least are read without being asked for', async (t) => {
  const { list, server, reads, at } = await shown({ atLeast: 12 });
  t.same(at(), numbers(20, 6));
  const before = reads.length;
  await list.reload();
  server.fails = 503;
  await settled();
  t.match(list.moreError, { status: 503 });
  t.equal(reads.length - before, 3, 'one that did not come is not asked for over and over');
});

t.test('a look again brings all that is on screen as it is now, also what was asked for meanwhile', async (t) => {
  const { list, server, resync, pass, at } = await shown();
  await list.more();
  await list.more();
  server.stored = [...rows(22, 12), row(11, 2), ...rows(10, 1)];
  resync();
  void list.more();
  await pass(100);
  t.same(at(), numbers(22, 1));
  t.equal(list.rows?.[11]?.version, 2);
  t.equal(list.total, 22);
});

t.test('rows that are gone leave, those behind them come up, and it takes few reads', async (t) => {
  const { list, server, reads, resync, pass, at } = await shown();
  await list.more();
  const before = reads.length;
  server.stored = rows(17, 1);
  resync();
  await pass(100);
  t.same(at(), numbers(17, 8));
  t.equal(reads.length - before, 2);
  await list.more();
  t.same(at(), numbers(17, 3));
  server.stored = rows(17, 10);
  void list.again();
  t.same(await list.more(), []);
  t.same(at(), numbers(17, 10));
  t.notOk(list.hasMore);
  t.notOk(list.isPaging);
});

t.test('a look that fails leaves the rows and is had again, a refusal takes them away', async (t) => {
  const { list, server, resync, pass, at } = await shown({ place: true });
  server.fails = 503;
  resync();
  await pass(100);
  t.same(at(), numbers(20, 16));
  t.equal(list.error, null);
  server.fails = 0;
  server.stored = rows(21, 1);
  await pass(15_000);
  t.same(at(), numbers(21, 16));
  server.fails = 403;
  resync();
  await pass(100);
  t.equal(list.rows, null);
  t.match(list.error, { status: 403 });
  t.equal(list.total, null);
});

t.test('a row that a change brings takes the place of what is on screen, and an older one does not', async (t) => {
  const { list, server, reads, change, resync, pass, announced } = await shown();
  change(row(18, 2));
  t.same(list.rows?.[2], row(18, 2));
  t.same(announced, ['r18 changed']);
  await pass(1_000);
  t.equal(reads.length, 1, 'nothing had to be read');
  t.equal(server.stored[2]?.version, 1, 'what is read is older');
  resync();
  await pass(100);
  t.equal(list.rows?.[2]?.version, 2);
  t.equal(announced.length, 1);
});

t.test('a change before the first page is here is not lost', async (t) => {
  const { list, server, change, pass, answer, at } = placed({ place: true });
  server.isSlow = true;
  list.show({ least: 0 });
  await settled();
  server.stored = rows(21, 1);
  change(row(21, 2));
  server.isSlow = false;
  await answer();
  t.same(at(), numbers(20, 16));
  await pass(100);
  t.same(at(), numbers(21, 16));
});

t.test('at the beginning of the list new rows join at once, where they belong', async (t) => {
  const { list, change, resync, server, pass, at, announced } = await shown({ place: true });
  change(row(21, 2));
  t.same(at(), numbers(21, 16));
  t.equal(list.total, 21);
  t.same(announced, ['1 new']);
  change(row(3, 2));
  t.same(at(), numbers(21, 16), 'behind the pages that were read: paging brings it');
  server.stored = rows(23, 1);
  resync();
  await pass(100);
  t.same(at(), numbers(23, 16));
  t.equal(list.total, 23);
  t.same(announced, ['1 new', '2 new']);
});

t.test('a row that comes while the list is read is counted once, whether the answer has it or not', async (t) => {
  const { list, server, answer, change, at } = await shown({ place: true });
  for (const has of [false, true]) {
    const next = (at()?.[0] ?? 0) + 1;
    server.isSlow = true;
    if (has) server.stored = [row(next), ...server.stored];
    void list.again();
    await settled();
    if (!has) server.stored = [row(next), ...server.stored];
    change(row(next));
    await settled();
    t.equal(list.total, server.stored.length);
    server.isSlow = false;
    await answer();
    t.equal(list.total, server.stored.length, has ? 'read with it' : 'read before it');
    t.equal(at()?.[0], next);
  }
  server.isSlow = true;
  void list.more();
  await settled();
  server.stored = [row(23), ...server.stored];
  change(row(23));
  server.isSlow = false;
  await answer();
  t.equal(list.total, 23, 'and while a page behind it is');
});

t.test('further down new rows wait, and nothing on screen moves until they are let in', async (t) => {
  const { list, change, resync, server, pass, reader, at, waiting } = await shown({ place: true });
  reader.atTop = false;
  change(row(22, 2));
  change(row(22, 3));
  t.same(list.waiting, [row(22, 3)]);
  server.stored = [row(23), row(22, 4), ...rows(21, 19), ...rows(17, 1)];
  resync();
  await pass(100);
  t.same(at(), numbers(20, 16), 'one that is gone keeps its place');
  t.same(waiting(), [22, 23, 21], 'one that came up from behind is not new');
  t.equal(list.waiting[0]?.version, 4);
  list.admit();
  t.same(at(), numbers(23, 16));
  await list.more();
  t.same(at(), numbers(23, 11));
  change(row(24));
  list.show({ least: 1 });
  t.same(waiting(), []);
  t.same(waiting(), []);
});

t.test('a row that the query leaves out does not appear; one that is there may leave it and stays', async (t) => {
  const one = placed({ place: true, stored: rows(9, 1) });
  one.list.show({ least: 7 });
  await settled();
  one.change(row(6, 2));
  t.same(one.at(), [9, 8, 7]);
  one.server.stored = [];
  one.resync();
  await one.pass(100);
  t.same(one.at(), [9, 8, 7]);
  one.change(row(10, 2));
  t.same(one.at(), [10, 9, 8, 7], 'the list is read to its end');
});

t.test('more came than one look can bridge: the list is read anew from its beginning', async (t) => {
  const { list, server, change, resync, pass, reader, at } = await shown({ place: true });
  reader.atTop = false;
  change(row(21));
  server.stored = rows(60, 1);
  resync();
  await pass(100);
  t.same(at(), numbers(60, 56));
  t.same(list.waiting, []);
  await list.more();
  t.same(at(), numbers(60, 51));
});
