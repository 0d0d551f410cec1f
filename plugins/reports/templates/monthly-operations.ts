import type { BuiltInTemplate } from '../contract.ts';

/** The month for those who run the office: what came, what went, where it waits and who has how much of it. */
export const monthlyOperations: BuiltInTemplate = {
  name: 'Monthly Operations', order: 2, description: 'Intake and outcome of the last month, time in each step, the load of officers, review of documents, and why applications halted.',
  definition: {
    title: 'Monthly operations', subtitle: null, period: { kind: 'lastMonth' }, compare: true, filters: {}, grouping: 'auto', targetDays: 10,
    sections: [
      { kind: 'figures', title: 'The month at a glance', figures: [
        { source: 'applications', measure: 'received' }, { source: 'applications', measure: 'closed' }, { source: 'applications', measure: 'approved' }, { source: 'applications', measure: 'rejected' },
        { source: 'applications', measure: 'open' }, { source: 'applications', measure: 'decisionMedian' }, { source: 'applications', measure: 'decisionP90' }, { source: 'applications', measure: 'deadlineKept' },
        { source: 'applications', measure: 'automatic' }, { source: 'first-responses', measure: 'median' }, { source: 'documents', measure: 'reviewed' }, { source: 'halts', measure: 'halts' },
      ] },
      { kind: 'chart', title: 'Received and closed', chart: 'line', source: 'applications', measures: ['received', 'closed'], by: 'time' },
      { kind: 'chart', title: 'Received in the month, by status now', chart: 'doughnut', source: 'applications', measures: ['received'], by: 'status' },
      { kind: 'groups', title: 'By status now', source: 'applications', measures: ['received', 'all'], by: 'status' },
      { kind: 'groups', title: 'Time in each step', source: 'steps', measures: ['ended', 'median', 'p90', 'active'], by: 'name' },
      { kind: 'chart', title: 'Load of officers', chart: 'stackedBar', source: 'assignments', measures: ['open', 'closed'], by: 'userId' },
      { kind: 'chart', title: 'Documents', chart: 'bar', source: 'documents', measures: ['uploaded', 'approved', 'rejected'], by: 'time' },
      { kind: 'groups', title: 'Why applications halted', source: 'halts', measures: ['halts'], by: 'reason' },
      { kind: 'table', title: 'Open now', source: 'applications', columns: ['applicantName', 'templateId', 'status', 'assignees', 'createdAt'], where: { status: ['Submitted', 'InReview'] } },
    ],
  },
};
