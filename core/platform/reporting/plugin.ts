import { definePlugin } from '@dossier/sdk';
import { communicationSources, reportSources } from './contract.ts';

/**
 * Holds the points alone, so that a module can say what is to be known of its tables whether or not anything that draws
 * reports is installed.
 */
export default definePlugin({
  id: 'reporting',
  version: '1.0.0',
  kernel: '^1.0.0',
  points: [reportSources, communicationSources],
  setup: () => undefined,
});
