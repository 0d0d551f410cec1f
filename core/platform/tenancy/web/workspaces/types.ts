import type { WorkspaceType } from '@dossier/sdk/web';

export type { TeamReply as TeamRow } from '../../../access/contract.ts';
export type { WorkspaceWithTeams as WorkspaceRow } from '../../contract.ts';

/** The kinds of workspaces, in words. */
export const kinds: Readonly<Record<WorkspaceType, { readonly title: string; readonly text: string }>> = {
  STAFF: { title: 'Staff', text: 'Colleagues work here on all applications. Clients never see it.' },
  CLIENT: { title: 'Clients', text: 'Clients see their own applications here, and nothing else.' },
  MIXED: {
    title: 'Staff and clients',
    text: 'Colleagues and clients meet in the same applications. Clients see their own, and no internal comment.',
  },
};
