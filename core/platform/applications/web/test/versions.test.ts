/** Answers that were given again, and reasons, as an officer reads them. */
import { t } from '@dossier/core/testing/t';
import { answerVersions } from '../case/answer-versions.ts';
import { reasonText } from '../case/failed.ts';

const template = {
  schema: {
    properties: {
      months: { type: 'integer', title: 'Months to repay' },
      employer: { type: 'string', title: 'Employer' },
    },
  },
  wizard: [{ key: 'loan', title: 'The loan', fields: ['months', 'employer'] }],
  requiredDocuments: [],
  name: 'Loan',
  amount: null,
  keyAnswers: null,
};
const application = { answers: {}, template, createdAt: '2025-11-03T10:00:00Z', submittedAt: '2025-11-03T10:00:00Z' };
const revision = (n: number, at: string, answers: Readonly<Record<string, unknown>>, templateVersion = 1) => ({
  revision: n,
  templateVersion,
  answers,
  at,
});

t.test('each version is called by what it came from, and says what each answer was before', async (t) => {
  const versions = answerVersions(application, [
    revision(1, '2025-11-03T10:00:00Z', { months: 48 }),
    revision(2, '2025-11-05T10:00:00Z', { months: 60 }),
    revision(3, '2025-11-06T10:00:00Z', { months: 60, employer: 'Nordlys' }),
    revision(4, '2025-11-07T10:00:00Z', { months: 60, employer: 'Nordlys' }, 2),
  ]);
  t.match(
    versions.map(({ title }) => title),
    [
      /^As sent on .*3/,
      /^After the correction of .*5/,
      /^With what was added on .*6/,
      /^Moved to version 2 of the form on .*7/,
    ],
  );
  const lines = versions.map(({ groups }) => groups.flatMap((group) => group.lines));
  t.notOk(lines[0]?.some(({ before }) => before));
  t.match(lines[1], [{ text: '60', before: { text: '48', at: '2025-11-05T10:00:00Z' } }, { text: null }]);
  t.match(lines[3], [
    { text: '60', before: { text: '48', at: '2025-11-05T10:00:00Z' } },
    { text: 'Nordlys', before: { text: null, at: '2025-11-06T10:00:00Z' } },
  ]);
});

t.test('two corrections of one day have their times', async (t) => {
  const [, second, third] = answerVersions(application, [
    revision(1, '2025-11-03T10:00:00Z', { months: 48 }),
    revision(2, '2025-11-05T10:00:00Z', { months: 60 }),
    revision(3, '2025-11-05T11:00:00Z', { months: 72 }),
  ]);
  t.match(second?.title, /\(.*\)$/);
  t.not(second?.title, third?.title);
});

t.test('a moment in a reason stands as its reader writes it', async (t) => {
  const said = { code: 'confirmed', text: 'The client confirmed at 2025-11-05T10:00:00.000Z.', pointer: null };
  const text = reasonText(said, { template });
  t.notMatch(text, /T10:00/);
  t.match(text, /^The client confirmed at .*2025.*\.$/);
});
