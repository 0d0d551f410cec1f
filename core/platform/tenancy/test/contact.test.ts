import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import { auditEntries } from './stage.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const url = '/api/v1/organization/contact';
const query = { query: '{ clientContact { email telephone hours } }' };
const none = { email: null, telephone: null, hours: null };
const told = { email: 'loans@acme.example', telephone: '+49 (0)30 12/34-56', hours: 'Monday to Friday, 9 to 17' };

t.test('an organization says how it is reached, and its clients read it', async (t) => {
  t.same((await acme.client.get(url)).body, none, 'nothing is said before');
  t.match(await acme.admin.put(url, { ...told, hours: ` ${told.hours} ` }), { status: 200, body: told });
  for (const who of [acme.client, acme.officer]) t.same((await who.get(url)).body, told);
  t.same((await acme.client.post('/graphql', query)).body.data.clientContact, told);
  t.same((await beta.client.get(url)).body, none, 'another organization has its own');
  t.match((await auditEntries(platform, acme, 'organization', acme.organization)).at(-1), {
    type: 'tenancy/contact-changed@1',
    actor: { id: acme.admin.id },
    before: none,
    after: told,
  });
  const entries = (await auditEntries(platform, acme, 'organization', acme.organization)).length;
  const copied = { ...told, email: `\u202A${told.email}\u202C`, telephone: `\u200E${told.telephone}` };
  t.same((await acme.admin.put(url, copied)).body, told);
  const after = await auditEntries(platform, acme, 'organization', acme.organization);
  t.equal(after.length, entries, 'the same again is no change');
  t.match(await acme.admin.put(url, { ...told, email: null }), { status: 200, body: { ...told, email: null } });
});

t.test('nobody but who manages the organization changes it, and of two the second has to look first', async (t) => {
  for (const who of [acme.client, acme.officer]) t.equal((await who.put(url, told)).status, 403);
  const { etag } = (await acme.admin.get(url)).headers;
  const change = (hours: string) =>
    acme.admin.request({
      method: 'PUT',
      url,
      payload: { ...told, hours },
      headers: { 'if-match': String(etag) },
    });
  t.equal((await change('Mornings')).status, 200);
  t.match(await change('Evenings'), { status: 412, body: { code: 'stale' } });
  t.equal((await acme.admin.get(url)).body.hours, 'Mornings');
});

t.test('what is wrong is said of each part at once', async (t) => {
  const before = (await acme.admin.get(url)).body;
  const { status, body } = await acme.admin.put(url, { email: 'loans', telephone: 'call us', hours: 'a\nb' });
  t.equal(status, 422);
  t.same(body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).toSorted(), [
    '/email bad-email',
    '/hours bad-hours',
    '/telephone bad-telephone',
  ]);
  for (const telephone of ['+', '', '12345x', '+49 30;ext=1', '1'.repeat(41), '٠١٢', '\u200E', 'javascript:1'])
    t.match(
      await acme.admin.put(url, { ...none, telephone }),
      { status: 422, body: { errors: [{ pointer: '/telephone' }] } },
      telephone,
    );
  for (const hours of ['', ' ', 'h'.repeat(121), 5])
    t.match(await acme.admin.put(url, { ...none, hours }), { status: 422, body: { errors: [{ pointer: '/hours' }] } });
  for (const telephone of ['112', '+44 20 7946 0000', '(030) 123-456', '030/123456'])
    t.equal((await acme.admin.put(url, { ...none, telephone })).status, 200, telephone);
  await acme.admin.put(url, before);
});
