/** The trail of an organization is read in sentences. */
import { t } from '@dossier/core/testing/t';
import { EventLog } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { TestAnswer } from '@dossier/core/testing';
import { Sentences } from '../contract.ts';
import type { OrganizationEntry } from '../contract.ts';
import { plain } from '../sentence.ts';

const platform = await testPlatform({
  plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers', '@dossier/reports', '@dossier/sign-in'],
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const read = async (query = ''): Promise<readonly OrganizationEntry[]> =>
  (await acme.admin.get(`/api/v1/audit?limit=200${query}`)).body;
const sentences = async (query = ''): Promise<readonly string[]> =>
  (await read(query)).map(({ sentence }) => plain(sentence));
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;

t.test('every kind of entry has a sentence', async (t) => {
  const { types } = platform.service(EventLog);
  t.ok(types.length > 80);
  for (const { type, says } of types) t.not(says, undefined, type);
});

t.test('an application stands there with number, applicant and amount, and who decided it', async (t) => {
  const template = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
    amount: 'loan',
    schema: {
      type: 'object',
      properties: {
        amount: {
          type: 'number',
          title: 'Amount',
          'x-kind': 'money',
          'x-currency': 'EUR',
          'x-decimals': 2,
          'x-id': 'loan',
        },
      },
    },
    wizard: [{ key: 'loan', title: 'Loan', fields: ['amount'] }],
  });
  const { body } = await acme.key.post('/api/v1/applications', acme.record(template, { answers: { amount: 24_500 } }));
  await platform.settle();
  const { number } = (await acme.officer.get(`/api/v1/applications/${body.id}`)).body;
  const [first] = await read(`&subjectId=${body.id}&type=applications/submitted@1`);
  t.match(plain(first!.sentence), new RegExp(`^The key Partner submitted ${number} of Carl Client for €24,500.00`));
  t.match(
    first!.sentence.find(({ is }) => is === 'record'),
    {
      text: number,
      record: { type: 'application', id: body.id, workspaceId: acme.staffWorkspace, path: `applications/${body.id}` },
    },
    'and leads there',
  );
  t.equal((await acme.officer.post(`/api/v1/applications/${body.id}/approve`)).status, 200);
  const [decided] = await read(`&subjectId=${body.id}&type=applications/changed@1`);
  t.match(plain(decided!.sentence), new RegExp(`^Otto Officer approved ${number} of Carl Client for €24,500.00`));
  t.match(decided!.changes, [{ title: 'Status', before: 'In review', after: 'Approved' }]);
});

t.test('people, teams and roles are called by their names, before and after too', async (t) => {
  const told = await sentences('&type=access/member-added@1');
  t.ok(told.some((one) => /added Otto Officer to the team .+ as .+\./.test(one)));
  const [added] = await read('&type=access/member-added@1');
  const [person, team, role] = added!.sentence.flatMap(({ record }) => record ?? []);
  t.match(person, { type: 'user', workspaceId: null, path: `settings/people/${person!.id}` });
  t.match([team, role], [{ type: 'team' }, { type: 'team-role' }]);
  for (const one of [team, role]) t.equal(one!.path, `settings/teams/${team!.id}`, 'a role is shown with its team');
  t.match(
    added!.changes.map(({ title, before, after }) => `${title}: ${before} to ${after}`),
    ['Status: null to Active', 'Team: null to Clients', 'Team role: null to Client'],
  );
});

t.test('an event that has no words for its reader says what the trail has, to clients without the staff', async (t) => {
  const [entry] = await read('&type=applications/submitted@1');
  const { subject } = entry!;
  const { number } = (await acme.officer.get(`/api/v1/applications/${subject.id}`)).body;
  const event = {
    type: 'applications/assigned@1',
    subject,
    organization: acme.access.organization,
    workspace: acme.staffWorkspace,
    actor: { kind: 'user', id: acme.officer.id, name: 'Otto Officer' },
    before: null,
    after: null,
    payload: { userId: acme.clerk.id },
  };
  const system = { kind: 'system', id: 'workflow', name: 'System' };
  t.strictSame(
    await platform.service(Sentences).told(acme.access, [
      { event, why: 'other', as: 'staff' },
      { event, why: 'other', as: 'client' },
      { event: { ...event, actor: system }, why: 'given', as: 'staff' },
    ]),
    [
      `Otto Officer assigned ${number} to Clara Clerk`,
      `Staff assigned ${number} to a person`,
      'Given to you by the platform',
    ],
  );
});

t.test('a refused attempt says what was tried', async (t) => {
  t.equal((await acme.clerk.post('/api/v1/api-keys', { name: 'Mine' })).status, 403);
  t.match((await sentences('&type=core/denied@1'))[0], /^Clara Clerk tried what they may not do: .*key.*\.$/i);
});

t.test('no entry shows an id, JSON or a place that was not filled', async (t) => {
  const entries = await read();
  t.ok(entries.length > 40);
  for (const { type, sentence, changes } of entries) {
    const shown = [
      plain(sentence),
      ...changes.flatMap(({ title, before, after }) => [title, before ?? '', after ?? '']),
    ].join('\n');
    t.notMatch(shown, uuid, type);
    t.notMatch(shown, /[{}[\]]|undefined|\bnull\b/, `${type}: ${shown}`);
  }
});

t.test('what it can be narrowed to is found by number and by name, of one organization alone', async (t) => {
  const find = async (who: typeof acme, q: string): Promise<TestAnswer> =>
    who.admin.get(`/api/v1/audit/records?${new URLSearchParams({ q })}`);
  const [entry] = await read('&type=applications/submitted@1');
  const number = entry!.sentence.find(({ is }) => is === 'record')!.text;
  t.match((await find(acme, number)).body, [{ type: 'application', id: entry!.subject.id, name: number }]);
  t.match((await find(acme, number.slice(0, 8))).body[0], { type: 'application' });
  t.match((await find(acme, 'otto')).body, [{ type: 'user', id: acme.officer.id, name: 'Otto Officer' }]);
  t.same((await find(beta, number)).body, []);
  t.notOk((await find(beta, 'o')).body.some(({ id }: { id: string }) => id === acme.officer.id));
  for (const who of [acme.officer, acme.clerk, acme.client])
    t.equal((await who.get('/api/v1/audit/records?q=a')).status, 403);
});
