/** What a client is still to send, by the engine of forms: for the page and for the list alike. */
import { t } from '@dossier/core/testing/t';
import { missingOf } from '../my/still-to-send.ts';
import type { Papers } from '../my/still-to-send.ts';

const inLanguage: Papers['template']['inLanguage'] = {
  schema: {
    type: 'object',
    properties: { job: { type: 'string', title: 'Job', 'x-id': 'job' } },
  },
  wizard: [{ key: 'you', title: 'You', fields: ['job'] }],
  requiredDocuments: [
    { key: 'identity', title: 'Proof of identity' },
    { key: 'payslip', title: 'Payslip', show: { field: 'job', is: 'equals', value: 'EMPLOYED' } },
  ],
};
const papers = (job: string, documents: Papers['documents']): Papers => ({
  answers: { job },
  createdAt: '2026-11-20T09:00:00.000Z',
  submittedAt: null,
  documents,
  template: { inLanguage },
});
const sent = (
  id: string,
  requirementKey: string,
  more: { reviewStatus?: string; replaces?: string; scan?: string } = {},
) => ({ id, requirementKey, reviewStatus: 'pending', replaces: null, scan: null, ...more });
const titles = (one: Papers): readonly string[] => missingOf(one).map(({ title }) => title);

t.test('a paper is asked for only where the answers ask for it', async (t) => {
  t.same(titles(papers('EMPLOYED', [])), ['Proof of identity', 'Payslip']);
  t.same(titles(papers('RETIRED', [])), ['Proof of identity']);
  t.same(titles(papers('RETIRED', [sent('1', 'identity')])), []);
});

t.test('one that came back is asked for until another one is sent in its place', async (t) => {
  const back = sent('1', 'identity', { reviewStatus: 'rejected' });
  t.same(titles(papers('RETIRED', [back])), ['Proof of identity']);
  t.same(titles(papers('RETIRED', [back, sent('2', 'identity')])), ['Proof of identity'], 'a further one is not it');
  t.same(titles(papers('RETIRED', [back, sent('2', 'identity', { replaces: '1' })])), []);
  t.same(titles(papers('RETIRED', [sent('1', 'identity', { scan: 'infected' })])), ['Proof of identity']);
});
