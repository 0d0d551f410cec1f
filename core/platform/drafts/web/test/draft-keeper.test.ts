import t from 'tap';
import type { DraftReply } from '../../contract.ts';
import { DraftKeeper } from '../draft-keeper.ts';
import type { Content } from '../draft-keeper.ts';
import { merged } from '../merge.ts';

class Overtaken extends Error {}
const blank: Content = { answers: {}, typed: {}, step: null, done: [], applicants: [] };

/** A server with one draft, and browsers in front of it. */
function stage() {
  let revision = 1;
  let stored = blank;
  let online = true;
  let hold: Promise<void> | null = null;
  const reply = () => ({
    value: { ...stored } as DraftReply,
    asRead: { headers: { 'if-match': String(revision) } },
  });
  const demandOnline = (): void => {
    if (!online) throw new Error('no connection');
  };
  const browser = (kept: { value: { base: Content; mine: Content } | null } = { value: null }) =>
    new DraftKeeper({
      read: async () => {
        demandOnline();
        return reply();
      },
      save: async (content, { headers }) => {
        await hold;
        demandOnline();
        if (headers?.['if-match'] !== String(revision)) throw new Overtaken();
        stored = content;
        revision += 1;
        return reply();
      },
      isOvertaken: (error) => error instanceof Overtaken,
      remember: (value) => {
        kept.value = value;
      },
      remembered: () => kept.value,
      changed: () => undefined,
    });
  return {
    browser,
    stored: () => stored.answers,
    goes: (is: boolean) => (online = is),
    holds: (until: Promise<void> | null) => (hold = until),
  };
}

t.test('a reply that comes late never wins over newer typing, and the last of it is saved', async (t) => {
  const { browser, stored, holds } = stage();
  const here = browser();
  await here.open();
  const gate = Promise.withResolvers<void>();
  holds(gate.promise);
  here.change({ answers: { name: 'A' } });
  const saved = here.save();
  here.change({ answers: { name: 'Ada' } });
  t.equal(here.saving, 'waiting');
  gate.resolve();
  t.equal(await saved, true);
  t.same([here.content.answers, stored(), here.saving], [{ name: 'Ada' }, { name: 'Ada' }, 'saved']);
});

t.test('what two devices wrote is put together; the same answer is asked about', async (t) => {
  const { browser, stored } = stage();
  const [phone, desk] = [browser(), browser()];
  await phone.open();
  await desk.open();
  phone.change({ answers: { name: 'Ada' } });
  await phone.save();
  desk.change({ answers: { city: 'Oslo' } });
  t.equal(await desk.save(), true);
  t.same(stored(), { name: 'Ada', city: 'Oslo' });
  phone.change({ answers: { name: 'Ada', city: 'Bergen' } });
  t.equal(await phone.save(), false);
  t.equal(phone.saving, 'choose');
  t.same(stored(), { name: 'Ada', city: 'Oslo' }, 'nothing is written over');
  t.equal(await phone.choose('mine'), true);
  t.same(stored(), { name: 'Ada', city: 'Bergen' });
});

t.test('without a connection nothing is called saved, and a browser that was closed goes on with it', async (t) => {
  const { browser, stored, goes } = stage();
  const kept = { value: null };
  const here = browser(kept);
  await here.open();
  here.change({ answers: { name: 'Ada' } });
  goes(false);
  t.equal(await here.save(), false);
  t.equal(here.saving, 'failed');
  goes(true);
  const again = browser(kept);
  await again.open();
  t.same(again.content.answers, { name: 'Ada' });
  t.equal(await again.save(), true);
  t.same(stored(), { name: 'Ada' });
  t.equal(kept.value, null);
});

t.test('an answer taken away on one side stays away', async (t) => {
  t.same(merged({ a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }), { values: { b: 2 }, both: [] });
});
