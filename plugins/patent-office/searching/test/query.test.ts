import { t } from '@dossier/core/testing/t';
import { check, demandQuery, queryFaults } from '../query.ts';

t.test('a query is said to be right, with all its fields written out', async (t) => {
  t.match(check({ cql: 'Siemens EP 200701' }), {
    valid: true,
    understood: 'ia=Siemens and num=EP and pd=200701',
    message: null,
    position: null,
    credits: 1,
  });
});

t.test('what is wrong is said with its place, and mended where that is possible', async (t) => {
  const { valid, position, message, tokens } = check({ cql: 'tii=tank' });
  t.equal(valid, false);
  t.equal(position, 1);
  t.type(message, 'string');
  t.ok(tokens.length > 0);
  t.match(queryFaults({ cql: 'tii=tank' }), [{ pointer: '/cql', code: 'cql', detail: /\(Character 1\.\)$/ }]);
  t.throws(() => demandQuery({ cql: 'tii=tank' }), { status: 422, code: 'invalid' });
});

t.test('one of cql and form has to be there', async (t) => {
  for (const given of [{}, { cql: 'ti=tank', form: { keywords: 'tank' } }])
    t.match(queryFaults(given), [{ pointer: '', code: 'one-query' }]);
});

t.test('a form becomes a query, and its faults point into it', async (t) => {
  t.match(check({ form: { keywords: 'hydrogen tank' } }), { valid: true, cql: 'txt all "hydrogen tank"' });
  t.match(
    queryFaults({
      form: {
        lines: [
          { index: 'ti', relation: '=', text: 'tank' },
          { index: 'nowhere', relation: '=', text: 'x' },
        ],
      },
    }),
    [{ pointer: '/form/lines/1/text' }],
  );
  t.match(queryFaults({ form: { applicants: ['"'] } }), [{ pointer: '/form/applicants/0' }]);
});

t.test('something may be completed where the caret is, and nowhere without one', async (t) => {
  t.ok(check({ cql: 'ti', caret: 2 }).completions.some(({ text }) => text === 'ti'));
  t.same(check({ cql: 'ti' }).completions, []);
});
