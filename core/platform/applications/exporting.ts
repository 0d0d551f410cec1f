import { setImmediate } from 'node:timers/promises';
import { event, Problem, Type } from '@dossier/sdk';
import type { Clock, Database, Emits, WorkspaceAccess } from '@dossier/sdk';
import type { People } from '../people/contract.ts';
import type { Templates } from '../templates/contract.ts';
import { columnsNamed, shownOf } from './answer-columns.ts';
import { csvHead, csvLines } from './csv.ts';
import { listApplications } from './list.ts';
import type { Page, Reader } from './list.ts';
import type { ListQuery } from './list-query.ts';
import type { AnswerColumn } from './queue/contract.ts';
import { reachAt } from './reach.ts';
import type { RowColumns } from './rows.ts';

/** What the list was narrowed to. */
export const applicationsExported = event('applications/exported@1', {
  says: '{actor} exported a list of applications as CSV.',
  personal: ['/payload/query/search'],
  title: 'A list of applications was exported',
  schema: Type.Object({ query: Type.Record(Type.String(), Type.Unknown()) }),
  isReading: true,
});

/** Rows that are read and written at a time: few enough that nobody waits for them. */
const PAGE = 100;
/** Rows of a file at most. */
export const MOST_ROWS = 10_000;

export interface Exporting {
  /**
   * All applications of the workspace that the query finds, in its order, as CSV in pieces. That it was asked for
   * stands in the trail before the first of them. Throws 400 as a list does, and `too-many-rows` (422) for more than
   * {@link MOST_ROWS}.
   */
  of(access: WorkspaceAccess, query: Omit<ListQuery, 'limit' | 'cursor'>): Promise<AsyncIterable<string>>;
}

export function createExporting(o: {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: People;
  readonly templates: Templates;
  readonly events: Emits<typeof applicationsExported>;
}): Exporting {
  const listed = listApplications(o.database);

  const lines = async (
    { organization }: Reader,
    rows: readonly RowColumns[],
    columns: readonly AnswerColumn[],
  ): Promise<string> =>
    csvLines(rows, await o.people.users([...new Set(rows.flatMap(({ assignees }) => assignees))]), {
      columns,
      values: await shownOf(o.database, organization, rows, columns),
    });

  async function* pieces(
    reader: Reader,
    query: ListQuery,
    { first, columns }: { readonly first: Page<RowColumns>; readonly columns: readonly AnswerColumn[] },
  ): AsyncIterable<string> {
    yield csvHead(columns);
    for (let page = first; ;) {
      if (page.rows.length > 0) yield await lines(reader, page.rows, columns);
      if (page.next === null) return;
      await setImmediate();
      page = await listed.rows(reader, { ...query, limit: PAGE, cursor: page.next });
    }
  }

  return {
    async of(access, query) {
      const reader = {
        organization: access.organization,
        reach: reachAt(access),
        id: access.actor.id,
        now: o.clock.now().toISOString(),
      };
      const [found = 0] = await listed.several(reader, [query], MOST_ROWS + 1);
      if (found > MOST_ROWS)
        throw new Problem(422, 'too-many-rows', 'The list is too long for a file', {
          detail: `A file has at most ${MOST_ROWS.toLocaleString('en')} applications. Narrow the list first.`,
        });
      const first = await listed.rows(reader, { ...query, limit: PAGE });
      await o.database.write(access, async () =>
        o.events.emit(
          applicationsExported,
          access,
          { subject: { type: 'workspace', id: access.workspace }, workspace: access.workspace },
          { query },
        ),
      );
      return pieces(reader, query, {
        first,
        columns: await columnsNamed(o.templates, access.organization, query.columns ?? []),
      });
    },
  };
}
