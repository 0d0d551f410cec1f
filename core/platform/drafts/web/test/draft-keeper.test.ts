import { t } from '@dossier/core/testing/t';
import type { DraftReply } from '../../contract.ts';
import { DraftKeeper } from '../draft-keeper.ts';
import { forgetKept, keptFor } from '@dossier/sdk/web/ui/kept';
import { keptFrom } from '../elsewhere.ts';
import { merged } from '../merge.ts';
import type { Content } from '../merge.ts';

class Overtaken extends Error {}
const blank: Content = { answers: {}, typed: {}, step: null, done: [], applicants: [], language: 'en' };

/** A server with one draft, and browsers in front of it. */
function stage() {
  let revision = 1;
  let stored = blank;
  let online = true;
  let hold: Promise<void> | null = null;
  let reads = 0;
  const reply = () => ({
    value: { ...stored, savedAt: new Date(revision * 1000).toISOString() } as DraftReply,
    asRead: { headers: { 'if-match': String(revision) } },
  });
  const demandOnline = (): void => {
    if (!online) throw new Error('no connection');
  };
  const browser = (kept: { value: { base: Content; mine: Content } | null } = { value: null }) =>
    new DraftKeeper({
      read: async () => {
        demandOnline();
        reads += 1;
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
    whole: () => stored,
    reads: () => reads,
    savedAt: () => reply().value.savedAt,
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

t.test('of what both wrote the person chooses, and the rest of both is kept', async (t) => {
  const { browser, whole } = stage();
  const [phone, desk] = [browser(), browser()];
  await phone.open();
  await desk.open();
  const ada = { type: 'PRIMARY', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };
  phone.change({ answers: { city: 'Oslo', amount: 5 }, applicants: [ada], done: ['work'] });
  await phone.save();
  desk.change({ answers: { city: 'Bergen', job: 'Smith' }, typed: { '/amount': '1.234' } });
  t.equal(await desk.save(), false);
  t.same(desk.conflict?.answers, ['city', 'amount'], 'an answer and what was typed in its place are one');
  t.equal(await desk.choose('theirs'), true);
  t.same(whole(), {
    ...blank,
    answers: { city: 'Oslo', amount: 5, job: 'Smith' },
    typed: {},
    applicants: [ada],
    done: ['work'],
  });
});

t.test('what another device saved is read as soon as it is heard of, and no reply of ours is read again', async (t) => {
  const { browser, reads, savedAt, stored } = stage();
  const [phone, desk] = [browser(), browser()];
  await phone.open();
  await desk.open();
  phone.change({ answers: { name: 'Ada' }, step: 'work' });
  await phone.save();
  const before = reads();
  await phone.heard(savedAt());
  t.equal(reads(), before, 'its own');
  await desk.heard(savedAt());
  t.same([desk.content.answers, desk.content.step, desk.saving], [{ name: 'Ada' }, null, 'saved'], 'the step stays');
  desk.change({ answers: { name: 'Ada', city: 'Oslo' } });
  phone.change({ answers: { name: 'Ada', job: 'Smith' } });
  await phone.save();
  await desk.heard(null);
  t.same(desk.content.answers, { name: 'Ada', city: 'Oslo', job: 'Smith' }, 'what was typed meanwhile is there');
  t.equal(desk.saving, 'waiting');
  await desk.save();
  t.same(stored(), { name: 'Ada', city: 'Oslo', job: 'Smith' });
});

t.test('a reply that was asked for before something was saved does not win over it', async (t) => {
  const { browser, holds, stored } = stage();
  const here = browser();
  await here.open();
  const gate = Promise.withResolvers<void>();
  holds(gate.promise);
  here.change({ answers: { name: 'Ada' } });
  const saved = here.save();
  const heard = here.heard(null);
  here.change({ answers: { name: 'Ada L.' } });
  gate.resolve();
  await Promise.all([saved, heard]);
  await here.save();
  t.same([here.content.answers, stored()], [{ name: 'Ada L.' }, { name: 'Ada L.' }]);
});

t.test('what is kept in a browser is its writer’s: the session may end, another person finds nothing', async (t) => {
  const storage = memory();
  const place = (user: string) => keptFor(user, 'draft.1', () => storage);
  const server = stage();
  const open = async (user: string) => {
    forgetKept(user, () => storage);
    const kept = place(user);
    const deps = {
      get value() {
        return keptFrom(kept.get());
      },
      set value(unsaved) {
        if (unsaved === null) kept.drop();
        else kept.set(unsaved);
      },
    };
    const here = server.browser(deps);
    await here.open();
    return here;
  };
  const here = await open('ada');
  server.goes(false);
  here.change({ answers: { name: 'Ada' } });
  t.equal(await here.save(), false, 'the session is over');
  server.goes(true);
  t.same((await open('ada')).content.answers, { name: 'Ada' }, 'the same person goes on with it');
  t.same((await open('bob')).content.answers, {}, 'another one does not');
  t.same([...storage.all.keys()], ['dossier.recent'], 'and it is not in the browser any more');
  place('bob').set({ base: blank, mine: blank });
  forgetKept(null, () => storage);
  t.same([...storage.all.keys()], ['dossier.recent'], 'who signs out leaves nothing');
  t.equal(keptFor('bob', 'draft.1', () => forbidden()).get(), null, 'a browser that keeps nothing is no fault');
  t.equal(keptFrom({ mine: 'nonsense' }), null);
});

/** The storage of a browser, in memory, with something of somebody else's in it. */
function memory(): Storage & { readonly all: Map<string, string> } {
  const all = new Map([['dossier.recent', '{}']]);
  return {
    all,
    get length() {
      return all.size;
    },
    key: (i) => [...all.keys()][i] ?? null,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
    clear: () => all.clear(),
  };
}
const forbidden = (): Storage => {
  throw new Error('no storage here');
};
