import { t } from '@dossier/core/testing/t';
import { spawn } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { lockDirectory } from '../../facilities/database/lock.ts';
import { openPGlite } from '../../facilities/database/pglite.ts';

/** Another process that takes the lock, says so, and stays. */
async function holder(dataDir: string) {
  const code = `import { lockDirectory } from ${JSON.stringify(new URL('../../facilities/database/lock.ts', import.meta.url).href)};
    await lockDirectory(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

t.test('a second process is refused, and learns who holds the directory and what to do', async (t) => {
  const dataDir = join(t.testdir({}), 'data');
  const child = await holder(dataDir);
  await t.rejects(lockDirectory(dataDir), {
    code: 'K_DATA_DIR_IN_USE',
    message: new RegExp(`process ${child.pid} .*DATA_DIR.*DATABASE_URL`),
  });
  child.kill('SIGSTOP');
  await t.rejects(
    lockDirectory(dataDir),
    { code: 'K_DATA_DIR_IN_USE', message: /does not answer/ },
    'also while its owner is stopped',
  );
});

t.test('the lock of a process that was killed is taken over', async (t) => {
  const dataDir = join(t.testdir({}), 'data');
  const child = await holder(dataDir);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  t.ok((await readdir(dataDir)).includes('lock.sock'), 'the dead owner left its lock');
  const release = await lockDirectory(dataDir);
  await t.rejects(lockDirectory(dataDir), { code: 'K_DATA_DIR_IN_USE' }, 'it is held again');
  await release();
  const again = await lockDirectory(dataDir);
  await again();
  t.strictSame(await readdir(dataDir), [], 'nothing is left behind');
});

t.test('of many that start at once after a dead owner exactly one gets it', async (t) => {
  const dataDir = join(t.testdir({}), 'data');
  const child = await holder(dataDir);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(dataDir)));
  const held = tries.filter((result) => result.status === 'fulfilled');
  t.equal(held.length, 1);
  for (const result of held) await result.value();
});

t.test('a directory deeper than a socket’s path may be is locked too', async (t) => {
  const dataDir = join(t.testdir({}), 'd'.repeat(120));
  await mkdir(dataDir, { recursive: true });
  const release = await lockDirectory(dataDir);
  await t.rejects(lockDirectory(dataDir), { code: 'K_DATA_DIR_IN_USE' });
  await release();
});

t.test('what an embedded database holds is read by its owner alone', async (t) => {
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
  const dataDir = join(t.testdir({}), 'data');
  await (await openPGlite({ dataDir: join(dataDir, 'database') })).close();
  t.equal(await modeOf(join(dataDir, 'database')), 0o700);
  const fresh = join(t.testdir({}), 'fresh');
  await (
    await lockDirectory(fresh)
  )();
  t.equal(await modeOf(fresh), 0o700);
});
