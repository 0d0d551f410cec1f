/** Addresses from which a document is downloaded for some minutes, in one session. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Bank, Person, TestClient } from '@dossier/core/testing';
import { readApplications } from '../../applications/contract.ts';
import { People } from '../../people/contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const { id: application } = (
  await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))
).body;
const sent = async (who: TestClient, text: string): Promise<string> =>
  (
    await who.upload(`/api/v1/applications/${application}/documents`, [
      { name: 'file', fileName: `${text}.txt`, contentType: 'text/plain', bytes: text },
    ])
  ).body.id;

/** A browser in which the person has signed in. */
async function browser(person: Person, at: Pick<Bank, 'organization'> = acme): Promise<TestClient> {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id, organization: at.organization, issuer: 'urn:test' });
  return platform.as({ cookie: `dossier=${secret}`, 'x-dossier-csrf': '1' });
}
const linkOf = async (who: TestClient, document: string): Promise<string> => {
  const answer = await who.post(`/api/v1/documents/${document}/link`);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.url;
};
/** How often the trail says that somebody of the staff read this file. */
const readings = async (fileName: string): Promise<number> =>
  (await acme.admin.get(`/api/v1/applications/${application}/audit?limit=100`)).body.filter(
    (entry: { type: string }) => entry.type === 'documents/read@1' && JSON.stringify(entry).includes(fileName),
  ).length;

t.test('a link downloads the document in the session that asked for it, and in no other', async (t) => {
  const document = await sent(acme.client, 'payslip');
  const [mine, second, officer] = [await browser(acme.client), await browser(acme.client), await browser(acme.officer)];
  const answer = await mine.post(`/api/v1/documents/${document}/link`);
  t.match(answer, { status: 201, body: { until: new Date(platform.clock.time() + 5 * 60_000).toISOString() } });
  const link: string = answer.body.url;
  t.match(await mine.get(link), {
    status: 200,
    text: 'payslip',
    headers: { 'content-disposition': /^attachment/, 'cache-control': 'private, no-store' },
  });
  t.match(await mine.get(link), { status: 200 }, 'and again, for as long as it works');
  for (const [who, other] of [
    ['another session of the same person', second],
    ['a token of theirs', acme.client],
    ['an officer, who may read it', officer],
    ['another client', await browser(acme.otherClient)],
  ] as const)
    t.match(await other.get(link), { status: 404, body: { code: 'not-found' } }, who);
  t.match(await platform.get(link), { status: 401 }, 'nobody');
  const beta = await bank(platform, 'beta');
  t.match(await (await browser(beta.officer, beta)).get(link), { status: 404 }, 'another organization');
});

t.test('a link is for one document, as it was made', async (t) => {
  const [one, two] = [await sent(acme.client, 'one'), await sent(acme.client, 'two')];
  const mine = await browser(acme.client);
  const link = await linkOf(mine, one);
  const [path = '', query = ''] = link.split('?');
  const [time = '', signature = ''] = (new URLSearchParams(query).get('link') ?? '').split('.');
  for (const bad of [
    link.replace(one, two),
    `${path}?link=${Number(time) + 60_000}.${signature}`,
    `${path}?link=${time}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
    `${path}?link=${time}.${signature}.${signature}`,
    `${path}?link=${time}`,
    `${path}?link=`,
  ])
    t.match(await mine.get(bad), { status: 404, body: { code: 'not-found' } }, bad);
  t.match(await mine.get(`${path}?link=${'x'.repeat(201)}`), { status: 400 });
  t.match(await mine.get(link), { status: 200, text: 'one' });
});

t.test('it works for five minutes', async (t) => {
  const document = await sent(acme.client, 'brief');
  const mine = await browser(acme.client);
  const link = await linkOf(mine, document);
  platform.clock.advance(5 * 60_000 - 1);
  t.match(await mine.get(link), { status: 200, text: 'brief' });
  platform.clock.advance(1);
  t.match(await mine.get(link), { status: 410, body: { code: 'link-expired', detail: /5 minutes/ } });
  t.match(await mine.get(await linkOf(mine, document)), { status: 200 });
});

t.test('it ends with the session, and with the right to read', async (t) => {
  const document = await sent(acme.client, 'payslip');
  const officer = await browser(acme.officer);
  const link = await linkOf(officer, document);
  await acme.grant('officer', readApplications, false);
  t.match(await officer.get(link), { status: 403 });
  t.match(await officer.post(`/api/v1/documents/${document}/link`), { status: 403 });
  await acme.grant('officer', readApplications, true);
  t.match(await officer.get(link), { status: 200 });
  t.match(await officer.post('/api/v1/sign-out-everywhere'), { status: 204 });
  t.match(await officer.get(link), { status: 401 });
  t.match(await (await browser(acme.officer)).get(link), { status: 404 }, 'who signs in again asks for another one');
});

t.test('what staff downloads by a link is in the trail, and what is refused is not', async (t) => {
  const document = await sent(acme.client, 'statement');
  const [officer, client] = [await browser(acme.officer), await browser(acme.client)];
  const link = await linkOf(officer, document);
  t.equal(await readings('statement'), 0, 'to ask for a link reads nothing');
  t.match(await client.get(await linkOf(client, document)), { status: 200 });
  t.match(await client.get(link), { status: 404 });
  t.equal(await readings('statement'), 0);
  t.match(await officer.get(link), { status: 200, text: 'statement' });
  t.equal(await readings('statement'), 1);
});

t.test('a document that somebody does not see has no link, and neither has a token', async (t) => {
  const memo = await sent(acme.admin, 'memo');
  t.match(await (await browser(acme.client)).post(`/api/v1/documents/${memo}/link`), { status: 404 });
  t.match(await acme.admin.post(`/api/v1/documents/${memo}/link`), { status: 409, body: { code: 'no-session' } });
  t.match(await acme.key.post(`/api/v1/documents/${memo}/link`), { status: 401 });
  t.match(await (await browser(acme.admin)).post(`/api/v1/documents/${memo}/link`), { status: 201 });
});
