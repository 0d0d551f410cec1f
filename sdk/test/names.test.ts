import { t } from '@dossier/core/testing/t';
import { asName, isName, isVisible, NAME, visibleText, WITH_VISIBLE } from '@dossier/sdk';

t.test('a name is stored without space around it, and in one form', (t) => {
  t.equal(asName('  Ne\u0301 \n'), 'N\u00e9');
  t.equal(asName('N\u00e9'), 'N\u00e9');
  t.end();
});

t.test('a name can be seen, stands on one line, and turns nothing around', (t) => {
  for (const name of ['x', ' Łódź ', '銀行', '👩‍💻', 'בנק', 'a\u200db', 'x'.repeat(9)])
    t.ok(isName(name, 9), encodeURIComponent(name));
  for (const name of [
    '',
    '   ',
    '\u200b',
    '\u200b\u2060',
    '\u3164',
    '\u00ad',
    'a\nb',
    'a\u2028b',
    'a\0b',
    'abc\u202Edef',
    '\u2066x',
    'x'.repeat(10),
  ])
    t.notOk(isName(name, 9), encodeURIComponent(name));
  t.end();
});

t.test(
  'the patterns that the documentation tells of names fit what is taken, as far as the basic plane goes',
  async (t) => {
    const told = new RegExp(Object(visibleText(200))['x-documented'].pattern);
    const checked = new RegExp(NAME, 'u');
    const seen = new RegExp(Object(WITH_VISIBLE)['x-documented'].pattern);
    const texts = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((text) =>
      text.isWellFormed(),
    );
    t.strictSame(
      texts.filter((text) => told.test(text) !== checked.test(text)),
      [],
    );
    t.strictSame(
      texts.filter((text) => told.test(`a${text}b`) !== checked.test(`a${text}b`)),
      [],
    );
    t.strictSame(
      texts.filter((text) => seen.test(text) !== isVisible(text)),
      [],
    );
  },
);
