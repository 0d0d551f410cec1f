import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '../../../testing/index.ts';
import { gallery } from '../gallery/index.ts';

const platform = await testPlatform({ plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers'] });
t.teardown(() => platform.stop());
const b = await bank(platform);

const answers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'consumer-loan': {
    amount: 18_000,
    term: 48,
    purpose: 'CAR',
    carPrice: 21_000,
    born: '1990-02-03',
    home: { street: 'Elm 1', city: 'Lindau', country: 'DE' },
    since: '2015-01-01',
    household: 2,
    living: 'EMPLOYED',
    employer: 'Lindgren Carpentry',
    employedSince: '2018-05-01',
    income: 2580,
    rent: 740,
    hasLoans: true,
    loans: [{ bank: 'Car bank', rate: 140, left: 2000 }],
  },
  'account-opening': {
    holder: 'COMPANY',
    services: ['CARD', 'ONLINE'],
    overdraft: false,
    companyName: 'Lindgren Carpentry',
    registration: 'HRB 1',
    seat: { street: 'Elm 1', city: 'Lindau', country: 'DE' },
    business: 'Carpentry',
    owners: [{ owner: 'Ingrid Lindgren', ownerBorn: '1970-01-01', share: 60 }],
    taxCountry: 'Germany',
    taxNumber: '12/345',
    alsoElsewhere: false,
    origin: ['BUSINESS'],
    monthly: 12_000,
    office: false,
  },
  grant: {
    form: 'CHARITY',
    organization: 'River friends',
    seat: { street: 'Elm 1', city: 'Lindau', country: 'DE' },
    staff: 3,
    before: false,
    title: 'Clean banks',
    summary: 'We clean the banks of the river.',
    need: 'All who walk there.',
    reached: 300,
    begin: '2027-01-01',
    end: '2027-12-31',
    costs: [{ item: 'Gloves', kind: 'THINGS', cost: 500 }],
    own: 100,
    others: 0,
  },
  'patent-filing': {
    title: 'A hinge',
    field: 'Carpentry',
    problem: 'Doors fall.',
    solution: 'A hinge that holds.',
    inventors: [{ inventor: 'Ingrid Lindgren', inventorMail: 'ingrid@example.org' }],
    owner: 'INVENTORS',
    employed: false,
    shown: false,
    offices: ['EP', 'US'],
    priority: false,
  },
  'building-permit': {
    place: { street: 'Elm 1', city: 'Lindau', country: 'DE' },
    parcel: '12/7',
    size: 800,
    owns: true,
    listed: false,
    kind: 'NEW',
    use: ['HOMES'],
    homes: 2,
    storeys: [{ storey: 'Ground floor', area: 90.5 }],
    footprint: 110,
    height: 7.5,
    about: 'A house.',
    cost: 300_000,
    planner: 'Ada Plan',
    chamber: 'A 1',
  },
};

t.test('the ready templates are listed with what they are for and how long they take', async (t) => {
  const { body } = await b.admin.get('/api/v1/template-gallery');
  t.same(
    body.map(({ key }: { key: string }) => key),
    gallery.map(({ key }) => key),
  );
  for (const one of body) t.ok(one.steps >= 4 && one.fields >= 18 && one.minutes >= 8, `${one.key} is complete`);
  t.equal((await b.officer.get('/api/v1/template-gallery')).status, 403);
});

for (const { key, title } of gallery)
  t.test(`"${title}" is published as it is, and takes an application whose answers all fit`, async (t) => {
    const made = await b.admin.post(`/api/v1/template-gallery/${key}`);
    t.match(made, { status: 201, body: { name: title, version: null } });
    t.same(made.body.problems, []);
    t.equal((await b.admin.post(`/api/v1/templates/${made.body.id}/publish`)).status, 200);
    const sent = await b.key.post('/api/v1/applications', b.record(made.body.id, { answers: answers[key]! }));
    t.equal(sent.status, 201);
    const codes = sent.body.steps.flatMap(({ reasons }: { reasons: readonly { code: string }[] }) =>
      reasons.map(({ code }) => code),
    );
    t.same([...new Set(codes)], ['document-missing'], 'nothing is missing but the documents');
  });

t.test('one that is there already is taken under another name, once however often it is asked for', async (t) => {
  const take = (body?: object) =>
    b.admin.post('/api/v1/template-gallery/grant', body, { 'idempotency-key': JSON.stringify(body ?? null) });
  t.match(await take(), { status: 409, body: { code: 'name-taken' } });
  const [first, second] = [await take({ name: 'Small grant' }), await take({ name: 'Small grant' })];
  t.equal(first.status, 201);
  t.equal(second.body.id, first.body.id);
  t.equal((await b.admin.post('/api/v1/template-gallery/none')).status, 404);
});
