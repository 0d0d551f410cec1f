import { t } from '@dossier/core/testing/t';
import { readAs } from '@dossier/sdk/web/ui/reader';
import { inWords } from '@dossier/sdk/web/ui/sentence';
import { filterOf, queryOf, searchOf } from '../filter.ts';
import { initialsOf } from '../words.ts';

readAs({ language: null, timeZone: 'Europe/Berlin' }, null);

t.test(
  'days of the address are those of the reader, the last one with it, and summer time moves their ends',
  async (t) => {
    const filter = filterOf('?from=2026-03-29&to=2026-03-29&type=a/b@1&other=x');
    t.same(Object.fromEntries(queryOf(filter)), {
      type: 'a/b@1',
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
    t.equal(searchOf(filter), '?type=a%2Fb%401&from=2026-03-29&to=2026-03-29');
    t.equal(searchOf(filterOf('')), '');
  },
);

t.test('a record stands in the address with its type', async (t) => {
  const filter = filterOf('?subjectType=application&subjectId=x');
  t.same(Object.fromEntries(queryOf(filter)), { subjectType: 'application', subjectId: 'x' });
  t.equal(searchOf(filter), '?subjectType=application&subjectId=x');
});

t.test('every day that does not exist is reported', async (t) => {
  t.match(
    t.throws(() => queryOf(filterOf('?from=2026-02-30&to=soon'))),
    { code: 'bad-query', errors: [{ pointer: '?from' }, { pointer: '?to' }] },
  );
  for (const day of ['2026-13-01', '2026-1-1', '26-01-01', '2026-02-29'])
    t.throws(() => queryOf(filterOf(`?to=${day}`)), day);
  t.doesNotThrow(() => queryOf(filterOf('?to=2028-02-29')));
});

t.test('moments and days are written as the reader does, other texts as they are', async (t) => {
  t.match(inWords('2026-03-02'), /March/);
  t.match(inWords('2026-03-02T09:30:00.000Z'), /Mar.*\d:30/);
  t.equal(inWords('2026-000412'), '2026-000412');
  for (const none of ['2026-02-30', '2026-13-45', '2026-02-30T10:00:00Z', '2026-99-99T99:99Z', '0000-00-00'])
    t.equal(inWords(none), none, 'of those that do not exist none is made');
});

t.test('a person is shown by the first letters of their first and last name', async (t) => {
  t.equal(initialsOf('Omar al Haddad'), 'OH');
  t.equal(initialsOf('Ömer'), 'Ö');
  t.equal(initialsOf(''), '');
});
