import { randomBytes } from 'node:crypto';
import fs, { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { createVault } from '../../facilities/secrets/vault.ts';
import { processKeys } from '../../facilities/secrets/vault-process-key.ts';
import { decrypt, derivedKey, encrypt } from '../../facilities/secrets/vault-sealing.ts';

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
  const [version, id, text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  t.throws(() => vault.open(`${version}.${id}.${bytes.toString('base64url')}`, 'c'));
  t.throws(() => createVault(randomBytes(32)).open(sealed, 'c'), new RegExp(`sealed under the key ${id}`));
  t.throws(() => vault.open('plain text', 'c'), /not a sealed secret/);
  t.throws(() => vault.open(`${version}.${id}.AAAA`, 'c'), /not a sealed secret/);
});

t.test('what was sealed before keys had ids still opens, and only in its own context', async (t) => {
  const root = randomBytes(32);
  const old = `v1.${encrypt(derivedKey(root, 'seal'), Buffer.from('secret'), 'c')}`;
  t.equal(createVault(root).open(old, 'c'), 'secret');
  t.throws(() => createVault(root).open(old, 'd'));
  t.throws(() => decrypt(derivedKey(root, 'seal'), 'short', 'c'), /not a sealed secret/);
});

t.test('fingerprints are equal for equal secrets and differ by purpose and by installation', async (t) => {
  const key = randomBytes(32);
  const vault = createVault(key);
  t.equal(vault.fingerprint('abc', 'api-key'), createVault(key).fingerprint('abc', 'api-key'));
  t.not(vault.fingerprint('abc', 'api-key'), vault.fingerprint('abc', 'session'));
  t.not(vault.fingerprint('abc', 'api-key'), createVault(randomBytes(32)).fingerprint('abc', 'api-key'));
});

t.test(
  'the process key is made once, for its owner only, and neither a damaged nor a lost one is replaced',
  async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dossier-key-'));
    t.teardown(() => rmSync(dataDir, { recursive: true }));
    const path = join(dataDir, 'secret.key');
    const keys = (o: { given?: Buffer; previous?: Buffer; mayMake?: boolean } = {}) =>
      processKeys({
        dataDir,
        given: o.given?.toString('base64'),
        previous: o.previous?.toString('base64'),
        mayMake: o.mayMake ?? true,
      });
    t.throws(() => keys({ mayMake: false }), { code: 'K_NO_KEY' });
    t.notOk(existsSync(path), 'a new key would hide that the old one is lost');
    const made = keys();
    t.equal(made.current.bytes.length, 32);
    t.same(keys({ mayMake: false }), made, 'the second start finds it');
    t.equal(statSync(path).mode & 0o777, 0o600);
    const [given, previous] = [randomBytes(32), randomBytes(32)];
    t.same(keys({ given }).current.bytes, given, 'a given key wins');
    t.match(keys({ given, previous }), { previous: { bytes: previous } });
    writeFileSync(path, 'damaged');
    t.throws(() => keys(), /Restore it from a backup/);
    rmSync(path);
    const { linkSync } = fs;
    const linking = (link: object): void => {
      Object.assign(fs, { linkSync: link });
      syncBuiltinESMExports();
    };
    t.teardown(() => linking(linkSync));
    linking(() => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    });
    const there = keys();
    t.equal(there.current.bytes.length, 32, 'a volume that has no links');
    t.same(keys({ mayMake: false }), there);
    t.equal(statSync(path).mode & 0o777, 0o600);
  },
);
