import { linkedPages } from '@dossier/sdk/web/ui/linked-pages';
import { LiveList } from '@dossier/sdk/web/ui/live-list';
import type { LiveElement } from '@dossier/sdk/web/ui/live-reads';
import { searchOf } from './filter.ts';
import type { RunsFilter } from './filter.ts';
import { runProgressOf } from './progress.ts';
import { isOpen } from './types.ts';
import type { Run } from './types.ts';
import { endedText } from './words.ts';

export interface RunsAsked {
  readonly workspaceId: string;
  readonly filter: RunsFilter;
}

/** The history of runs, newest first, live: a run moves on by what the server tells, and is read again at its end. */
export const liveRuns = (element: LiveElement): LiveList<Run, RunsAsked> =>
  new LiveList(element, {
    read: linkedPages(
      element,
      ({ workspaceId, filter }) => `/api/v1/workspaces/${workspaceId}/report-runs${searchOf(filter)}`,
    ),
    follow: ({ workspaceId }) => [{ kind: 'subjects', workspaceId, type: 'report-run' }],
    hear: ({ data }, known) => {
      const told = runProgressOf(data);
      if (!told) return { again: true };
      const run = known(told.id);
      if (!run) return { again: told.state === 'queued' };
      // Size, name and reason of one that has ended come with a look.
      return isOpen(run) ? { row: { ...run, ...told }, again: !isOpen(told) } : {};
    },
    // One that has ended stays ended: the list may have been read before that.
    newer: (known, run) => (isOpen(run) && !isOpen(known) ? known : run),
    pageSize: 25,
    says: { changed: (before, run) => (isOpen(before) && !isOpen(run) ? endedText(run) : null) },
  });
