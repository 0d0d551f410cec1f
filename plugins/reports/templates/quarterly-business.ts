import type { BuiltInTemplate } from '../contract.ts';

/** The quarter for a board: how much, how good, how fast, and from where. */
export const quarterlyBusiness: BuiltInTemplate = {
  name: 'Quarterly Business',
  order: 3,
  description: 'Volume, outcome and speed of the last quarter against the one before, by template and by source.',
  definition: {
    title: 'Quarterly business report',
    subtitle: null,
    period: { kind: 'lastQuarter' },
    compare: true,
    filters: {},
    grouping: 'month',
    targetDays: 10,
    sections: [
      {
        kind: 'figures',
        title: 'The quarter at a glance',
        figures: [
          { source: 'applications', measure: 'received' },
          { source: 'applications', measure: 'closed' },
          { source: 'applications', measure: 'approved' },
          { source: 'applications', measure: 'rejected' },
          { source: 'applications', measure: 'decisionMedian' },
          { source: 'applications', measure: 'deadlineKept' },
          { source: 'applications', measure: 'automatic' },
          { source: 'first-responses', measure: 'median' },
        ],
      },
      {
        kind: 'chart',
        title: 'Intake and outcome',
        chart: 'bar',
        source: 'applications',
        measures: ['received', 'approved', 'rejected'],
        by: 'time',
      },
      {
        kind: 'chart',
        title: 'Decided in time',
        chart: 'line',
        source: 'applications',
        measures: ['deadlineKept'],
        by: 'time',
      },
      {
        kind: 'chart',
        title: 'Where applications came from',
        chart: 'doughnut',
        source: 'applications',
        measures: ['received'],
        by: 'sourceId',
        most: 8,
      },
      {
        kind: 'groups',
        title: 'By template',
        source: 'applications',
        measures: ['received', 'approved', 'rejected', 'decisionMedian', 'deadlineKept'],
        by: 'templateId',
      },
      {
        kind: 'groups',
        title: 'Month by month',
        source: 'applications',
        measures: ['received', 'closed', 'approved', 'rejected', 'decisionMedian'],
        by: 'time',
      },
    ],
  },
};
