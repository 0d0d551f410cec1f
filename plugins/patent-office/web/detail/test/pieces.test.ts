import { t } from '@dossier/core/testing/t';
import { selectedIn, treeOf } from '../claim-tree.ts';
import type { Claim, ClaimNode } from '../claim-tree.ts';
import { pieces } from '../marks.ts';
import { kindInWords } from '../words.ts';

const claim = (number: number, ...dependsOn: readonly number[]): Claim => ({
  number,
  text: `Claim ${number}.`,
  dependsOn: [...dependsOn],
  depth: 0,
});

/** `1(2(3))` is a claim with one below it that has one below it. */
const drawn = (nodes: readonly ClaimNode[]): string =>
  nodes.map(({ claim, below }) => `${claim.number}${below.length === 0 ? '' : `(${drawn(below)})`}`).join(' ');

t.test('claims stand below the first of those that they depend on', async (t) => {
  t.equal(
    drawn(treeOf([claim(1), claim(2, 1), claim(3, 2), claim(4, 1, 2), claim(9), claim(10, 9)])),
    '1(2(3) 4) 9(10)',
  );
});

t.test('no claim is left out, whatever it says that it depends on', async (t) => {
  t.equal(drawn(treeOf([claim(1, 1), claim(2, 7), claim(3, 4), claim(4, 3)])), '1 2 3(4)');
  t.equal(drawn(treeOf([claim(1), claim(1), claim(2, 1)])), '1(2) 1');
});

t.test('a long chain does not leave the page', async (t) => {
  const chain = Array.from({ length: 40 }, (_, i) => (i === 0 ? claim(1) : claim(i + 1, i)));
  const text = drawn(treeOf(chain));
  t.equal(text.match(/\d+/g)?.length, 40, 'all are there');
  t.ok(/\)+$/.exec(text)![0].length < 8);
});

t.test('searched words are marked whole, in any case, with their masks', async (t) => {
  const found = (text: string, ...words: readonly string[]): readonly string[] =>
    pieces(text, words).flatMap((one) => (one.isFound ? [one.text] : []));
  t.same(found('Hydrogen storage in hydrides', 'hydrogen', 'hydride'), ['Hydrogen']);
  t.same(found('hydride, hydrides', 'hydride*'), ['hydride', 'hydrides']);
  t.same(found('a heat-pipe and heat pipes', 'heat pipe'), ['heat-pipe']);
  t.same(found('a (b) c', '(', ''), []);
  t.same(found('Wärme und WARME', 'warme'), ['Wärme', 'WARME'], 'as names are compared');
  t.same(found('a colour, a color', 'colo?r', 'nothing'), ['colour', 'color']);
  t.equal(
    pieces('Wärme in Rohren', ['rohren'])
      .map(({ text }) => text)
      .join(''),
    'Wärme in Rohren',
  );
});

t.test('of a paragraph what is selected in it is taken, and else all of it', async (t) => {
  t.equal(selectedIn('The core melts.', ' core '), 'core');
  t.equal(selectedIn('The core melts.', 'something of elsewhere'), 'The core melts.');
  t.equal(selectedIn('The core melts.', ''), 'The core melts.');
});

t.test('what a publication is, by its kind', async (t) => {
  t.equal(kindInWords('EP1000000A1'), 'Application');
  t.equal(kindInWords('EP1000000B1'), 'Granted');
  t.equal(kindInWords('US5000000A'), 'Granted');
  t.equal(kindInWords('DE20201234U1'), 'Utility model');
  t.equal(kindInWords('DE602004001234T2'), 'Translation');
  t.equal(kindInWords('EP1000000'), 'Published');
});
