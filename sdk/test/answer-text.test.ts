import { t } from '@dossier/core/testing/t';
import { answerText } from '../web/ui/answer-text.ts';

t.test(
  'a group is read as its fields in their order, by their titles, and what none of them knows comes last',
  async (t) => {
    const owner = { type: 'object', title: 'Owner', properties: { name: { title: 'Full name' } } };
    const field = {
      properties: {
        city: {},
        since: { title: 'Since', format: 'date' },
        kind: { oneOf: [{ const: 'A', title: 'House' }] },
        owner,
      },
    };
    t.equal(
      answerText({ floor: 2, kind: 'A', owner: { name: 'Ann' }, since: '1990-04-01', city: 'Łódź' }, field),
      'City: Łódź, Since: April 1, 1990, Kind: House, Owner: (Full name: Ann), Floor: 2',
    );
    t.equal(answerText({ city: '', owner: {} }, field), null, 'without an answer there is none');
    t.equal(answerText('elsewhere', field), 'elsewhere', 'what is no group stands as it was sent');
    t.equal(answerText({ a: 1 }, undefined), '{\n  "a": 1\n}', 'and what no form knows as JSON');
  },
);

t.test('an amount is read with its currency and all its decimals', async (t) => {
  const euro = { 'x-currency': 'EUR', 'x-decimals': 2 };
  t.equal(answerText(25000, euro), '€25,000.00');
  t.equal(answerText(1.1, euro), '€1.10');
  t.equal(answerText(19.999, euro), '€19.999', 'one with too many as it was sent');
  t.equal(answerText(1200, { 'x-currency': 'JPY', 'x-decimals': 0 }), '¥1,200');
  t.equal(answerText(0.5, { 'x-decimals': 2 }), '0.5');
});

t.test('rows are read one by one in the order of their fields, and an address line by line', async (t) => {
  const items = { properties: { rate: { title: 'Rate' }, bank: { title: 'Bank' } }, 'x-order': ['bank', 'rate'] };
  t.equal(answerText([{ rate: 5, bank: 'One' }, { bank: 'Two' }], { items }), '1. Bank: One, Rate: 5\n2. Bank: Two');
  t.equal(answerText([], { items }), null);
  const address = { 'x-kind': 'address' };
  t.equal(
    answerText({ country: 'SE', city: 'Lund', postalCode: '222 21', street: 'Bytaregatan 1' }, address),
    'Bytaregatan 1\n222 21 Lund\nSweden',
  );
  t.equal(answerText({ city: 'Lund', country: '?' }, address), 'Lund\n?', 'what is no country stands as it was sent');
});

t.test('nothing that was sent vanishes or becomes something else, whatever its field is', async (t) => {
  const items = { properties: { bank: { title: 'Bank' } } };
  t.equal(answerText([{ bank: 'One' }, 'two', 3], { items }), '1. Bank: One\n2. two\n3. 3');
  const address = { 'x-kind': 'address' };
  t.equal(
    answerText({ street: 5, city: 'Lund', box: 'x' }, address),
    'Lund\nStreet: 5, Box: x',
    'parts that an address has not stand last',
  );
  for (const day of ['2026-02-30', '2026-13-45', '2026-02', '0000-00-00'])
    t.equal(answerText(day, { format: 'date' }), day, 'a day that does not exist stands as it was sent');
  t.equal(answerText(1e-30, undefined), '1e-30');
  t.equal(answerText(1e-30, { 'x-currency': 'EUR', 'x-decimals': 2 }), '1e-30');
  t.equal(answerText(0.1 + 0.2, undefined), '0.30000000000000004');
  t.equal(answerText([1, 'a'], undefined), '1, a');
  t.equal(answerText([1, [2]], undefined), JSON.stringify([1, [2]], null, 2), 'a list in a list as JSON');
  t.equal(answerText([], undefined), null);
});
