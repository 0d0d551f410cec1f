/** How long notices are kept, what of them is said again, and that who only reads notes nothing. */
import { t } from '@dossier/core/testing/t';
import { authenticators, definePlugin } from '@dossier/sdk';
import type { Identity } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { ringing } from './ringing.ts';
import type { Ring } from './ringing.ts';

const DAY = 86_400_000;
/** Lets an assistant in that works for the person who is named, and only reads. */
const readers = definePlugin({
  id: 'readers',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [authenticators],
  setup(_, plugin) {
    plugin.contribute(
      authenticators,
      'reader',
      { open: 'to members' },
      {
        authenticate(request): Identity | undefined {
          const named = request.header('x-reads-for');
          if (typeof named !== 'string') return undefined;
          const [id = '', organization = ''] = named.split(' ');
          return {
            actor: { kind: 'assistant', id, name: 'Assistant for somebody' },
            organization,
            scopes: null,
            credential: `reader-for-${id}`,
            via: 'token',
            readOnly: true,
          };
        },
      },
    );
  },
});
const box = ringing();
const platform = await testPlatform({ plugins: [box.plugin, readers, '@dossier/notifications'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const priya = await acme.person('Priya Nandan', 'officer');

const bell = (name: string) => ({ type: 'bell', id: box.idOf(name) });
/** Each a second after the one before. */
const ring = async (kind: Ring['kind'], about: string, times = 1): Promise<void> => {
  platform.clock.advance(1_000);
  const rings = Array.from({ length: times }, () => ({ kind, about, to: [priya.id] }));
  await box.ring(acme.organization, acme.staffWorkspace, ...rings);
  await platform.settle();
};
const stop = async (about: string): Promise<void> => {
  await box.stop(acme.organization, acme.staffWorkspace, about);
  await platform.settle();
};
const days = async (n: number): Promise<void> => {
  platform.clock.advance(n * DAY);
  await platform.settle();
};
const post = async (what: string, body: object): Promise<void> => {
  const { status, text } = await priya.post(`/api/v1/notifications/${what}`, body);
  if (status >= 300) throw new Error(text);
};
const namesIn = ({ body }: Json): readonly string[] => body.groups.map(({ subject }: Json) => subject.title);
const shown = async (view = 'new') => namesIn(await priya.get(`/api/v1/notifications/inbox?view=${view}`));
const unseen = async (): Promise<number> => (await priya.get('/api/v1/notifications/count')).body.unread;
/** What came since this was asked last. */
const mailed = (): readonly string[] =>
  box.mails
    .splice(0)
    .filter(({ kind }) => kind.startsWith('notice-'))
    .map(({ subject }) => subject);

t.test('who only reads finds what there is, and notes nothing', async (t) => {
  await ring('at-once', 'open');
  await ring('at-once', 'closed');
  box.closed.add('closed');
  const reader = platform.as({ 'x-reads-for': `${priya.id} ${acme.organization}` });
  const page = await reader.get('/api/v1/notifications/inbox');
  t.equal(page.status, 200, page.text);
  t.same(namesIn(page), ['open']);
  t.equal(await unseen(), 2);
  t.same(await shown(), ['open']);
  t.equal(await unseen(), 1, 'unlike the person, to whom it says nothing any more');
  await post('done', { done: true });
});

t.test('what is put away is kept for 180 days, that of a muted record for longer; what waits stays', async (t) => {
  for (const name of ['waits', 'done', 'muted']) await ring('at-once', name);
  for (const name of ['done', 'muted']) await post('done', { subject: bell(name), done: true });
  await post('mute', { subject: bell('muted'), muted: true });
  const mutedNames = async () => (await priya.get('/api/v1/notifications/muted')).body.map(({ title }: Json) => title);
  await days(179);
  t.same(await shown('done'), ['muted', 'done', 'open']);
  await days(2);
  t.same(await shown('done'), ['muted']);
  t.same(await shown(), ['waits']);
  t.same(await mutedNames(), ['muted'], 'by it one reads what was muted');
  await post('mute', { subject: bell('muted'), muted: false });
  await days(1);
  t.same(await shown('done'), []);
  t.same(await shown(), ['waits']);
});

t.test('many of them go in one turn', async (t) => {
  await ring('daily', 'many', 1_100);
  await post('done', { subject: bell('many'), done: true });
  t.same(await shown('done'), ['many']);
  await days(181);
  t.same(await shown('done'), []);
});

t.test('what was taken back is known for 180 days from then on, and so goes by no second mail', async (t) => {
  mailed();
  await ring('once', 'back');
  t.same(mailed(), ['back rings: back']);
  await days(100);
  await stop('back');
  t.notOk((await shown()).includes('back'));
  await days(179);
  await ring('once', 'back');
  t.ok((await shown()).includes('back'));
  t.same(mailed(), []);
  await stop('back');
  await days(181);
  await ring('once', 'back');
  t.same(mailed(), ['back rings: back']);
});

t.test('what was muted before its mail went is mailed again with what comes after that', async (t) => {
  // What is due waits for the end of the quiet hours.
  t.equal((await priya.put('/api/v1/preferences', { timeZone: 'UTC' })).status, 200);
  const hour = platform.clock.now().getUTCHours();
  const at = (n: number): string => `${String(n % 24).padStart(2, '0')}:00`;
  const hours = async (quiet: object | null): Promise<void> => {
    t.equal((await priya.put('/api/v1/notifications/choices', { quiet })).status, 204);
  };
  await hours({ from: at(hour), to: at(hour + 12) });
  await ring('anew', 'muted once');
  await ring('anew', 'put off');
  await post('mute', { subject: bell('muted once'), muted: true });
  const until = new Date(platform.clock.time() + DAY).toISOString();
  await post('snooze', { subject: bell('put off'), until });
  await hours(null);
  await ring('anew', 'muted once');
  await post('mute', { subject: bell('muted once'), muted: false });
  await platform.settle();
  t.same(mailed(), [], 'nothing came since');
  await ring('anew', 'put off');
  t.same(mailed(), [], 'what is put off comes back by no mail');
  await ring('anew', 'muted once');
  t.same(mailed(), ['muted once rings: muted once']);
  t.equal((await shown()).filter((name) => name === 'muted once').length, 1);
  await ring('anew', 'muted once');
  t.same(mailed(), [], 'and once, until it is seen');
});
