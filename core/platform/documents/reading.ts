import { notFound } from '@dossier/sdk';
import type { Database, WorkspaceAccess } from '@dossier/sdk';
import type { Applications } from '../applications/contract.ts';
import type { FileRecords } from '../files/contract.ts';
import { isStaff, maySee } from './audience.ts';
import type { DocumentService } from './service.ts';
import type { DocumentRow } from './entities.ts';
import type { Rows } from './rows.ts';
import { asDocument, asShown } from './shown.ts';
import type { DocumentEvents } from './events.ts';

interface Deps {
  readonly database: Database;
  readonly records: FileRecords;
  readonly rows: Rows;
  readonly applications: Applications;
  readonly events: DocumentEvents;
}

/** What a reader is given: of each application the documents that they may know of. */
export function reading({
  database,
  records,
  rows,
  applications,
  events,
}: Deps): Pick<DocumentService, 'ofMany' | 'list' | 'one' | 'content'> {
  const visible = async (access: WorkspaceAccess, id: string): Promise<DocumentRow> => {
    const row = await rows.find(access, id);
    if (!row || !maySee(access, row) || !(await applications.get(access, row.applicationId))) throw notFound();
    return row;
  };

  /** Of these applications, what this reader may know of. */
  const seenOf = async (access: WorkspaceAccess, ids: readonly string[]): Promise<readonly DocumentRow[]> =>
    (await rows.of(access, ids)).filter((row) => maySee(access, row));

  return {
    ofMany: async (access, ids) =>
      Map.groupBy(
        (await seenOf(access, ids)).map((row) => asShown(access, row)),
        ({ applicationId }) => applicationId,
      ),

    async list(access, applicationId) {
      if (!(await applications.get(access, applicationId))) throw notFound();
      return (await seenOf(access, [applicationId])).map((row) => asShown(access, row));
    },

    one: async (access, id) => asShown(access, await visible(access, id)),

    async content(access, id) {
      const row = await visible(access, id);
      const bytes = await records.read(access, row.fileId, { name: row.fileName });
      // Who only reads is noted as a reader all the same: the note is the trail's, and changes nothing of theirs.
      const { organization, audience } = access;
      if (isStaff(access, row)) await database.write({ organization, audience }, async () => events.read(access, row));
      return { document: asDocument(row), bytes };
    },
  };
}
