import { isAtWorkspace } from '@dossier/sdk';
import type { Database } from '@dossier/sdk';
import type { Workflow } from '../workflow/contract.ts';
import type { Cases } from './cases.ts';
import type { DocumentService } from './service.ts';
import { rowsBy } from './rows.ts';
import type { DocumentEvents } from './events.ts';

interface Deps {
  readonly database: Database;
  readonly workflow: Workflow;
  readonly cases: Cases;
  readonly events: DocumentEvents;
}

/** Tells of each document of a file what the scanners found; an infected one stands for nothing that was asked for. */
export const scanned =
  ({ database, workflow, cases, events }: Deps): DocumentService['scanned'] =>
  (access, file) =>
    database.write(access, async (tx) => {
      if (!isAtWorkspace(access)) return;
      for (const row of await rowsBy(tx, access.organization, 'fileId', [file.id])) {
        events.scanned(access, row, await cases.clientsOf(access, row.applicationId));
        if (file.scan === 'infected') await workflow.recheck(access, row.applicationId, 'documents');
      }
    });
