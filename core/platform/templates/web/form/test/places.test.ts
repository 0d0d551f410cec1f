import { t } from '@dossier/core/testing/t';
import { valueAt, withoutRow, withValue } from '../places.ts';

t.test('an answer is set at its place, and nothing that was given is changed', async (t) => {
  const given = { a: 1, loans: [{ rate: 1 }, { rate: 2 }] };
  t.same(withValue(given, '/loans/1/rate', 3), { a: 1, loans: [{ rate: 1 }, { rate: 3 }] });
  t.same(withValue(given, '/house/city', 'Oslo'), { ...given, house: { city: 'Oslo' } });
  t.same(withValue(given, '/a', undefined), { loans: given.loans });
  t.same(given, { a: 1, loans: [{ rate: 1 }, { rate: 2 }] });
  t.equal(valueAt(given, '/loans/1/rate'), 2);
  t.equal(valueAt(given, '/toString'), undefined);
  t.equal(valueAt({ 'a/b': 4 }, '/a~1b'), 4);
});

t.test('what was typed in rows moves up with them', async (t) => {
  const typed = { '/amount': 'x', '/loans/0/rate': 'a', '/loans/1/rate': 'b', '/loans/2/rate': 'c' };
  t.same(withoutRow(typed, '/loans', 1), { '/amount': 'x', '/loans/0/rate': 'a', '/loans/1/rate': 'c' });
});
