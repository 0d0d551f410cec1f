import t from 'tap';
import { ahead } from '../figures/ahead.ts';
import { turns } from '../figures/turns.ts';

/** Numbers up to `last`; `failing` instead of that one. */
function source(last: number, failing = Infinity) {
  const seen = { fetched: 0, ended: false };
  async function* numbers(): AsyncGenerator<number> {
    try {
      for (let n = 1; n <= last; n++) {
        seen.fetched = n;
        if (n === failing) throw new Error('It cannot be read.');
        yield n;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, numbers: numbers() };
}
async function read(pages: AsyncIterable<number>): Promise<readonly number[]> {
  const all: number[] = [];
  for await (const page of pages) all.push(page);
  return all;
}
const settled = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

t.test('one page is fetched while the one before is read, and none before anybody asked', async (t) => {
  const { seen, numbers } = source(5);
  const pages = ahead(numbers, turns(1), new AbortController().signal);
  await settled();
  t.equal(seen.fetched, 0);
  const seenPages: number[] = [];
  for await (const page of pages) {
    await settled();
    seenPages.push(page);
    t.equal(seen.fetched, Math.min(page + 1, 5));
  }
  t.strictSame(seenPages, [1, 2, 3, 4, 5]);
  t.ok(seen.ended);
});

t.test('the first is fetched before anybody reads when it is told to begin, and a turn is taken for each fetch alone', async (t) => {
  const { seen, numbers } = source(3);
  const inTurn = turns(1);
  const pages = ahead(numbers, inTurn, new AbortController().signal);
  pages.begin();
  await settled();
  t.equal(seen.fetched, 1);
  t.equal(await inTurn(async () => 'mine'), 'mine', 'between two pages others have their turn');
  t.strictSame(await read(pages), [1, 2, 3]);
});

t.test('its source ends when the loop is left, and with the signal, read or not', async (t) => {
  const left = source(5);
  for await (const page of ahead(left.numbers, turns(1), new AbortController().signal)) if (page === 2) break;
  t.ok(left.seen.ended);
  const stop = new AbortController();
  const unread = source(5);
  ahead(unread.numbers, turns(1), stop.signal).begin();
  await settled();
  t.notOk(unread.seen.ended);
  stop.abort();
  await settled();
  t.ok(unread.seen.ended);
});

t.test('who reads hears of a failure, also of one that came before', async (t) => {
  const { numbers } = source(5, 1);
  const pages = ahead(numbers, turns(1), new AbortController().signal);
  pages.begin();
  await settled();
  await t.rejects(read(pages), { message: 'It cannot be read.' });
  const stop = new AbortController();
  const stopped = ahead(source(5).numbers, turns(1), stop.signal);
  stop.abort(new Error('Enough.'));
  await t.rejects(read(stopped), { message: 'Enough.' });
});
