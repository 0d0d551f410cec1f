import { Problem } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { MailFiles } from '@dossier/core/platform/mail/contract';
import type { ResultStore } from './result-store.ts';
import type { RunTable } from './run-table.ts';
import { readersOf } from '../audience.ts';

/** Id of the contribution by which e-mails fetch results. */
export const ATTACHED = 'report-run';
const MEGABYTE = 1_000_000;

interface Deps {
  readonly table: RunTable;
  readonly store: ResultStore;
  readonly grants: AccessAdministration;
  /** Megabytes that the organization lets files have that leave it with e-mails; 0 for none at all. */
  readonly most: (organization: OrganizationId) => Promise<number>;
}

/** May the result of a run go with an e-mail? */
export const mayLeave = (size: number | null, most: number): boolean =>
  size !== null && most > 0 && size <= most * MEGABYTE;

/**
 * Results of runs for e-mails. Whether they may leave, and whether the reader may view reports, is asked when the
 * e-mail goes out.
 */
export const attachments = ({ table, store, grants, most }: Deps): MailFiles => ({
  async load(access, { id, reader }) {
    const { organization } = access;
    const run = await table.find(organization, id);
    if (!run || run.fileId === null || !mayLeave(run.size, await most(organization))) return null;
    if (!(await readersOf(grants, organization, run.workspaceId)).includes(reader)) return null;
    try {
      const pieces: Uint8Array[] = [];
      for await (const piece of await store.read(access, run.fileId, run.fileName ?? 'The report')) pieces.push(piece);
      return {
        name: run.fileName ?? `report.${run.format}`,
        contentType: run.contentType ?? 'application/octet-stream',
        bytes: Buffer.concat(pieces),
      };
    } catch (error) {
      if (Problem.is(error) && error.status === 410) return null;
      throw error;
    }
  },
});
