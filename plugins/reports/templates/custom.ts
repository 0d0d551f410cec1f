import type { BuiltInTemplate } from '../contract.ts';

/** Where a report of one's own begins. */
export const custom: BuiltInTemplate = {
  name: 'Custom',
  order: 1,
  description:
    'A short report of applications to begin with: choose sections, filters and a period of your own and save it under a name.',
  definition: {
    title: 'Custom report',
    subtitle: null,
    period: { kind: 'thisMonth' },
    compare: true,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections: [
      {
        kind: 'figures',
        title: 'At a glance',
        figures: [
          { source: 'applications', measure: 'received' },
          { source: 'applications', measure: 'closed' },
          { source: 'applications', measure: 'open' },
        ],
      },
      {
        kind: 'chart',
        title: 'Received and closed',
        chart: 'line',
        source: 'applications',
        measures: ['received', 'closed'],
        by: 'time',
      },
      {
        kind: 'table',
        title: 'Received in the period',
        source: 'applications',
        columns: ['applicantName', 'templateId', 'status', 'assignees', 'createdAt', 'decidedAt'],
        at: 'createdAt',
      },
    ],
  },
};
