import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import type { TestClient, TestPlatform } from '@dossier/core/testing';
import { quickPasswords } from '@dossier/sign-in/testing';
import type { Demonstration } from '../contract.ts';

const plugins = ['@dossier/sign-in', '@dossier/workflow-handlers', '@dossier/bureau-simulator', '@dossier/demo'];
const operator = 'operator-token-of-this-test-0123456789';
const read = (platform: TestPlatform, name = 'demo.json'): Demonstration =>
  JSON.parse(readFileSync(join(platform.dataDir, name), 'utf8'));

t.test('a demonstration', async (t) => {
  const platform = await testPlatform({
    plugins,
    env: { DEMO: 'true', OPERATOR_TOKEN: operator, ...quickPasswords },
    listen: true,
  });
  t.teardown(() => platform.stop());
  await platform.settle();
  let demo = read(platform);
  const as = (role: string, n = 0): TestClient =>
    platform.as({ authorization: `Bearer ${demo.users.filter((user) => user.role === role)[n]!.token}` });
  const byKey = platform.as({ 'x-api-key': demo.apiKey });
  const listed = async () =>
    (await as('officer').get(`/api/v1/applications?workspaceId=${demo.staffWorkspaceId}&limit=50`)).body;

  await t.test('is described in a file that only its owner reads', async (t) => {
    t.equal(statSync(join(platform.dataDir, 'demo.json')).mode & 0o777, 0o600);
    t.equal(demo.baseUrl, platform.kernel.publicUrl());
    t.strictSame(
      demo.users.map((user) => user.role),
      ['admin', 'officer', 'clerk', 'client', 'client', 'client', 'client', 'client'],
    );
    t.equal(new Set(demo.users.map((user) => user.password)).size, 8);
  });

  await t.test('is a BANK with five applications in telling states', async (t) => {
    t.match((await as('officer').get('/api/v1/organizations')).body, [{ slug: 'demo', type: 'BANK' }]);
    const applications = await listed();
    t.strictSame(
      applications.map((one: { applicantName: string; status: string }) => `${one.applicantName} ${one.status}`).sort(),
      [
        'Amelia Novak Approved',
        'Benjamin Okafor InReview',
        'Chiara Rossi Submitted',
        'Dmitri Petrov InReview',
        'Emiko Tanaka Rejected',
      ],
    );
  });

  await t.test('says to its clients how they reach it', async (t) => {
    t.match((await as('client').get('/api/v1/organization/contact')).body, {
      email: 'loans@demo.example',
      telephone: /^\+44/,
    });
  });

  await t.test('has a sample that is approved by itself, and one that halts', async (t) => {
    const clean = await byKey.post('/api/v1/applications', demo.samples.clean);
    t.match(clean, { status: 201, body: { status: 'Approved' } });
    const doubtful = await byKey.post('/api/v1/applications', demo.samples.doubtful);
    t.match(doubtful, { status: 201, body: { status: 'InReview' } });
    t.equal((await as('clerk').post(`/api/v1/applications/${doubtful.body.id}/approve`, {})).status, 403);
    t.equal((await as('officer').post(`/api/v1/applications/${doubtful.body.id}/approve`, {})).status, 200);
    t.match((await as('client').get(`/api/v1/applications/${doubtful.body.id}`)).body, { status: 'Approved' });
    t.equal((await as('client', 1).get(`/api/v1/applications/${doubtful.body.id}`)).status, 404);
  });

  await t.test('is set up once: a second seeding adds nothing and keeps every secret', async (t) => {
    const before = (await listed()).length;
    const again = await platform.as({ authorization: `Bearer ${operator}` }).post('/api/v1/installation/seed', {});
    t.equal(again.status, 200);
    t.strictSame(again.body, demo);
    t.strictSame(read(platform), demo);
    t.equal((await listed()).length, before);
  });

  await t.test('gets new secrets, and nothing else, when its file is lost', async (t) => {
    const before = (await listed()).length;
    rmSync(join(platform.dataDir, 'demo.json'));
    const { body } = await platform.as({ authorization: `Bearer ${operator}` }).post('/api/v1/installation/seed', {});
    t.strictSame({ ...body, apiKey: '', users: [] }, { ...demo, apiKey: '', users: [] });
    for (const [i, { id, email, role, token }] of body.users.entries()) {
      t.match(demo.users[i], { id, email, role });
      t.equal((await platform.as({ authorization: `Bearer ${token}` }).get('/api/v1/session')).status, 200);
    }
    t.equal((await listed()).length, before);
    demo = body;
  });

  await t.test(
    'has a form for profiles, which one from before gets once, and one that is there already stays',
    async (t) => {
      const client = as('client');
      const profile = (data: object) =>
        client.post('/user-profiles', {
          userId: demo.users.find(({ role }) => role === 'client')!.id,
          userProfileSchemaId: 'personal-details',
          name: 'Me',
          data,
        });
      t.match(await profile({ phone: '+1 555 0100' }), {
        status: 422,
        body: { errors: [{ pointer: '/data/birthDate' }] },
      });
      t.equal(
        (
          await profile({
            birthDate: '1988-03-14',
            address: { street: 'Harbour 3', postalCode: '20457', city: 'Hamburg' },
            employment: 'EMPLOYED',
          })
        ).status,
        201,
      );
      t.equal(
        (
          await as('admin').put('/api/v1/user-profile-schemas/personal-details', {
            title: 'Ours',
            schema: { type: 'object', properties: {} },
          })
        ).status,
        200,
      );
      await platform.kernel.database.asOwner((owner) =>
        owner.run(`delete from demo_step where step = 'profile form' or step like 'everything %'`),
      );
      t.equal(
        (await platform.as({ authorization: `Bearer ${operator}` }).post('/api/v1/installation/seed', {})).status,
        200,
      );
      t.match((await client.get('/api/v1/user-profile-schemas')).body, [{ id: 'personal-details', title: 'Ours' }]);
    },
  );

  await t.test('is refused to everybody but the operator', async (t) => {
    t.equal((await as('admin').post('/api/v1/installation/seed', { slug: 'other' })).status, 403);
    t.equal((await as('client').post('/api/v1/installation/seed', { slug: 'other' })).status, 403);
    t.equal((await byKey.post('/api/v1/installation/seed', { slug: 'other' })).status, 401);
    t.equal((await platform.post('/api/v1/installation/seed', { slug: 'other' })).status, 401);
  });

  await t.test('can exist next to another one with another slug', async (t) => {
    const lines: string[] = [];
    t.equal(await platform.kernel.command('seed')!.run(['--slug', 'north'], (line) => lines.push(line)), 0);
    const other = read(platform, 'demo-north.json');
    t.equal(other.organization.slug, 'north');
    t.strictSame(read(platform), demo);
    t.equal(
      (await platform.as({ 'x-api-key': other.apiKey }).post('/api/v1/applications', demo.samples.clean)).status,
      404,
      'the key of one does not reach the other',
    );
    t.equal(await platform.kernel.command('seed')!.run(['--slug'], () => undefined), 2);
    t.equal(other.baseUrl, platform.kernel.publicUrl());
  });
});

