import { t } from '@dossier/core/testing/t';
import { check, queryFaults } from '../query.ts';

t.test('a query is said to be right, with all its fields written out', async (t) => {
  t.match(check({ by: 'cql', q: 'Siemens EP 200701' }), {
    valid: true,
    understood: 'ia=Siemens and num=EP and pd=200701',
    message: null,
    position: null,
    credits: 1,
  });
});

t.test('a search is asked for in one place', async (t) => {
  const form = { applicants: ['Nordhavn'] };
  for (const by of ['keyword', 'applicant', 'cql'] as const)
    t.match(queryFaults({ by, q: 'tank', form }), [{ pointer: '/form', code: 'not-taken' }], by);
  t.match(queryFaults({ by: 'form' }), [{ pointer: '/form', code: 'missing' }]);
  t.match(queryFaults({ by: 'form', form, q: 'tank' }), [{ pointer: '/q', code: 'not-taken' }]);
  t.match(queryFaults({ by: 'form', form: {} }), [{ pointer: '/form', code: 'cql' }]);
});

t.test('what is typed becomes a query, and its faults point to where it was typed', async (t) => {
  t.match(check({ by: 'keyword', q: 'hydrogen tank' }), { valid: true, cql: 'txt all "hydrogen tank"' });
  t.match(check({ by: 'applicant', q: 'Nordhavn" or ti="tank' }), { valid: true, cql: /^pa="[^"]*"$/ });
  t.match(
    queryFaults({
      by: 'form',
      form: {
        lines: [
          { index: 'ti', relation: '=', text: 'tank' },
          { index: 'nowhere', relation: '=', text: 'x' },
        ],
      },
    }),
    [{ pointer: '/form/lines/1/text' }],
  );
  t.match(queryFaults({ by: 'form', form: { applicants: ['"'] } }), [{ pointer: '/form/applicants/0' }]);
  t.match(queryFaults({ by: 'applicant', q: '"' }), [{ pointer: '/q', code: 'cql' }]);
});

t.test('something may be completed where the caret is, and nowhere without one', async (t) => {
  t.ok(check({ by: 'cql', q: 'titl', caret: 4 }).completions.some(({ text }) => text === 'ti'));
  t.same(check({ by: 'cql', q: 'titl' }).completions, []);
});
