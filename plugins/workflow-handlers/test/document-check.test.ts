import { t } from '@dossier/core/testing/t';
import type { Document, ReviewStatus } from '@dossier/core/platform/documents/contract';
import { documentCheck } from '../document-check.ts';
import { run, someCase } from './case.ts';

const income = { key: 'proof-of-income', title: 'Proof of income' };
const passport = { key: 'passport', title: 'Passport' };

const file = (requirementKey: string | null, reviewStatus: ReviewStatus, reason: string | null = null): Document => ({
  id: `file-of-${requirementKey}`,
  applicationId: 'case-1',
  fileName: 'scan.pdf',
  contentType: 'application/pdf',
  size: 1,
  reviewStatus,
  requirementKey,
  replaces: null,
  scan: null,
  audience: 'client',
  reason,
  reviewedBy: null,
  reviewedAt: null,
  uploadedBy: { kind: 'key', id: 'k', name: 'Portal' },
  createdAt: '2026-11-20T10:00:00.000Z',
});
const withFiles = (...files: Document[]) =>
  documentCheck({
    of: async (organization, id) => (organization === 'organization-1' && id === 'case-1' ? files : []),
    ofCases: async (organization, ids) =>
      new Map(organization === 'organization-1' && ids.includes('case-1') ? [['case-1', files]] : []),
  });

t.test('a template without required documents passes without reading any', async (t) => {
  const unasked = () => t.fail('asked for documents') as never;
  const handler = documentCheck({ of: unasked, ofCases: unasked });
  t.same(await run(handler, someCase()), { outcome: 'passed' });
});

t.test('it passes when every required document is approved', async (t) => {
  const handler = withFiles(file('passport', 'approved'), file('proof-of-income', 'approved'), file(null, 'rejected'));
  t.same(await run(handler, someCase({ requiredDocuments: [income, passport] })), { outcome: 'passed' });
});

t.test('it fails with one reason for each document that lacks, in the order of the template', async (t) => {
  const other = { key: 'a/b~c', title: 'Other' };
  const handler = withFiles(file('passport', 'pending'), file('a/b~c', 'rejected', 'Page 2 cannot be read.'));
  t.same(await run(handler, someCase({ requiredDocuments: [income, passport, other] })), {
    outcome: 'failed',
    reasons: [
      {
        code: 'document-missing',
        text: '"Proof of income" has not been uploaded yet.',
        pointer: '/documents/proof-of-income',
      },
      {
        code: 'document-not-approved',
        text: '"Passport" is uploaded and waits for review.',
        pointer: '/documents/passport',
      },
      {
        code: 'document-rejected',
        text: '"Other" was rejected: Page 2 cannot be read.',
        pointer: '/documents/a~1b~0c',
      },
    ],
  });
});

t.test('a new upload after a rejection waits for review; an approved one stays enough', async (t) => {
  const subject = someCase({ requiredDocuments: [passport] });
  t.match(await run(withFiles(file('passport', 'rejected'), file('passport', 'pending')), subject), {
    outcome: 'failed',
    reasons: [{ code: 'document-not-approved' }],
  });
  t.same(await run(withFiles(file('passport', 'approved'), file('passport', 'rejected')), subject), {
    outcome: 'passed',
  });
});

t.test('it is checked again after documents change, and calls nothing outside', async (t) => {
  const handler = withFiles();
  t.same([handler.outside, handler.rechecks], [false, ['documents']]);
});
