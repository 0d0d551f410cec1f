import type { DossierElement } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';
import { LiveList } from '@dossier/sdk/web/ui/live-list';
import { applicationsQuery } from '../application.query.ts';
import { answersIn, variablesOf } from '../filter.ts';
import type { Filter } from '../filter.ts';
import { compare, holds, newer } from './list.model.ts';
import { rowOf } from '../types.ts';
import type { ApplicationRow } from '../types.ts';

/** So many rows are read to be put together in groups. */
const maxGrouped = 500;

export interface ApplicationsAsked {
  readonly workspaceId: string;
  readonly filter: Filter;
}

/** The applications of a workspace by a filter, live. `atTop`: the reader sees the beginning of the list. */
export const liveApplications = (
  element: DossierElement,
  atTop: () => boolean,
): LiveList<ApplicationRow, ApplicationsAsked> =>
  new LiveList(element, {
    read: async ({ query: { workspaceId, filter }, cursor, limit, signal }) => {
      const answers = answersIn(filter);
      const columns = answers.length === 0 ? null : answers;
      const variables = { workspaceId, first: limit, after: cursor, columns, ...variablesOf(filter) };
      return (await element.host.query(applicationsQuery, variables, { signal })).applications;
    },
    follow: ({ workspaceId }) => [{ kind: 'subjects', workspaceId, type: 'application' }],
    hear: ({ data, ids }, _known, { workspaceId, filter }) => {
      const row = rowOf(data);
      if (!row) return { again: ids.length > 0 };
      if (row.workspaceId !== workspaceId) return {};
      // Answers are not pushed.
      return { row, again: answersIn(filter).length > 0 };
    },
    pause: 1_000,
    newer,
    place: ({ filter }) => ({
      atTop,
      holds: (row) => holds(row, filter, element.session?.user.id),
      compare: compare(filter.sort),
    }),
    atLeast: ({ filter }) => (filter.group ? maxGrouped : 0),
    says: { joined: (count) => `${counted(count, 'new application', 'new applications')}.` },
  });
