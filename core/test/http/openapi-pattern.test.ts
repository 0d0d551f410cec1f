import { t } from '@dossier/core/testing/t';
import { portable } from '../../facilities/http/openapi-pattern.ts';

t.test('a pattern of the document fits what the one that is checked fits', async (t) => {
  const patterns = [
    '^\\S',
    '^\\d{1,20}-\\d{1,20}$',
    '[^\\s\\u0000-\\u001f]',
    '^(?:a|\\w)+$',
    '[[\\]]',
    '^\\(\\?\\[$',
    '\\D',
    '\\W',
    '\\x41',
    '^[\\v\\t]$',
    '[(?=]',
    '^https?://[^\\/?#@]+([\\/?#]|$)',
  ];
  const texts = [
    ...Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)),
    '12-3',
    'a(b',
    '(?[',
    'http://a/',
    'http://a@b',
  ];
  for (const pattern of patterns) {
    const told = portable(pattern);
    if (told === null) t.fail(`${pattern} can be said`);
    else
      t.strictSame(
        texts.filter((text) => new RegExp(told).test(text) !== new RegExp(pattern, 'u').test(text)),
        [],
        `${pattern} is ${told}`,
      );
  }
});

t.test('what not every language has is no pattern of the document', async (t) => {
  for (const pattern of [
    '\\p{L}',
    '[^\\P{Cc}]',
    'a(?=b)',
    '(?<!a)b',
    '(?<a>b)',
    '(a)\\1',
    '(?<a>b)\\k<a>',
    '\\bword',
    '\\u{1F600}',
    '[\\S]',
    '\ud83d\ude00',
    '\\ud83d\\ude00',
  ])
    t.equal(portable(pattern), null, pattern);
});
