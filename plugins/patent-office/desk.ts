import { service } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import type { PatentPart } from './contract.ts';

/** What people do with patents, for a demonstration in which they have done some of it. All throw as the routes do. */
export interface PatentDesk {
  /** Searches, which costs a credit, and is among the earlier searches of who acts. */
  search(access: WorkspaceAccess, cql: string): Promise<unknown>;
  /** Asks for those of the parts that are not kept yet; each costs a credit. */
  read(access: WorkspaceAccess, number: string, parts: readonly PatentPart[]): Promise<unknown>;
  save(
    access: WorkspaceAccess,
    applicationId: string,
    number: string,
    content: { readonly tag: string; readonly reason: string },
  ): Promise<unknown>;
  /** Writes the note of who acts. */
  note(access: WorkspaceAccess, number: string, text: string): Promise<unknown>;
}
export const PatentDesk = service<PatentDesk>('patent-office/desk@1');
