import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { stage } from '../../workflow/test/stage.ts';
import { loan } from './content.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const purpose = {
  type: 'string',
  title: 'Purpose',
  description: 'What for?',
  oneOf: [
    { const: 'CAR', title: 'A car' },
    { const: 'HOME', title: 'A home' },
  ],
};
const draft = (change: object = {}, properties: object = {}): object => ({
  name: 'Car loan',
  ...loan,
  schema: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' }, purpose, ...properties } },
  workflow: [
    { name: 'Check', kind: 'SYSTEM', handler: 'First', forClients: 'We look at it' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
  language: 'en',
  next: 'We write to you.',
  ...change,
});
const made = await s.admin.post('/api/v1/templates', draft());
const at = `/api/v1/templates/${made.body.id}`;
const german = `${at}/languages/de`;
const schemaIn = (languages: string) => s.key.get(`${at}/schema`, { 'accept-language': languages });

t.test('texts have places, and each is translated, stale or missing', async (t) => {
  t.same((await s.admin.get(`${at}/languages`)).body, []);
  const none = await s.admin.get(german);
  t.ok(
    none.body.texts.every(({ state, text }: { state: string; text: unknown }) => state === 'missing' && text === null),
  );
  const places = none.body.texts.map(({ place }: { place: string }) => place);
  t.same(places, [
    'template/next',
    'field/amount/title',
    'field/purpose/title',
    'field/purpose/description',
    'field/purpose/option/CAR',
    'field/purpose/option/HOME',
    'step/loan/title',
    'document/income/title',
    'workflow/check/name',
    'workflow/check/forClients',
    'workflow/underwriting/name',
  ]);
  const texts = {
    'field/amount/title': { text: 'Betrag' },
    'field/purpose/option/CAR': { text: 'Ein Auto' },
    'template/next': { text: 'Wir schreiben Ihnen.' },
  };
  const etag = String(none.headers.etag);
  const put = await s.admin.put(german, { texts }, { 'if-match': etag });
  t.match(put, { status: 200 });
  t.match((await s.admin.get(`${at}/languages`)).body, [
    { language: 'de', texts: places.length, translated: 3, stale: 0, missing: places.length - 3 },
  ]);
  t.match(await s.admin.put(german, { texts }, { 'if-match': etag }), { status: 412, body: { code: 'stale' } });
  t.match(await s.admin.put(german, { texts: { 'field/gone/title': { text: 'Weg' } } }), {
    status: 422,
    body: { errors: [{ pointer: '/texts/field~1gone~1title', code: 'unknown-place' }] },
  });
  t.match(await s.admin.put(`${at}/languages/en`, { texts }), { status: 409, body: { code: 'own-language' } });
  t.match(await s.admin.put(`${at}/languages/no_language`, { texts }), { status: 404 });
});

t.test('the schema is replied in the language that suits best, a text without translation in its own', async (t) => {
  await s.admin.post(`${at}/publish`);
  const answer = await schemaIn('fr, de-AT;q=0.8, en;q=0.5');
  t.equal(answer.headers['content-language'], 'de');
  t.match(String(answer.headers['vary']), /accept-language/i);
  t.match(answer.body, {
    schema: {
      properties: { amount: { title: 'Betrag' }, purpose: { title: 'Purpose', oneOf: [{ title: 'Ein Auto' }, {}] } },
    },
  });
  for (const wanted of ['en-GB, de;q=0.5', 'fr', '*']) {
    const own = await schemaIn(wanted);
    t.equal(own.headers['content-language'], 'en', wanted);
    t.match(own.body, { schema: { properties: { amount: { title: 'Amount' } } } });
  }
});

t.test('a text that changed makes its translation stale, not those of older versions', async (t) => {
  // The key is renamed as well: the place holds the field.
  const renamed = {
    schema: {
      type: 'object',
      properties: { sum: { type: 'number', title: 'How much?', 'x-id': 'amount' }, purpose },
    },
    wizard: [{ ...loan.wizard[0], fields: ['sum', 'purpose'] }],
  };
  t.equal((await s.admin.put(at, draft(renamed))).status, 200);
  const amount = async () =>
    (await s.admin.get(german)).body.texts.find(({ place }: { place: string }) => place === 'field/amount/title');
  t.match(await amount(), { source: 'How much?', text: 'Betrag', state: 'stale', was: 'Amount' });
  t.match((await schemaIn('de')).body, { schema: { properties: { amount: { title: 'Betrag' } } } });
  const { hash } = await amount();
  await s.admin.put(german, { texts: { 'field/amount/title': { text: 'Wie viel?', hash } } });
  t.match(await amount(), { text: 'Wie viel?', state: 'translated', was: null });
  t.match((await schemaIn('de')).body, { schema: { properties: { amount: { title: 'Betrag' } } } });
  await s.admin.post(`${at}/publish`);
  t.match((await schemaIn('de')).body, { schema: { properties: { sum: { title: 'Wie viel?' } } } });
});

t.test('a file carries the translations, and what is taken away is gone', async (t) => {
  const file = (await s.admin.get(`${at}/export`)).body;
  t.match(file, { translations: { de: { 'field/amount/title': { text: 'Wie viel?' } } } });
  const there = await beta.admin.post('/api/v1/templates/import', { file });
  t.equal(there.status, 201);
  const languages = `/api/v1/templates/${there.body.id}/languages`;
  t.match((await beta.admin.get(languages)).body, [{ language: 'de', translated: 3, stale: 0 }]);
  const copy = await s.admin.post(`${at}/duplicate`);
  const ofCopy = `/api/v1/templates/${copy.body.id}/languages`;
  t.match((await s.admin.get(ofCopy)).body, [{ language: 'de', translated: 3 }], 'and so does a copy');
  await s.admin.put(german, { texts: { 'field/amount/title': null } });
  t.match((await s.admin.get(`${at}/languages`)).body, [{ translated: 2 }]);
  t.equal((await s.admin.delete(german)).status, 204);
  t.same((await s.admin.get(`${at}/languages`)).body, []);
  t.match((await beta.admin.get(languages)).body, [{ translated: 3 }], 'the other ones are untouched');
  t.match((await s.admin.get(ofCopy)).body, [{ translated: 3 }]);
});

t.test('another organization, and who may not edit templates, see nothing of it', async (t) => {
  const unknown = await beta.admin.get(`/api/v1/templates/${newId()}/languages`);
  for (const url of [`${at}/languages`, german])
    t.match(await beta.admin.get(url), { status: 404, body: unknown.body }, url);
  t.equal((await beta.admin.put(german, { texts: {} })).status, 404);
  t.equal((await beta.admin.delete(german)).status, 404);
  t.equal((await s.clerk.get(german)).status, 403);
});
