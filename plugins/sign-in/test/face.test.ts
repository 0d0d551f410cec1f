import { t } from '@dossier/core/testing/t';
import { createHash } from 'node:crypto';
import { bank, testPlatform } from '@dossier/core/testing';
import { quickPasswords } from '../testing.ts';
import { Browser } from './browser.ts';
import type { Page } from './browser.ts';

const platform = await testPlatform({ plugins: ['@dossier/sign-in'], env: quickPasswords, listen: true });
t.teardown(() => platform.stop());
const [acme, beta] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
for (const { admin } of [acme, beta])
  t.equal((await admin.put('/api/v1/organization/branding', { accent: '#fddd00' })).status, 200);
const show = async (face: boolean): Promise<void> => {
  t.equal((await acme.admin.put('/api/v1/integrations/people', { values: { face } })).status, 200);
};
const loginAt = async (path: string): Promise<Page> => {
  const browser = new Browser(platform.kernel.publicUrl());
  return browser.open(await browser.toLogin(path));
};
const plain = ({ text }: Page): string => text.replaceAll(/interaction\/[\w-]+/g, 'interaction');

t.test('an organization that shows itself gives the sign-in page its name and colour', async (t) => {
  await show(true);
  const page = await loginAt('/p/acme/orgs');
  t.match(page.text, /<title>Sign in · ACME<\/title>[^]*<div class="face"><span>ACME<\/span><\/div><h1>Sign in/);
  t.match(page.text, /--brand:#fddd00/i);
  const style = /<style>(.*)<\/style>/s.exec(page.text)?.[1] ?? '';
  t.ok(
    page.headers.get('content-security-policy')?.includes(createHash('sha256').update(style).digest('base64')),
    'the policy allows exactly this style',
  );
});

t.test('one that does not is not told from one that there is not', async (t) => {
  await show(true);
  const [hidden, unknown] = [await loginAt('/p/beta/orgs'), await loginAt('/p/nowhere/orgs')];
  t.equal(plain(hidden), plain(unknown));
  t.equal(plain(hidden), plain(await loginAt('/')), 'and both get the page of the installation');
  t.notMatch(hidden.text, /BETA|fddd00/i);
  t.same([...hidden.headers.keys()].sort(), [...unknown.headers.keys()].sort(), 'the headers tell nothing either');
  t.equal(hidden.headers.get('content-security-policy'), unknown.headers.get('content-security-policy'));
  await show(false);
  t.equal(plain(await loginAt('/p/acme/orgs')), plain(unknown), 'at once after it is switched off');
});

t.test('what a browser makes up shows nothing', async (t) => {
  await show(true);
  const browser = new Browser(platform.kernel.publicUrl());
  const { location } = await browser.open('/auth/login?returnTo=%2Fp%2Fbeta%2Forgs');
  const forged = new URL(location);
  forged.searchParams.set('way_back', '/p/acme/orgs');
  const login = (await browser.open(`${forged.pathname}${forged.search}`)).location;
  t.notMatch((await browser.open(login)).text, /ACME/);
});
