import { t } from '@dossier/core/testing/t';
import { compose } from '../message.ts';

const bank = { name: 'Bücher & <Söhne>', logo: null, accent: '#0A7D5C' };

t.test('an e-mail says the same as text and as HTML', async (t) => {
  const { text, html } = compose(bank, {
    title: 'You are invited',
    paragraphs: ['First.', 'Second.'],
    quote: 'See you\nsoon',
    action: { label: 'Open', url: 'https://x.example/i/1?a=1&b=2' },
    notes: ['Small print.'],
    locale: 'de',
  });
  t.equal(
    text,
    'You are invited\n\nFirst.\n\nSecond.\n\n> See you\n> soon\n\nOpen:\nhttps://x.example/i/1?a=1&b=2\n\nSmall print.\n\n-- \nBücher & <Söhne>',
  );
  for (const part of [
    '<html lang="de">',
    'Bücher &amp; &lt;Söhne&gt;',
    '<h1',
    'First.',
    'Second.',
    'See you<br>soon',
    'href="https://x.example/i/1?a=1&amp;b=2"',
    'Small print.',
  ])
    t.ok(html.includes(part), part);
});

t.test('text of a person is text, and nothing is loaded from anywhere', async (t) => {
  const { html } = compose(
    { ...bank, logo: 'https://evil.example/track.png' },
    {
      title: '<img src=x>',
      paragraphs: ['<script>alert(1)</script>'],
      quote: '"><b>',
      action: { label: '<i>', url: 'https://x.example/"onclick=' },
    },
  );
  t.notMatch(html, /<script|<img|<b>|<i>|"onclick/);
  t.notMatch(html, /evil\.example|@import|<link|url\(/);
});

t.test('the organization shows its logo and accent', async (t) => {
  const logo = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`;
  t.ok(compose({ ...bank, logo }, { title: 'x', paragraphs: [] }).html.includes(`<img src="${logo}"`));
  t.notMatch(
    compose({ ...bank, logo: 'data:image/svg+xml;base64,PHN2Zz4=' }, { title: 'x', paragraphs: [] }).html,
    /<img/,
  );
  const button = (accent: string | null): string =>
    compose({ ...bank, accent }, { title: 'x', paragraphs: [], action: { label: 'Open', url: 'https://x.example' } })
      .html;
  t.match(button('#0A7D5C'), /background:#0A7D5C;color:#ffffff/);
  t.match(button('#ffe08a'), /background:#ffe08a;color:#000000/, 'dark ink on a light accent');
  t.match(button('red;} body{'), /background:#1f3a5f;color:#ffffff/, 'what is no colour is left out');
});
