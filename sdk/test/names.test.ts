import t from 'tap';
import { asName, isName } from '@dossier/sdk';

t.test('a name is stored without space around it, and in one form', (t) => {
  t.equal(asName('  Ne\u0301 \n'), 'N\u00e9');
  t.equal(asName('N\u00e9'), 'N\u00e9');
  t.end();
});

t.test('a name can be seen, stands on one line, and turns nothing around', (t) => {
  for (const name of ['x', ' Łódź ', '銀行', '👩‍💻', 'בנק', 'a\u200db', 'x'.repeat(9)]) t.ok(isName(name, 9), encodeURIComponent(name));
  for (const name of ['', '   ', '\u200b', '\u200b\u2060', '\u3164', '\u00ad', 'a\nb', 'a\u2028b', 'a\0b', 'abc\u202Edef', '\u2066x', 'x'.repeat(10)]) t.notOk(isName(name, 9), encodeURIComponent(name));
  t.end();
});
