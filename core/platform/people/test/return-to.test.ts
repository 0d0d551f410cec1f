import { t } from '@dossier/core/testing/t';
import { safeReturnTo, slugIn } from '../return-to.ts';

const here = 'https://dossier.example';

t.test('a path of this installation is kept with its query and fragment', async (t) => {
  for (const path of [
    '/',
    '/p/acme/orgs',
    '/p/acme/w/1?status=open&sort=-createdAt#row-7',
    '/search?q=%2F%2Fevil.example',
  ])
    t.equal(safeReturnTo(path, here), path);
});

t.test('whatever a browser could read as another origin leads to the start page', async (t) => {
  const foreign = [
    undefined,
    '',
    'p/acme',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    '/p/\u0000',
    '/..//evil.example',
    '/p/..//evil.example',
    '/%5c\\evil.example',
    `/${'a'.repeat(3000)}`,
  ];
  for (const path of foreign) t.equal(safeReturnTo(path, here), '/', JSON.stringify(path));
});

t.test('however it is written, it never leads to another origin nor into a header', async (t) => {
  for (const trick of [
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/%0d%0aSet-Cookie:a=b',
    '/@evil.example',
    '/:80//evil.example',
    '/p/?x=//evil.example',
    '/p/#//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/\u2028/evil.example',
    '/p/\r\nLocation: https://evil.example',
    'HTTPS://evil.example',
    '//evil.example@dossier.example',
    '/https://evil.example',
  ]) {
    const path = safeReturnTo(trick, here);
    t.equal(new URL(path, here).origin, here, encodeURIComponent(trick));
    t.match(path, /^\/(?![/\\])[\x21-\x7e]*$/);
  }
});

t.test('nobody is sent round in a circle to the sign-in itself', async (t) => {
  for (const path of ['/auth/login', '/auth/callback?code=1', '/auth', '/oidc/auth?client_id=x', '/p/../auth/login'])
    t.equal(safeReturnTo(path, here), '/', path);
  t.equal(safeReturnTo('/authors', here), '/authors');
});

t.test('the organization stands in the path', async (t) => {
  t.equal(slugIn('/p/acme/orgs'), 'acme');
  t.equal(slugIn('/p/acme'), 'acme');
  t.equal(slugIn('/p/acme?x=1'), null);
  t.equal(slugIn('/q/acme/orgs'), null);
});
