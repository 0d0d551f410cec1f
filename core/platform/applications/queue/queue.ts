/** The queue as modules that keep its views ask it. */
import type { Clock, Database, OrganizationAccess } from '@dossier/sdk';
import type { Templates } from '../../templates/contract.ts';
import { allColumns, columnsNamed, shownOf } from '../answer-columns.ts';
import type { Shown } from '../answer-columns.ts';
import { readApplications } from '../contract.ts';
import { listApplications } from '../list.ts';
import { faultsOf } from '../list-query.ts';
import type { RowColumns } from '../rows.ts';
import type { Queue } from './contract.ts';

export interface QueueService extends Queue {
  /** Answers of these rows, by application and column; nothing for columns that are no more. */
  shown(
    access: OrganizationAccess,
    rows: readonly RowColumns[],
    columns: readonly string[],
  ): Promise<ReadonlyMap<string, Shown>>;
}

export function createQueue({
  database,
  clock,
  templates,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly templates: Templates;
}): QueueService {
  const listed = listApplications(database);
  return {
    faults: faultsOf,
    counts(access, queries, most) {
      access.demand(readApplications);
      return listed.several(
        {
          organization: access.organization,
          reach: { workspace: access.workspace },
          id: access.actor.id,
          now: clock.now().toISOString(),
        },
        queries,
        most,
      );
    },
    columns: (organization, ids) => columnsNamed(templates, organization, ids),
    allColumns: (organization) => allColumns(templates, organization),
    shown: async ({ organization }, rows, columns) =>
      columns.length === 0
        ? new Map<string, Shown>()
        : shownOf(database, organization, rows, await columnsNamed(templates, organization, columns)),
  };
}
