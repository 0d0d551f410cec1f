import { definePlugin } from '@dossier/sdk';
import { noticeKinds, noticeQueues } from './contract.ts';

/** Holds the points alone, so that a module can say what people hear of, whether or not anything tells them. */
export default definePlugin({
  id: 'notices',
  version: '1.0.0',
  kernel: '^1.0.0',
  points: [noticeKinds, noticeQueues],
  setup: () => undefined,
});
