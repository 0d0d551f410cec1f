import { t } from '@dossier/core/testing/t';
import fc from 'fast-check';
import { seed } from '@dossier/core/testing';
import { complete, LONGEST, parse, tokens, understood } from '../index.ts';

const queries = [
  'ta all "hydrogen storage" and pd within "2019 2026" not (pa="Nordvik" or pa=x*)',
  'ti,ab=green prox/distance<=3/ordered=true ti,ab=energy',
  'cpc=/low A61B8/06 or ipc=H04W and 2020',
  'txt=(wind or "sun \\" light") and EP',
];
const pieces = [
  '"',
  '\\',
  '(',
  ')',
  ',',
  '/',
  '=',
  '<',
  '>=',
  ' and ',
  ' or ',
  ' not ',
  ' prox',
  '/low',
  'ti',
  'pd',
  'cpc',
  '*',
  '?',
  '2020',
  'x',
  ' ',
  "'",
  '“',
  '\n',
  '\u0000',
  '\ud800',
  'é',
];
const mutated = fc
  .tuple(
    fc.constantFrom(...queries),
    fc.array(fc.tuple(fc.nat(100), fc.nat(6), fc.constantFrom(...pieces)), { maxLength: 6 }),
  )
  .map(([query, edits]) =>
    edits.reduce((text, [at, cut, put]) => `${text.slice(0, at)}${put}${text.slice(at + cut)}`, query),
  );
const made = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''));

t.test('whatever is typed is read, and what is wrong has its place', async (t) => {
  let valid = 0;
  fc.assert(
    fc.property(fc.oneof(mutated, made, fc.string({ unit: 'binary', maxLength: 200 })), fc.nat(100), (text, caret) => {
      complete(text, Math.min(caret, text.length));
      const places = tokens(text);
      const ordered = places.every(
        ({ from, to }, i) => from < to && from >= (places[i - 1]?.to ?? 0) && to <= text.length,
      );
      const parsed = parse(text);
      if (parsed.valid) {
        valid++;
        const written = understood(parsed.query);
        const again = parse(written);
        return ordered && again.valid && understood(again.query) === written;
      }
      const { position, length, message } = parsed;
      const placed = position >= 1 && length >= 0 && position - 1 + length <= text.length;
      return ordered && placed && message !== '' && parsed.repair?.text !== text;
    }),
    { seed, numRuns: 3000 },
  );
  t.ok(valid > 100, `${valid} of them are queries`);
});

t.test('a repair that is offered leaves another fault behind it at most, never the same one', async (t) => {
  fc.assert(
    fc.property(mutated, (text) => {
      const parsed = parse(text);
      if (parsed.valid || parsed.repair === undefined) return true;
      const again = parse(parsed.repair.text);
      return (
        again.valid ||
        again.message !== parsed.message ||
        again.position !== parsed.position ||
        parsed.repair.text.length < text.length
      );
    }),
    { seed, numRuns: 2000 },
  );
});

t.test('a long text is refused, and a full one is read', async (t) => {
  for (const unit of ['(', '"', 'a ', 'a,', '\\', 'ti=(', '*', 'a/', 'ti,', 'ta any "', 'a not ']) {
    const long = unit.repeat(10_000);
    t.match(parse(long), { valid: false, position: LONGEST + 1 }, `${unit} × 10,000`);
    const full = unit.repeat(LONGEST / unit.length);
    t.match(parse(full), { valid: false }, `${unit} to the limit`);
    t.equal(tokens(long).length > 0, true);
  }
});
