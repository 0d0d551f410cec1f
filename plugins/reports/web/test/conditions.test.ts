import { t } from '@dossier/core/testing/t';
import { conditionsIn, labelOf, offered, withValues } from '../editor/sections/conditions.ts';

t.test('conditions are read as far as they are ones', async (t) => {
  t.same(conditionsIn({ status: ['Approved', 4, true] }), { status: ['Approved', true] });
  t.same([conditionsIn(undefined), conditionsIn('x'), conditionsIn([])], [{}, {}, {}]);
});

t.test('a column without values is no condition, and none at all is null', async (t) => {
  t.same(withValues({}, 'status', ['Approved']), { status: ['Approved'] });
  t.same(withValues({ status: ['Approved'], inTime: [true] }, 'status', []), { inTime: [true] });
  t.same(withValues({ status: ['Approved'] }, 'status', null), null);
  t.same(
    Object.keys(withValues({ status: ['Approved'], inTime: [true] }, 'status', ['Rejected']) ?? {}),
    ['status', 'inTime'],
    'in their order',
  );
});

t.test('what was chosen stays choosable, in words', async (t) => {
  const choices = [{ value: 'a', label: 'Loan', count: 3 }];
  t.same(offered(choices, ['a', 'InReview']), [...choices, { value: 'InReview', label: 'In review', count: null }]);
  t.same(
    [labelOf([], true), labelOf([], 'ID card 4'), labelOf([{ value: true, label: 'Yes', count: null }], 'true')],
    ['Yes', 'ID card 4', 'Yes'],
  );
});
