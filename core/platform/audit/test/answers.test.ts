/** Answers that were changed stand in the trail in the words of their form, for those who may read these there. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Person } from '@dossier/core/testing';
import { readApplications } from '../../applications/contract.ts';
import { readOrganizationAudit } from '../contract.ts';
import type { OrganizationEntry } from '../contract.ts';
import { plain } from '../sentence.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const property = {
  loan: { type: 'number', title: 'Loan', 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2, 'x-id': 'loan' },
  employment: {
    type: 'string',
    title: 'Employment',
    oneOf: [
      { const: 'EMP', title: 'Employed' },
      { const: 'SELF', title: 'Self-employed' },
    ],
    'x-id': 'employment',
  },
  since: { type: 'string', title: 'Employed since', format: 'date', 'x-id': 'since' },
  remarks: { type: 'string', title: 'Remarks', 'x-id': 'remarks' },
};
const keys = Object.keys(property);
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  schema: { type: 'object', properties: property },
  wizard: [{ key: 'all', title: 'All', fields: keys }],
});
const first = { loan: 24_500, employment: 'EMP', since: '2019-05-02', remarks: 'Call 0151 after six.' };
const second = { loan: 18_000.5, employment: 'SELF', since: '2021-01-15' };
const id: string = (
  await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email, answers: first }))
).body.id;
await platform.settle();
const { number } = (await acme.officer.get(`/api/v1/applications/${id}`)).body;
const asked = await acme.officer.post(`/api/v1/applications/${id}/corrections`, {
  items: keys.map((field) => ({ field, reason: 'Please look again.' })),
  dueAt: new Date(platform.clock.time() + 7 * 86_400_000).toISOString(),
});
await acme.client.put(`/api/v1/corrections/${asked.body.id}/answers`, { answers: { ...second, remarks: null } });
const sent = await acme.client.post(`/api/v1/corrections/${asked.body.id}/send`, {});
await platform.settle();

const about = `subjectId=${id}&type=applications/answers-changed@1`;
const entryFor = async (who: Person): Promise<OrganizationEntry> => {
  const { status, body, text } = await who.get(`/api/v1/audit?${about}`);
  if (status !== 200 || body.length !== 1) throw new Error(text);
  return body[0];
};
const titles = ['Loan', 'Employment', 'Employed since', 'Remarks'];
/** Answers in all the ways in which they may be written. */
const values = /24[.,]?500|18[.,]?000|Employed(?! since)|Self-employed|EMP|SELF|2019-05-02|2021-01-15|0151/;
/** A text without ids and times of day, which may look like one of them. */
const bare = (text: string): string =>
  text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d\d:\d\d:\d\d\.\d{3}Z/g, '');

t.test('before and after are read by titles, with currency, by the titles of options, each once', async (t) => {
  t.equal(sent.status, 200);
  const entry = await entryFor(acme.admin);
  t.strictSame(
    entry.changes.toSorted((a, b) => titles.indexOf(a.title) - titles.indexOf(b.title)),
    [
      { title: 'Loan', before: '€24,500.00', after: '€18,000.50', withheld: false },
      { title: 'Employment', before: 'Employed', after: 'Self-employed', withheld: false },
      { title: 'Employed since', before: '2019-05-02', after: '2021-01-15', withheld: false },
      { title: 'Remarks', before: 'Call 0151 after six.', after: null, withheld: false },
    ],
  );
  t.match(plain(entry.sentence), new RegExp(`^Carl Client changed answers of ${number}: .*\\.$`));
  for (const title of titles) t.match(plain(entry.sentence), title);
  const logged = JSON.stringify([entry.before, entry.after, entry.details]);
  t.notMatch(bare(logged), values, 'the log itself holds none');
});

t.test('who may read the trail and not the application learns which ones, and no word of them', async (t) => {
  await acme.grant('clerk', readOrganizationAudit, true);
  t.match((await entryFor(acme.clerk)).changes[0], { withheld: false }, 'they may, as long as they may read both');
  await acme.grant('clerk', readApplications, false);
  t.equal((await acme.clerk.get(`/api/v1/applications/${id}`)).status, 403);
  const entry = await entryFor(acme.clerk);
  t.strictSame(
    entry.changes.map(({ title, ...rest }) => [title, rest]).toSorted(),
    titles.map((title) => [title, { before: null, after: null, withheld: true }]).toSorted(),
  );
  t.notMatch(bare(JSON.stringify(entry)), values);
});

t.test('no file that is exported holds them', async (t) => {
  for (const format of ['csv', 'jsonl']) {
    const { status, text } = await acme.admin.get(`/api/v1/audit/export?format=${format}&${about}`);
    t.equal(status, 200);
    t.match(text, number);
    for (const title of titles) t.match(text, title, format);
    t.notMatch(bare(text), values, format);
  }
});

t.test('the history of the case names which ones; a client reads in theirs that answers were changed', async (t) => {
  const history = async (who: Person, query: string) => {
    const { body, text } = await who.get(`/api/v1/applications/${id}/audit${query}`);
    t.notMatch(bare(text), values);
    return plain(body.find(({ type }: OrganizationEntry) => type === 'applications/answers-changed@1').sentence);
  };
  const staff = await history(acme.officer, '');
  t.match(staff, /^Carl Client changed answers: .*\.$/);
  for (const title of titles) t.match(staff, title);
  t.equal(await history(acme.client, '?audience=external'), 'Carl Client changed answers.');
});
