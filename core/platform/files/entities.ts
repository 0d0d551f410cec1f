import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@dossier/sdk';
import type { StoredScan } from './contract.ts';

/** A file that modules refer to; the bytes are in a store, under a key of their own. */
export const FileEntity = defineEntity({
  name: 'File',
  tableName: 'file',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Id of the contribution to `files/store`. */
    store: p.text(),
    key: p.text(),
    state: p.text().$type<'incoming' | 'kept' | 'leaving'>(),
    contentType: p.text().nullable(),
    size: p.integer().nullable(),
    sha256: p.text().nullable(),
    scan: p.text().$type<StoredScan>(),
    threat: p.text().nullable(),
    scannedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** Where it is for, so that the scanners of that workspace are asked; null where it is for none. */
    workspaceId: p.uuid().nullable(),
  },
});

export type StoredFile = InferEntity<typeof FileEntity>;

/** A scanner that the installation uses: so it is missed when its plugin cannot even be loaded. */
export const FileScannerEntity = defineEntity({
  name: 'FileScanner',
  tableName: 'file_scanner',
  properties: { id: p.text().primary() },
});
