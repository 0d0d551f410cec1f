import { t } from '@dossier/core/testing/t';
import { SaxesParser } from 'saxes';
import { el } from '../xml/tree.ts';
import { writeDocument } from '../xml/write.ts';

const awkward = `a & b < c > d " e ' f ]]> g \u2002 ü 日本 😀 <script>&amp;`;

t.test('what is in a text or an attribute comes back as it was, whatever it is', (t) => {
  const text = writeDocument(
    el('ops:query', { 'xmlns:ops': 'http://ops.epo.org', syntax: `${awkward}\n\t` }, awkward),
    'exchange',
    { prefixes: null },
  );
  let said = '';
  let attribute = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => t.fail(error.message));
  parser.on('text', (some) => (said += some));
  parser.on('opentag', ({ attributes }) => (attribute = attributes['syntax'] ?? ''));
  parser.write(text).close();
  t.equal(said.trimStart(), awkward);
  t.equal(attribute, `${awkward}\n\t`);
  t.end();
});

t.test('what XML cannot hold is dropped', (t) => {
  t.match(writeDocument(el('p', {}, 'a\u0000b\u000bc\ud800d\uffff'), 'exchange', { prefixes: null }), '<p>abcd</p>');
  t.end();
});
