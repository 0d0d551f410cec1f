import type { Clock, Database } from '@dossier/sdk';
import type { FileRecords } from '../files/contract.ts';
import type { Spelling } from '../search/contract.ts';
import type { Cases } from './cases.ts';
import type { Documents } from './contract.ts';
import type { DocumentEvents } from './events.ts';
import { decoded } from './incoming.ts';
import { demandQuota } from './quota.ts';
import type { Receive } from './receiving.ts';
import { targetOf } from './target.ts';
import { insertDocuments } from './terms.ts';
import { newRow, stored } from './uploading.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly records: FileRecords;
  readonly cases: Cases;
  readonly events: DocumentEvents;
  readonly receive: Receive;
  readonly spelling: Spelling;
  /** Largest file in bytes. */
  readonly limit: number;
}

/** Files that come before their application does, and become documents with it. */
export function attaching({
  database,
  clock,
  records,
  cases,
  events,
  receive,
  spelling,
  limit,
}: Deps): Pick<Documents, 'take' | 'attach'> {
  return {
    async take(access, file) {
      const { fileName: name, pointer } = file;
      const bytes = typeof file.bytes === 'string' ? decoded(file.bytes, limit, pointer) : file.bytes;
      const taken = await receive({ fileName: name, pointer, bytes, requirementKey: () => null }, (read) =>
        records.receive(access, read, { limit }),
      );
      if (taken === null) throw new TypeError('A file that is to be kept was only looked at.');
      const { id, size, sha256, fileName, contentType } = taken;
      return { id, size, sha256, fileName, contentType };
    },
    attach: (access, application, files) =>
      database.write(access, async (tx) => {
        if (files.length === 0) return;
        const target = await targetOf(cases, access, application);
        await demandQuota(tx, access.organization, application.id, 'client', files.length);
        const rows = files.map(({ fileId, fileName, requirementKey }) =>
          newRow(
            access,
            target,
            {
              id: fileId,
              fileName,
              // The record of the file says these.
              contentType: '',
              size: 0,
              sha256: '',
              requirementKey: () => requirementKey,
              audience: () => 'client',
              replaces: () => null,
              pointer: '',
            },
            clock.now(),
          ),
        );
        await insertDocuments(tx, rows.map(stored), spelling);
        const clients = await cases.clientsOf(access, application.id);
        for (const row of rows) events.uploaded(access, row, clients);
      }),
  };
}
