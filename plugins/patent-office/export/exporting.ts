/** The list of an application as a file; that it was asked for stands in the trail. */
import { conflict, event, storedTimeZone, Type } from '@dossier/sdk';
import type { Clock, Database, Emits, WorkspaceAccess } from '@dossier/sdk';
import type { Workbooks } from '@dossier/core/platform/reporting/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { Saving } from '../saved/saved.ts';
import { csvOf } from './csv.ts';
import { columns, rowOf } from './table.ts';

export const savedExported = event('patents/exported@1', {
  says: '{actor} exported the saved patents of {subject}.',
  title: 'The saved patents of an application were exported',
  schema: Type.Object({ format: Type.Union([Type.Literal('csv'), Type.Literal('xlsx')]) }),
  isReading: true,
});

/** Both throw 404 for an application that the actor does not read as one of the staff. */
export interface Exporting {
  csv(access: WorkspaceAccess, applicationId: string): Promise<string>;
  /** Throws the conflict `no-workbooks` (409) where nothing is installed that makes any. */
  xlsx(access: WorkspaceAccess, applicationId: string): Promise<Uint8Array>;
}

interface Deps {
  readonly database: Pick<Database, 'write'>;
  readonly clock: Clock;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly saving: Pick<Saving, 'list'>;
  readonly workbooks: Workbooks | undefined;
  readonly events: Emits<typeof savedExported>;
}

export function createExporting({ database, clock, tenancy, saving, workbooks, events }: Deps): Exporting {
  const noted = (access: WorkspaceAccess, applicationId: string, format: 'csv' | 'xlsx'): Promise<void> =>
    database.write(access, async () =>
      events.emit(savedExported, access, { subject: { type: 'application', id: applicationId } }, { format }),
    );

  return {
    async csv(access, applicationId) {
      const saved = await saving.list(access, applicationId);
      await noted(access, applicationId, 'csv');
      return csvOf(saved);
    },

    async xlsx(access, applicationId) {
      const saved = await saving.list(access, applicationId);
      if (!workbooks)
        throw conflict('no-workbooks', 'This installation makes no Excel files. Take the list as CSV instead.');
      await noted(access, applicationId, 'xlsx');
      const organization = await tenancy.organization(access.organization);
      return workbooks.of({
        title: 'Saved patents',
        createdBy: access.actor.name,
        createdAt: clock.now().toISOString(),
        timeZone: storedTimeZone(organization?.timeZone ?? 'UTC'),
        columns,
        rows: saved.map(rowOf),
      });
    },
  };
}
