import type { Ground, Share } from '@dossier/core/testing';

/** A report that counts nothing, so that no right but that to view reports is needed for it. */
const definition = {
  title: 'Words',
  period: { kind: 'lastMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [{ kind: 'text', paragraphs: ['Nothing is counted.'] }],
};
const recurrence = { every: 'day', at: '08:00' };
const daily = async (at: Ground): Promise<object> => ({
  name: 'Daily',
  template: await at.id('report-templates'),
  format: 'csv',
  timeZone: 'UTC',
  recipients: [],
  recurrence,
});
const made = (at: Ground, what: string, body: unknown): Promise<string> =>
  at.made(`/api/v1/workspaces/${at.staffWorkspace}/report-${what}`, body);
/** A name that is taken, so that nothing is saved, however often it is tried. */
const taken = { name: 'Custom', definition };

export const share: Share = {
  makes: {
    workspace: {
      'report-templates': (at) => made(at, 'templates', { name: 'Words', visibility: 'workspace', definition }),
      'report-runs': async (at) => made(at, 'runs', { template: await at.id('report-templates'), format: 'csv' }),
      'report-schedules': async (at) => made(at, 'schedules', await daily(at)),
    },
  },
  kinds: {
    assignee: 'users',
    source: 'users',
    recipients: 'users',
    template: 'report-templates',
    scheduleId: 'report-schedules',
  },
  spared: {
    'values query/source': 'A source of reports is declared by a plugin, the same for every organization.',
  },
  bodies: {
    saveTemplate: { ...taken, visibility: 'private' },
    changeTemplate: taken,
    preview: { definition },
    run: { definition, format: 'csv' },
    plan: daily,
    replan: daily,
    occurrences: { recurrence, timeZone: 'UTC' },
  },
  queries: { values: { source: 'applications', column: 'status' } },
  // The source that is asked for decides.
  asks: { values: ['applications.read'] },
  alsoIn: { values: 'applications' },
  closedToClients: [
    ...[
      'templates',
      'template',
      'sources',
      'values',
      'recipients',
      'runs',
      'oneRun',
      'content',
      'schedules',
      'schedule',
    ],
  ],
};
