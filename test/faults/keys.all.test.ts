/**
 * The key that seals secrets is replaced on a real installation: what was sealed opens with the new one alone, and a
 * wrong one is refused before it writes.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { demoData } from '../servers/demo-data.ts';
import { bare, launch, runToEnd, startDossier, tokenOf } from '../servers/dossier.ts';
import type { Environment } from '../servers/dossier.ts';

const canary = 'canary-words-of-the-bureau';
const key = (): string => randomBytes(32).toString('base64');
const dataDir = await demoData();
// What the demonstration was sealed with is given as a setting from here on, and its file is gone.
const file = join(dataDir, 'secret.key');
const [first, second] = [readFileSync(file, 'utf8').trim(), key()];
rmSync(file);
const dossier = await startDossier({ DATA_DIR: dataDir, SECRET_KEY: first, LOG_LEVEL: 'debug' });
t.teardown(() => dossier.remove());
const settings = (o: Environment): Environment => ({ ...bare(dossier.dataDir), ...o });

async function refused(t: Test, env: Environment, ...words: readonly RegExp[]): Promise<void> {
  const { code, printed } = await runToEnd([], settings(env));
  t.equal(code, 1);
  for (const word of words) t.match(printed, word);
  t.notMatch(printed, /^\s+at .+:\d+/m, 'no stack trace');
}

/**
 * Starts with these settings, and asks whether everything that hangs on the key is as it was: tokens, API keys, the
 * secret.
 */
async function serves(t: Test, env: Environment): Promise<void> {
  const node = await launch(settings(env));
  const { baseUrl, apiKey, samples } = node.demo;
  const authorization = `Bearer ${tokenOf(node.demo, 'admin')}`;
  t.match(
    await (await fetch(`${baseUrl}/api/v1/integrations/workflow-handlers`, { headers: { authorization } })).json(),
    { state: 'set-up', version: 1, values: { token: { set: true } } },
  );
  t.equal(
    (
      await fetch(`${baseUrl}/api/v1/templates/${samples.clean.templateId}/schema`, {
        headers: { 'x-api-key': apiKey },
      })
    ).status,
    200,
  );
  t.equal((await node.stop()).code, 0);
}

t.test('a secret is entered under the first key', async (t) => {
  const headers = { authorization: `Bearer ${tokenOf(dossier.demo, 'admin')}`, 'content-type': 'application/json' };
  const answer = await fetch(`${dossier.demo.baseUrl}/api/v1/integrations/workflow-handlers`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ values: { url: 'http://127.0.0.1:9/', token: canary } }),
  });
  t.equal(answer.status, 200);
  await dossier.stop();
  t.notMatch(dossier.child.printed(), canary, 'nor is it in the log');
});

t.test('a wrong key is refused, and so is none', async (t) => {
  await refused(t, { SECRET_KEY: second }, /K_WRONG_KEY/, /SECRET_KEY_PREVIOUS/, /Nothing was changed/);
  await refused(t, { SECRET_KEY: second, SECRET_KEY_PREVIOUS: key() }, /K_WRONG_KEY/);
  await refused(t, {}, /K_NO_KEY/, /Restore the key/);
  t.match(await runToEnd(['keys', 'rotate'], settings({ SECRET_KEY: second })), { code: 1, printed: /K_WRONG_KEY/ });
  await serves(t, { SECRET_KEY: first });
});

t.test('while both are given either serves, and after the rotation the new one alone', async (t) => {
  const path = join(dossier.dataDir, 'previous.key');
  writeFileSync(path, `${first}\n`, { mode: 0o600 });
  const both = { SECRET_KEY: second, SECRET_KEY_PREVIOUS_FILE: path };
  await serves(t, both);
  await serves(t, { SECRET_KEY: first });
  t.match(await runToEnd(['keys', 'turn'], settings(both)), { code: 2, printed: /keys rotate/ });
  t.match(await runToEnd(['keys', 'rotate'], settings(both)), { code: 0, printed: /Take SECRET_KEY_PREVIOUS away/ });
  t.match(await runToEnd(['keys', 'rotate'], settings(both)), { code: 0, printed: /Nothing was changed/ });
  await serves(t, both);
  rmSync(path);
  await serves(t, { SECRET_KEY: second });
  await refused(t, { SECRET_KEY: first }, /K_WRONG_KEY/);
  t.match(
    await runToEnd(['audit', 'verify'], settings({ SECRET_KEY: second })),
    { code: 0, printed: /intact/ },
    'the signatures of the log hold',
  );
});
