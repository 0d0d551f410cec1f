import type { DossierElement } from '@dossier/sdk/web';
import { LiveList } from '@dossier/sdk/web/ui/live-list';
import type { ReactiveController } from 'lit';
import { myApplicationsQuery } from '../application.query.ts';
import type { PlacedRow } from '../application.query.ts';
import { statusText } from '../status.ts';
import { Wanted } from './wanted.ts';

/** A client's own applications, live, with what is asked of the client. */
export class MyListController implements ReactiveController {
  readonly list: LiveList<PlacedRow, string>;
  /** Ids of those that wait for the client's word. */
  awaiting: ReadonlySet<string> = new Set();
  readonly wanted: Wanted;
  #looked: readonly PlacedRow[] | null = null;

  constructor(element: DossierElement) {
    this.wanted = new Wanted(element);
    this.list = new LiveList(element, {
      read: async ({ query: workspaceId, cursor, limit, signal }) => {
        // One more than a page tells whether there are older ones.
        const variables = { workspaceId, first: limit + 1, after: cursor };
        const found = await element.host.query(myApplicationsQuery, variables, { signal });
        this.awaiting = new Set(found.awaitingMe);
        const rows = found.myApplications.slice(0, limit);
        return { rows, next: found.myApplications.length > limit ? (rows.at(-1)?.place ?? null) : null };
      },
      follow: () => [{ kind: 'own', type: 'application' }],
      maxRows: 99,
      says: {
        changed: (before, { templateName, status }) =>
          before.status === status ? null : `${templateName}: ${statusText(status)}`,
      },
    });
    element.addController(this);
  }

  /** Rows do not carry what is wanted, and do not wait for it. */
  hostUpdate(): void {
    const { rows } = this.list;
    if (rows === this.#looked) return;
    this.#looked = rows;
    if (rows) void this.wanted.look(rows);
  }
}
