import type { Share } from '@dossier/core/testing';

/** A view of the queue. */
const view = { name: 'Open', shared: true, query: {}, columns: [], group: null };

export const share: Share = {
  makes: { workspace: { views: (at) => at.made(`/api/v1/workspaces/${at.staffWorkspace}/views`, view) } },
  kinds: { assignee: 'users' },
  spared: {
    'body/query/source': 'Where applications came from is kept as it is; a list finds nothing by what is elsewhere.',
  },
  bodies: { add: view, change: view, move: { position: 0 } },
};
