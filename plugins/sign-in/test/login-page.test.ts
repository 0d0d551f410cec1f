import { t } from '@dossier/core/testing/t';
import { createHash } from 'node:crypto';
import { contentSecurityPolicy, loginPage, messagePage } from '../login-page.ts';

t.test('each field has its label and its purpose; one script is run, and nothing is loaded', async (t) => {
  const page = loginPage({ action: '/oidc/interaction/u1', email: '', faults: {} });
  t.match(
    page,
    /<label for="email">E-mail<\/label><input id="email" name="email" type="text" inputmode="email" autocomplete="user/,
  );
  t.match(
    page,
    /<label for="password">Password<\/label><span class="with"><input id="password" name="password" type="password" autocomplete="current-password"/,
  );
  t.notMatch(page, /src=|@import|url\(/);
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  t.equal(scripts.length, 1);
  t.ok(
    contentSecurityPolicy.includes(`script-src 'sha256-${createHash('sha256').update(scripts[0]!).digest('base64')}';`),
    'the policy allows exactly this script',
  );
  t.notMatch(page, /role="alert"/);
  const style = /<style>(.*)<\/style>/s.exec(page)![1]!;
  t.ok(
    contentSecurityPolicy.includes(createHash('sha256').update(style).digest('base64')),
    'the policy allows exactly this style',
  );
});

t.test('what was wrong stands in a summary and at its field; the address is kept, the password never', async (t) => {
  const page = loginPage({ action: '/x', email: 'ann@acme.example', faults: { password: 'Enter your password.' } });
  t.match(page, /role="alert" tabindex="-1" autofocus>.*<a href="#password">Enter your password\.<\/a>/s);
  t.match(page, /aria-invalid="true" aria-describedby="password-fault"/);
  t.match(page, /value="ann@acme\.example"/);
  t.match(page, /id="password"[^>]* value=""/);
});

t.test('text of a person is text', async (t) => {
  const page = loginPage({ action: '/x', email: '"><script>alert(1)</script>', faults: { form: '<b>' } });
  t.notMatch(page, /<script>alert|<b>/);
  t.notMatch(messagePage('<i>', '<i>', { href: '"><i>', label: '<i>' }), /<i>/);
});
