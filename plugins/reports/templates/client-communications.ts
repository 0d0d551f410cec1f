import type { BuiltInTemplate } from '../contract.ts';

/** What was said between house and clients, as clients know it too. */
export const clientCommunications: BuiltInTemplate = {
  name: 'Client Communications',
  order: 5,
  description:
    'What was asked of clients, what they sent and confirmed, and which messages they got. Nothing internal.',
  definition: {
    title: 'Client communications',
    subtitle: null,
    period: { kind: 'lastMonth' },
    compare: true,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections: [
      {
        kind: 'figures',
        title: 'At a glance',
        figures: [
          { source: 'communications', measure: 'all' },
          { source: 'communications', measure: 'toClient' },
          { source: 'communications', measure: 'fromClient' },
          { source: 'communications', measure: 'applications' },
          { source: 'first-responses', measure: 'median' },
          { source: 'first-responses', measure: 'p90' },
        ],
      },
      {
        kind: 'chart',
        title: 'To and from clients',
        chart: 'stackedBar',
        source: 'communications',
        measures: ['toClient', 'fromClient'],
        by: 'time',
      },
      { kind: 'groups', title: 'By kind', source: 'communications', measures: ['all', 'applications'], by: 'kind' },
      {
        kind: 'table',
        title: 'Communications',
        source: 'communications',
        columns: ['at', 'direction', 'kind', 'applicantName', 'person', 'about'],
        at: 'at',
      },
    ],
  },
};
