import { t } from '@dossier/core/testing/t';
import { escapeHtml, reasonOf, storable } from '@dossier/sdk';

t.test('a text is made storable, and cut between two characters', (t) => {
  t.equal(storable('a\0b\ud800c😀', 100), 'a\ufffdb\ufffdc😀');
  t.equal(storable('ab😀', 3), 'ab');
  t.equal(storable('ab😀', 4), 'ab😀');
  t.end();
});

t.test('whatever was thrown has a reason', (t) => {
  class Quiet extends Error {
    override name = 'Quiet';
  }
  const hostile = new Error();
  Object.defineProperty(hostile, 'message', {
    get: () => {
      throw new Error('no');
    },
  });
  for (const [thrown, reason] of [
    [new Error('x\0'), 'x\ufffd'],
    [new Quiet(), 'Quiet'],
    ['word', 'word'],
    [undefined, 'undefined'],
    [7n, '7'],
  ] as const)
    t.equal(reasonOf(thrown), reason);
  for (const thrown of [Object.create(null), hostile, '', Object.assign(new Error(), { message: 7 })])
    t.equal(reasonOf(thrown), 'Nothing was said about the reason.');
  t.equal(reasonOf(new Error('x'.repeat(2000))).length, 1000);
  t.end();
});

t.test('a text is shown as it is in HTML, and ends no attribute', (t) => {
  t.equal(escapeHtml(`<b title="it's">&lt;`), '&lt;b title=&quot;it&#39;s&quot;&gt;&amp;lt;');
  t.end();
});
