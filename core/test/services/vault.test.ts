import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { createVault, installationKey } from '../../kernel/services/vault.ts';

t.test('what is sealed opens again, and only in its own context', async (t) => {
  const vault = createVault(randomBytes(32));
  const sealed = vault.seal('pass word é', 'org-a|bindPassword');
  t.equal(vault.open(sealed, 'org-a|bindPassword'), 'pass word é');
  t.notMatch(sealed, 'pass word');
  t.throws(() => vault.open(sealed, 'org-b|bindPassword'), 'moved to another organization');
  t.not(vault.seal('same', 'c'), vault.seal('same', 'c'), 'two seals of one text differ');
});

t.test('a changed ciphertext, another key and no ciphertext at all are refused', async (t) => {
  const vault = createVault(randomBytes(32));
  const sealed = vault.seal('secret', 'c');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  t.throws(() => vault.open(`v1.${bytes.toString('base64url')}`, 'c'));
  t.throws(() => createVault(randomBytes(32)).open(sealed, 'c'));
  t.throws(() => vault.open('plain text', 'c'), /not a sealed secret/);
});

t.test('fingerprints are equal for equal secrets and differ by purpose and by installation', async (t) => {
  const key = randomBytes(32);
  const vault = createVault(key);
  t.equal(vault.fingerprint('abc', 'api-key'), createVault(key).fingerprint('abc', 'api-key'));
  t.not(vault.fingerprint('abc', 'api-key'), vault.fingerprint('abc', 'session'));
  t.not(vault.fingerprint('abc', 'api-key'), createVault(randomBytes(32)).fingerprint('abc', 'api-key'));
});

t.test('the installation key is made once, for its owner only, and a damaged one is never replaced', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-key-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const key = installationKey(folder, undefined);
  t.equal(key.length, 32);
  t.same(installationKey(folder, undefined), key, 'the second start finds it');
  t.equal(statSync(join(folder, 'secret.key')).mode & 0o777, 0o600);
  const given = randomBytes(32);
  t.same(installationKey(folder, given.toString('base64')), given, 'a given key wins');
  writeFileSync(join(folder, 'secret.key'), 'damaged');
  t.throws(() => installationKey(folder, undefined), /Restore it from a backup/);
});
