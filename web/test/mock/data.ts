import { partner, row as rowIn } from '../../../core/platform/applications/web/test/rows.ts';
import type { Application, ApplicationRow, AuditEntry } from '../../../core/platform/applications/web/types.ts';

export const acme = {
  id: '01939f00-0000-7000-8000-00000000000a',
  slug: 'acme',
  name: 'Acme Bank',
  type: 'BANK',
  logo: null,
  accent: '#0f766e',
};
export const beta = {
  id: '01939f00-0000-7000-8000-00000000000b',
  slug: 'beta',
  name: 'Beta Patents',
  type: 'PATENT',
  logo: null,
  accent: null,
};
export const user = { id: '01939f00-0000-7000-8000-0000000000c1', name: 'Olga Officer', email: 'olga@acme.example' };
export const person = { ...user, authProviderUserId: 'olga', role: 'member', userType: 'user', emailVerified: true };
export const staff = { id: '01939f00-0000-7000-8000-0000000000d1', name: 'Retail lending', type: 'STAFF' };
export const client = { id: '01939f00-0000-7000-8000-0000000000d2', name: 'Client portal', type: 'CLIENT' };

/** A row of the staff's workspace, made `minutes` ago. */
export const row = (i: number, o: Parameters<typeof rowIn>[2] = {}): ApplicationRow =>
  rowIn(i, { workspaceId: staff.id, userId: user.id }, o);

