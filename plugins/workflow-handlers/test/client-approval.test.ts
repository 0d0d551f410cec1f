import { t } from '@dossier/core/testing/t';
import { clientApproval } from '../client-approval.ts';
import { run, someCase, texts } from './case.ts';

const at = '2026-11-20T10:00:00.000Z';
const confirmedBy = (...users: string[]) =>
  clientApproval({
    of: async (organization, id) =>
      organization === 'organization-1' && id === 'case-1' ? users.map((userId) => ({ userId, at })) : [],
    ofCases: async (organization, ids) =>
      new Map(
        organization === 'organization-1' && ids.includes('case-1')
          ? [['case-1', users.map((userId) => ({ userId, at }))]]
          : [],
      ),
  });
const applicant = (userId: string | null) => ({
  type: 'PRIMARY',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.org',
  userId,
});

t.test('it waits until the client has confirmed', async (t) => {
  const subject = someCase({ applicants: [applicant('ada')] });
  const before = await run(confirmedBy(), subject);
  t.equal(before.outcome, 'waiting');
  t.same(texts(before), ['The client has not confirmed the application yet.']);
  t.same(await run(confirmedBy('ada'), subject), {
    outcome: 'passed',
    notes: [{ code: 'confirmed', text: `The client confirmed at ${at}.` }],
  });
});

t.test('a confirmation by somebody who is no applicant does not count', async (t) => {
  t.equal((await run(confirmedBy('officer'), someCase({ applicants: [applicant('ada')] }))).outcome, 'waiting');
});

t.test('it waits, and says why, while no applicant is known as a client', async (t) => {
  const outcome = await run(confirmedBy('ada'), someCase({ applicants: [applicant(null)] }));
  t.match(outcome, { outcome: 'waiting', reasons: [{ code: 'no-client', pointer: '/applicants' }] });
});

t.test('one of several applicants suffices', async (t) => {
  t.equal(
    (await run(confirmedBy('ben'), someCase({ applicants: [applicant('ada'), applicant('ben')] }))).outcome,
    'passed',
  );
});

t.test(
  'it is checked again after a confirmation and when an applicant is recognised, and calls nothing outside',
  async (t) => {
    const handler = confirmedBy();
    t.same([handler.outside, handler.rechecks], [false, ['confirmation', 'applicants']]);
  },
);
