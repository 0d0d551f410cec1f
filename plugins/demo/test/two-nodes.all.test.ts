/** Two nodes that set up the same demonstration at the same time. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import { quickPasswords } from '@dossier/sign-in/testing';
import { verifyPassword } from '../../sign-in/passwords.ts';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import type { Demonstration } from '../contract.ts';

// Sixteen passwords are hashed, at the cost that real ones have.
const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());

t.test('both know the same secrets, and everything is there once', { skip: postgres === null }, async (t) => {
  const env = {
    ...(await postgres!.createDatabase('demo')).env,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'dossier-demo-')),
    ...quickPasswords,
  };
  t.teardown(() => rm(env.DATA_DIR, { recursive: true, force: true }));
  const node = () =>
    testPlatform({
      plugins: ['@dossier/sign-in', '@dossier/workflow-handlers', '@dossier/bureau-simulator', '@dossier/demo'],
      env,
    });
  const [here, there] = [await node(), await node()];
  t.teardown(async () => {
    await there.stop();
    await here.stop();
  });
  t.strictSame(
    await Promise.all([here, there].map((one) => one.kernel.command('seed')!.run([], () => undefined))),
    [0, 0],
  );
  await Promise.all([here.settle(), there.settle()]);
  const demo: Demonstration = JSON.parse(readFileSync(join(env.DATA_DIR, 'demo.json'), 'utf8'));
  const stored = new Map(
    (await here.kernel.database.asOwner((owner) => owner.run('select email, "passwordHash" from credential'))).rows.map(
      (row) => [row['email'], String(row['passwordHash'])],
    ),
  );
  t.equal(stored.size, 8);
  for (const { email, password } of demo.users) t.ok(await verifyPassword(password, stored.get(email)!), email);
  const as = (role: string) =>
    here.as({ authorization: `Bearer ${demo.users.find((user) => user.role === role)!.token}` });
  t.match(
    (await as('admin').get('/api/v1/api-keys')).body.map(({ name }: { name: string }) => name),
    ['Partner portal'],
  );
  t.equal(
    (await here.as({ 'x-api-key': demo.apiKey }).post('/api/v1/applications', demo.samples.clean)).body.status,
    'Approved',
  );
  t.equal((await as('officer').get(`/api/v1/applications?workspaceId=${demo.staffWorkspaceId}`)).body.length, 6);
});
