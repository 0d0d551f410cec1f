import type { BuiltInTemplate } from '../contract.ts';

const closed = { status: ['Approved', 'Rejected'] };

/** What was decided, one by one; nothing that is open. */
export const closedApplications: BuiltInTemplate = {
  name: 'Closed Applications',
  order: 4,
  description: 'Every application that was approved or rejected in the period, with how long it took.',
  definition: {
    title: 'Closed applications',
    subtitle: null,
    period: { kind: 'lastMonth' },
    compare: true,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections: [
      {
        kind: 'figures',
        title: 'Outcome',
        figures: [
          { source: 'applications', measure: 'closed' },
          { source: 'applications', measure: 'approved' },
          { source: 'applications', measure: 'rejected' },
          { source: 'applications', measure: 'decisionMedian' },
          { source: 'applications', measure: 'decisionP90' },
          { source: 'applications', measure: 'deadlineKept' },
        ],
      },
      {
        kind: 'chart',
        title: 'Approved and rejected',
        chart: 'stackedBar',
        source: 'applications',
        measures: ['approved', 'rejected'],
        by: 'time',
      },
      {
        kind: 'groups',
        title: 'By template',
        source: 'applications',
        measures: ['closed', 'approved', 'rejected', 'decisionMedian'],
        by: 'templateId',
        where: closed,
      },
      {
        kind: 'table',
        title: 'Closed applications',
        source: 'applications',
        columns: ['applicantName', 'templateId', 'status', 'assignees', 'createdAt', 'decidedAt', 'decisionTime'],
        at: 'decidedAt',
        where: closed,
      },
    ],
  },
};
