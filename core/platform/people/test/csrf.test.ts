import { t } from '@dossier/core/testing/t';
import { demandOurPages, fromOurPages } from '../csrf.ts';

const here = 'https://dossier.example';
const ours = { origin: here, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

t.test('reading is free', async (t) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) t.ok(fromOurPages(method, { 'sec-fetch-site': 'cross-site' }, here));
});

t.test('a change needs the header and our own origin', async (t) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    t.ok(fromOurPages(method, { ...ours, 'x-dossier-csrf': '1' }, here), method);
    t.notOk(fromOurPages(method, ours, here), `${method} without the header`);
    t.notOk(fromOurPages(method, { ...ours, 'x-dossier-csrf': '0' }, here));
    t.notOk(
      fromOurPages(method, { 'x-dossier-csrf': '1', origin: 'https://evil.example' }, here),
      `${method} from elsewhere`,
    );
    t.notOk(fromOurPages(method, { 'x-dossier-csrf': '1', origin: 'null' }, here), `${method} from a sandbox`);
    t.notOk(
      fromOurPages(method, { 'x-dossier-csrf': '1', origin: 'http://dossier.example' }, here),
      `${method} without TLS`,
    );
    t.notOk(
      fromOurPages(method, { 'x-dossier-csrf': '1', 'sec-fetch-site': 'same-site' }, here),
      `${method} from a neighbouring host`,
    );
    t.notOk(fromOurPages(method, { 'x-dossier-csrf': '1', 'sec-fetch-site': 'cross-site', origin: here }, here));
  }
});

t.test('a form of our own page is believed on the word of the browser alone', async (t) => {
  t.ok(fromOurPages('POST', { origin: here, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, here));
  t.notOk(
    fromOurPages(
      'POST',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      here,
    ),
  );
  t.notOk(fromOurPages('POST', { 'content-type': 'application/x-www-form-urlencoded' }, here));
});

t.test('the refusal is the problem csrf and says what to do', async (t) => {
  t.throws(() => demandOurPages('POST', {}, here), { status: 403, code: 'csrf', message: /x-dossier-csrf: 1/ });
});
