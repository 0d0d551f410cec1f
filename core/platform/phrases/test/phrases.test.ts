import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Json, TestAnswer, TestClient } from '@dossier/core/testing';
import { phraseChanged } from '../contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const { admin, officer, client } = acme;
const url = '/api/v1/organization/phrases';

const two = 'Too little of your income would remain.\n\nYou may apply again for a smaller amount.';
const write = (title: string, o: object = {}): Promise<TestAnswer> =>
  admin.post(url, { use: 'rejection', title, text: two, ...o });
const titles = async (who: TestClient, use = 'rejection'): Promise<readonly string[]> =>
  (await who.get(`${url}?use=${use}`)).body.map(({ title }: Json) => title);
const faults = ({ status, body }: TestAnswer): readonly string[] => [
  String(status),
  ...(body.errors ?? []).map(({ pointer, code }: Json) => `${pointer} ${code}`),
];
const clear = async (): Promise<void> => {
  for (const { id } of (await admin.get(url)).body) t.equal((await admin.delete(`${url}/${id}`)).status, 204);
};

t.test(
  'an administrator writes texts, and officers read them with their paragraphs, by REST and GraphQL',
  async (t) => {
    const made = await write('Income', { text: two.replaceAll('\n', '\r\n') });
    t.equal(made.status, 201);
    t.match(made.body, { use: 'rejection', title: 'Income', text: two, position: 0, version: 1 });
    t.equal((await write('Blurred', { use: 'document', text: 'Please send it again.' })).status, 201);
    t.same((await officer.get(`${url}?use=rejection`)).body, [made.body]);
    t.same(await officer.graphql('{ phrases(use: rejection) { id use title text position version } }'), {
      data: { phrases: [made.body] },
    });
    t.same(await titles(officer, 'document'), ['Blurred']);
    t.same(await titles(beta.admin), [], 'each organization has its own');
    t.equal((await officer.post(url, { use: 'rejection', title: 'Mine', text: 'Mine' })).status, 403);
    t.equal((await client.get(url)).status, 403, 'clients have none');
    t.ok((await client.graphql('{ phrases { id } }')).errors);
    t.equal((await beta.admin.get(`${url}/${made.body.id}`)).status, 404);
    t.equal((await beta.admin.delete(`${url}/${made.body.id}`)).status, 404);
    await clear();
  },
);

t.test('a text is found where it was put, also when others are moved, removed or put to another use', async (t) => {
  for (const title of ['A', 'B', 'C']) await write(title);
  await write('D', { position: 0 });
  t.same(await titles(officer), ['D', 'A', 'B', 'C']);
  const all: Json[] = (await admin.get(`${url}?use=rejection`)).body;
  const of = (title: string): Json => all.find((one) => one.title === title);
  const put = (title: string, o: object): Promise<TestAnswer> =>
    admin.put(`${url}/${of(title).id}`, { use: 'rejection', title, text: two, ...o });
  t.equal((await put('C', { position: 1 })).status, 200);
  t.same(await titles(officer), ['D', 'C', 'A', 'B']);
  t.equal((await put('D', { position: 9 })).body.position, 3);
  t.equal((await put('A', { use: 'correction' })).body.position, 0);
  t.same(await titles(officer), ['C', 'B', 'D']);
  t.equal((await admin.delete(`${url}/${of('B').id}`)).status, 204);
  t.same(
    (await admin.get(`${url}?use=rejection`)).body.map(({ title, position }: Json) => `${title} ${position}`),
    ['C 0', 'D 1'],
  );
  await clear();
});

t.test('who saves what somebody else has changed meanwhile gets 412, and nothing is lost', async (t) => {
  const { body } = await write('Income');
  const at = `${url}/${body.id}`;
  const next = { use: 'rejection', title: 'Income', text: 'Newer.' };
  const { headers } = await admin.get(at);
  const match = { 'if-match': String(headers['etag']) };
  t.equal((await admin.put(at, next, match)).status, 200);
  const late = await admin.put(at, { ...next, text: 'Older.' }, match);
  t.same([late.status, late.body.code], [412, 'stale']);
  t.equal((await admin.delete(at, match)).status, 412);
  t.equal((await admin.get(at)).body.text, 'Newer.');
  const entries: Json[] = (await admin.get(`/api/v1/audit?type=${encodeURIComponent(phraseChanged.id)}`)).body;
  t.match(
    entries.find(({ subject, before }) => subject.id === body.id && before !== null),
    { before: { text: two }, after: { text: 'Newer.' }, subject: { type: 'phrase' } },
    'the trail has both',
  );
  await clear();
});

t.test('what says nothing is refused with every fault, and a hundred are enough', async (t) => {
  t.same(faults(await write(' ', { text: '\u2060' })), ['422', '/title bad-name', '/text missing']);
  t.same(faults(await write('Two\nlines')), ['422', '/title bad-name']);
  t.equal((await write('Income', { use: 'approval' })).status, 422);
  t.equal((await admin.get(`${url}?use=approval`)).status, 400);
  t.equal((await admin.get(`${url}/${newId()}`)).status, 404);
  t.equal((await admin.get(`${url}/none`)).status, 404);
  for (let i = 0; i < 100; i += 1) await write(`Text ${i}`);
  const more = await write('One more');
  t.same([more.status, more.body.code], [409, 'too-many-phrases']);
  const other = await write('Another use', { use: 'document' });
  t.equal(other.status, 201, JSON.stringify(other.body));
});