export const details = (one: ApplicationRow, can: readonly string[]): Application => {
  const [firstName = '', lastName = ''] = one.applicantName.split(' ');
  const halted = one.status === 'InReview' || one.status === 'Submitted';
  return {
    id: one.id,
    number: one.number,
    version: one.version,
    amount: one.amount,
    currency: one.currency,
    dueAt: one.dueAt,
    waitingSince: one.waitingSince,
    waitingUntil: one.waitingUntil,
    flags: [],
    workspaceId: one.workspaceId,
    templateId: one.templateId,
    templateVersion: 3,
    status: one.status,
    applicantName: one.applicantName,
    source: one.source,
    assignees: one.assignees,
    createdAt: one.createdAt,
    submittedAt: one.createdAt,
    decidedAt: one.decidedAt,
    updatedAt: one.updatedAt,
    decision:
      one.status === 'Rejected' || one.status === 'Approved'
        ? {
            by: { kind: 'user', ...user },
            reason: one.status === 'Rejected' ? 'The income does not cover the instalments.' : null,
          }
        : null,
    applicants: [
      { type: 'PRIMARY', firstName, lastName, email: `${firstName.toLowerCase()}@mail.example` },
      {
        type: 'GUARANTOR_OF_A_COMPANY_UNDER_FORMATION_AND_ITS_SUCCESSORS',
        firstName: 'Maximiliane',
        lastName: 'von Waldburg-Zeil',
        email: 'maximiliane.von.waldburg-zeil@a-rather-long-domain.example',
      },
    ],
    answers: {
      amount: 18500,
      purpose: 'New windows and a heat pump for the house in which we have lived since 2009.',
      employed: true,
      employerSince: '2016-04-01',
      remark: 'From the partner',
      rinderkennzeichnungsfleischetikettierungsueberwachungsaufgaben: true,
    },
    template: {
      name: one.templateName,
      amount: 'amount',
      keyAnswers: ['amount', 'employerSince'],
      schema: {
        properties: {
          amount: { type: 'number', title: 'Amount (EUR)' },
          purpose: { type: 'string', title: 'Purpose' },
          annualIncome: { type: 'number', title: 'Annual income (EUR)' },
          employed: { type: 'boolean', title: 'Employed' },
          employerSince: { type: 'string', format: 'date', title: 'With this employer since' },
        },
      },
      wizard: [
        { key: 'loan', title: 'Your loan', fields: ['amount', 'purpose'] },
        { key: 'income', title: 'Your income', fields: ['annualIncome', 'employed', 'employerSince'] },
      ],
      requiredDocuments: [
        { key: 'identity', title: 'Proof of identity' },
        { key: 'income', title: 'Proof of income' },
      ],
    },
    steps: [
      {
        key: 'documents',
        name: 'Documents complete',
        kind: 'SYSTEM',
        handler: 'DocumentCompletenessCheckHandler',
        state: 'passed',
        reasons: [],
        startedAt: one.createdAt,
        endedAt: one.createdAt,
      },
      {
        key: 'credit',
        name: 'Credit report',
        kind: 'SYSTEM',
        handler: 'CreditReportCheckHandler',
        state: halted ? 'failed' : 'passed',
        reasons: halted
          ? [
              { code: 'missing', text: 'No answer was given.', pointer: '/answers/annualIncome' },
              { code: 'score', text: 'The credit score of 512 is below the limit of 600.', pointer: null },
            ]
          : [],
        startedAt: one.createdAt,
        endedAt: one.createdAt,
      },
      {
        key: 'approval',
        name: 'Client approval',
        kind: 'SYSTEM',
        handler: 'ClientApprovalCheckHandler',
        state: one.workspaceId === client.id && one.status === 'InReview' ? 'waiting' : halted ? 'pending' : 'passed',
        reasons:
          one.workspaceId === client.id && one.status === 'InReview'
            ? [{ code: 'not-confirmed', text: 'The client has not confirmed the application yet.', pointer: null }]
            : [],
        startedAt: null,
        endedAt: null,
      },
      {
        key: 'underwriting',
        name: 'Underwriting',
        kind: 'MANUAL',
        handler: null,
        state: halted ? 'running' : 'skipped',
        reasons: [],
        startedAt: halted ? one.createdAt : null,
        endedAt: null,
      },
    ],
    documents: [
      {
        id: `${one.id}-1`,
        fileName: 'passport.txt',
        contentType: 'text/plain',
        size: 18_230,
        reviewStatus: 'pending',
        requirementKey: 'identity',
        replaces: null,
        scan: null,
        audience: 'client',
        mayChangeAudience: false,
        reason: null,
        reviewedAt: null,
        createdAt: one.createdAt,
        uploadedBy: partner,
      },
      {
        id: `${one.id}-2`,
        fileName: 'payslip-october.pdf',
        contentType: 'application/pdf',
        size: 1_284_300,
        reviewStatus: 'rejected',
        requirementKey: 'income',
        replaces: null,
        scan: null,
        audience: 'client',
        mayChangeAudience: false,
        reason: 'The second page is missing.',
        reviewedAt: one.createdAt,
        createdAt: one.createdAt,
        uploadedBy: partner,
      },
    ],
    officers:
      one.workspaceId === client.id
        ? null
        : one.assignees.map((id) => ({ kind: 'user', id, name: id === user.id ? user.name : 'Omar Officer' })),
    decisionStep: null,
    can,
  };
};

const workflow = { kind: 'system', id: 's', name: 'Workflow' };
const entry = (id: string, type: string, at: string, actor: AuditEntry['actor'], said: string): AuditEntry => ({
  id,
  type,
  title: said,
  at,
  actor,
  sentence:
    actor.kind === 'system'
      ? [{ text: said, is: 'text', record: null }]
      : [
          { text: actor.name, is: 'actor', record: null },
          { text: ` ${said}`, is: 'text', record: null },
        ],
});

export const trail = ({ createdAt }: ApplicationRow): readonly AuditEntry[] => [
  entry('a1', 'applications/submitted@1', createdAt, partner, 'submitted the application.'),
  entry('a2', 'workflow/step-changed@1', createdAt, workflow, 'The step Credit report is now: Failed.'),
  entry('a3', 'workflow/halted@1', createdAt, workflow, 'The application waits for a decision.'),
  entry('a4', 'applications/assigned@1', createdAt, workflow, 'The platform assigned the application to Omar Officer.'),
  entry('a5', 'documents/uploaded@1', createdAt, partner, 'uploaded payslip-october.pdf for Proof of income.'),
  entry(
    'a6',
    'documents/reviewed@1',
    createdAt,
    { kind: 'user', ...user },
    'rejected payslip-october.pdf: The second page is missing.',
  ),
];
