/** What the palette has to say: by sign and word, and of whom it remembers what. */
import { t } from '@dossier/core/testing/t';
import { followOffers, PageOffers } from '@dossier/sdk/web';
import type { Contribution, HostSession, PageOffer } from '@dossier/sdk/web';
import { destinations, doings, wanted } from '../src/shell/destinations.ts';
import { actionsHere, keysHere } from '../src/shell/offers.ts';
import { linesOf } from '../src/shell/palette-lines.ts';
import { typedAs } from '../src/shell/prefix.ts';
import { recentPages, recordPage } from '../src/shell/recent.ts';

const storage = (): Storage => {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    key: (i) => [...kept.keys()][i] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    removeItem: (name) => void kept.delete(name),
    setItem: (name, value) => void kept.set(name, value),
  };
};

t.test('pages that were open stand newest first, each once, for the person alone', (t) => {
  const store = storage();
  const mine = recentPages('me', () => store);
  for (const page of ['/a', '/b', '/a', '/c']) mine.mark(page);
  t.strictSame(mine.list(), ['/c', '/a', '/b']);
  t.strictSame(recentPages('somebody-else', () => store).list(), []);
  for (let n = 0; n < 40; n += 1) mine.mark(`/${n}`);
  t.equal(mine.list().length, 16, 'what is older is forgotten');
  store.setItem(store.key(0) ?? '', '{"not": "a list"}');
  t.strictSame(mine.list(), [], 'what is damaged is nothing');
  t.end();
});

t.test('a page is asked for as the search names it, in this organization alone', (t) => {
  const workspace = '01900000-0000-7000-8000-000000000000';
  t.equal(recordPage(`/p/acme/w/${workspace}/applications/x`, 'acme'), `${workspace}/applications/x`);
  t.equal(recordPage(`/p/beta/w/${workspace}/applications/x`, 'acme'), null);
  for (const other of [
    '/p/acme/settings/people',
    `/p/acme/w/${workspace}`,
    '/p/acme/w/nowhere/applications/x',
    '/profile',
  ])
    t.equal(recordPage(other, 'acme'), null, other);
  t.end();
});

t.test('a sign at the beginning says what is meant', (t) => {
  t.strictSame(typedAs('  loan '), { text: 'loan', sign: null });
  t.strictSame(typedAs('> app'), { text: 'app', sign: '>' });
  t.strictSame(typedAs('#2026-000412'), { text: '2026-000412', sign: '#' });
  t.strictSame(typedAs('@ Ola'), { text: 'Ola', sign: '@' });
  t.strictSame(typedAs(''), { text: '', sign: null });
  t.end();
});

/** An element on the page that offers something, until it is disposed. */
function offer(what: () => PageOffer | null): PageOffers & Disposable {
  const offers = new PageOffers({ addController: () => undefined }, what);
  offers.hostConnected();
  return Object.assign(offers, { [Symbol.dispose]: () => offers.hostDisconnected() });
}

t.test('what elements offer is merged, and ends with them', (t) => {
  t.equal(actionsHere(), null);
  const run = (): void => undefined;
  const keys = [{ title: 'On a case', keys: [[['C'], 'Comments']] as const }];
  const one = offer(() => ({
    about: '2026-000412',
    words: 'Ingrid',
    actions: [{ title: 'Approve', icon: 'check', run }],
    keys,
  }));
  const part = offer(() => ({ actions: [{ title: 'Comment', icon: 'chat', run }] }));
  const nothing = offer(() => null);
  t.match(actionsHere(), {
    about: '2026-000412',
    words: 'Ingrid',
    actions: [{ title: 'Approve' }, { title: 'Comment' }],
  });
  t.strictSame(keysHere(), keys);
  let asked = 0;
  using _shown = followOffers(() => (asked += 1));
  part.hostUpdated();
  t.equal(asked, 1, 'what is shown is asked again when an element has changed');
  one[Symbol.dispose]();
  t.match(actionsHere(), { about: null, actions: [{ title: 'Comment' }] });
  t.strictSame(keysHere(), []);
  part[Symbol.dispose]();
  nothing[Symbol.dispose]();
  t.equal(actionsHere(), null);
  t.end();
});

const part = (slot: string, title: string, more: Partial<Contribution> = {}): Contribution => ({
  plugin: 'some',
  slot,
  tag: `some-${title.toLowerCase().replaceAll(' ', '-')}`,
  title,
  icon: null,
  order: null,
  path: null,
  listed: true,
  kind: null,
  module: '',
  demands: [],
  ...more,
});
const session: HostSession = {
  user: { id: 'me', name: 'Me', email: 'me@acme.example' },
  organization: { id: 'o', slug: 'acme', name: 'Acme', type: 'BANK', logo: null, accent: null },
  organizations: [],
  permissions: [],
};

t.test('commands stand under their headings; those with a path lead there', (t) => {
  const offered = [
    part('shell/command@1', 'Invite somebody', { group: 'People', keys: ['I'] }),
    part('shell/command@1', 'Import', { path: 'imports' }),
    part('shell/settings-section@1', 'Integrations', { path: 'integrations', words: 'SMTP mail' }),
  ];
  const all = destinations({ offered, session, workspaceId: 'w', workspaces: [] });
  t.match(
    all.filter(({ isDoing }) => isDoing),
    [
      { title: 'Actions', entries: [{ title: 'Import', does: { go: '/p/acme/w/w/imports' } }] },
      {
        title: 'People',
        entries: [{ title: 'Invite somebody', keys: ['I'], does: { run: { tag: 'some-invite-somebody' } } }],
      },
    ],
  );
  t.strictSame(
    destinations({ offered, session, workspaceId: undefined, workspaces: [] }).map(({ title }) => title),
    ['People', 'Settings'],
    'outside of workspaces nothing leads into one',
  );
  t.match(wanted(all, 'smtp'), [{ title: 'Settings', entries: [{ title: 'Integrations' }] }]);
  t.end();
});

t.test('what is done with a record is found by the record, too', (t) => {
  const here = doings({
    about: '2026-000412',
    words: 'Ingrid Solberg',
    actions: [{ title: 'Approve', icon: 'check', note: 'asks first', run: () => 1 }],
  });
  for (const typed of ['appr', '412', 'solb', 'do with'])
    t.match(
      wanted(here, typed),
      [{ title: 'Do with 2026-000412', entries: [{ title: 'Approve', note: 'asks first' }] }],
      typed,
    );
  t.strictSame(wanted(here, 'reject'), []);
  t.strictSame(doings(null), []);
  t.end();
});

t.test('a line stays what it is when others come above it; two of the same name are two', (t) => {
  const go = (title: string, to: string) => ({ title, icon: null, does: { go: to } });
  const pages = { title: 'Pages', entries: [go('Queue', '/queue'), go('Figures', '/figures')] };
  const run = (): void => undefined;
  const here = {
    title: 'On this page',
    entries: [1, 2].map(() => ({ title: 'Export', icon: null, does: { act: run } })),
  };
  const keys = (some: ReturnType<typeof linesOf>) =>
    some.map(({ key, lines }) => [key, ...lines.map((one) => one.key)]);
  const before = linesOf([pages]);
  const after = linesOf([here, pages]);
  t.strictSame(keys(after)[1], keys(before)[0]);
  t.equal(new Set(keys(after)[0]).size, 3);
  t.strictSame(
    after.flatMap(({ lines }) => lines.map(({ index, entry }) => [index, entry.title])),
    [
      [0, 'Export'],
      [1, 'Export'],
      [2, 'Queue'],
      [3, 'Figures'],
    ],
  );
  t.end();
});