t.test('each start tells every demonstration of the data directory its address', async (t) => {
  const first = await testPlatform({ plugins, env: quickPasswords });
  await first.kernel.command('seed')!.run([], () => undefined);
  await first.kernel.command('seed')!.run(['--slug', 'north'], () => undefined);
  const before = read(first, 'demo-north.json');
  const dataDir = await mkdtemp(join(tmpdir(), 'dossier-demo-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  writeFileSync(join(dataDir, 'demo-north.json'), JSON.stringify(before));
  await first.stop();
  const second = await testPlatform({
    plugins,
    env: { DATA_DIR: dataDir, PUBLIC_URL: 'https://dossier.example', ...quickPasswords },
  });
  t.teardown(() => second.stop());
  t.strictSame(JSON.parse(readFileSync(join(dataDir, 'demo-north.json'), 'utf8')), {
    ...before,
    baseUrl: 'https://dossier.example',
  });
});

t.test(
  'a command on an installation that takes any free port invents no address, and keeps one that was true',
  async (t) => {
    const platform = await testPlatform({ plugins, env: quickPasswords });
    t.teardown(() => platform.stop());
    const seed = async (): Promise<string> => {
      t.equal(await platform.kernel.command('seed')!.run([], () => undefined), 0);
      return read(platform).baseUrl;
    };
    t.equal(await seed(), '');
    const path = join(platform.dataDir, 'demo.json');
    writeFileSync(path, JSON.stringify({ ...read(platform), baseUrl: 'http://127.0.0.1:4711' }));
    t.equal(await seed(), 'http://127.0.0.1:4711');
  },
);

t.test(
  'a command with other settings than the server had leaves its address as it stands, and without a server writes its own',
  async (t) => {
    const platform = await testPlatform({ plugins, env: { PORT: '4700', ...quickPasswords } });
    t.teardown(() => platform.stop());
    for (const slug of ['demo', 'north']) {
      const seed = (): Promise<number> => platform.kernel.command('seed')!.run(['--slug', slug], () => undefined);
      const file = slug === 'demo' ? 'demo.json' : `demo-${slug}.json`;
      t.equal(await seed(), 0);
      t.equal(read(platform, file).baseUrl, 'http://127.0.0.1:4700');
      writeFileSync(
        join(platform.dataDir, file),
        JSON.stringify({ ...read(platform, file), baseUrl: 'http://127.0.0.1:4711' }),
      );
      t.equal(await seed(), 0);
      t.equal(read(platform, file).baseUrl, 'http://127.0.0.1:4711');
    }
  },
);

t.test('a patent organization has its own cast, which others may play beside it', async (t) => {
  const platform = await testPlatform({
    plugins: [...plugins, '@dossier/patent-simulator', '@dossier/patent-office', '@dossier/patent-office/demo'],
    env: quickPasswords,
  });
  t.teardown(() => platform.stop());
  const seed = async (...args: string[]): Promise<{ readonly code: number; readonly said: string }> => {
    const lines: string[] = [];
    const code = await platform.kernel.command('seed')!.run(args, (line) => lines.push(line));
    return { code, said: lines.join('\n') };
  };
  t.match(await seed('--type', 'PATENT', '--slug', 'penrow'), { code: 0, said: /"penrow" is set up, with 7 people/ });
  const demo = read(platform);
  const as = (name: string): TestClient =>
    platform.as({
      authorization: `Bearer ${demo.users.find(({ email }) => email.startsWith(`${name}@`))!.token}`,
    });
  t.match((await as('ines').get('/api/v1/organizations')).body, [{ slug: 'penrow', type: 'PATENT' }]);
  const listed = async () =>
    (await as('ines').get(`/api/v1/applications?workspaceId=${demo.staffWorkspaceId}&limit=50`)).body;
  t.equal((await listed()).length, 3);
  const { id } = (await listed()).find(
    ({ applicantName }: { applicantName: string }) => applicantName === 'Marit Sund',
  );
  const saved = async () => (await as('ines').get(`/api/v1/applications/${id}/patents`)).body;
  t.equal((await saved()).length, 3);
  t.match(
    (await saved()).find(({ patent }: { patent: { number: string } }) => patent.number === 'EP4352417B1'),
    { tag: 'closest art', by: { name: 'Ines Duarte' }, patent: { title: /hydrogen tank/i } },
  );
  const inside = `/api/v1/workspaces/${demo.staffWorkspaceId}/patents`;
  const notes = await Promise.all(
    ['ines', 'tomas', 'paul'].map(async (name) => (await as(name).get(`${inside}/EP4352417B1/note`)).body.text),
  );
  t.match(notes[0], /conductive layer/);
  t.match(notes[1], /opposition period/);
  t.equal(notes[2], '', 'the administrator has none, and reads no other');
  const credits = async () => (await as('ines').get('/api/v1/patents/credits')).body;
  t.match(
    await credits(),
    { used: 5, reserved: 0 },
    'three searches, the claims of one, and one that no search had found',
  );

  const rows = async () => [await listed(), await saved(), await credits(), read(platform)];
  const before = await rows();
  t.equal((await seed('--type', 'PATENT', '--slug', 'penrow')).code, 0);
  t.equal((await seed('--slug', 'penrow')).code, 0, 'what it is already need not be said');
  t.strictSame(await rows(), before, 'a second run adds nothing');

  // As an interruption leaves it: the last step and one of the story were not noted.
  await platform.kernel.database.asOwner((owner) =>
    owner.run(
      `delete from demo_step where step like 'everything %' or step like '%: US10877012B2' or step like 'note of %'`,
    ),
  );
  t.equal((await seed('--type', 'PATENT', '--slug', 'penrow')).code, 0);
  t.strictSame((await rows()).slice(0, 3), before.slice(0, 3), 'one that goes on pays for nothing twice');

  await t.rejects(seed('--type', 'BANK', '--slug', 'penrow'), { code: 'slug-taken' });
  t.match(await seed('--type', 'CIRCUS'), { code: 2, said: /There are: BANK, PATENT/ });
  t.equal((await seed('--type')).code, 2);
  t.equal((await seed('--sloug', 'x')).code, 2);
});
