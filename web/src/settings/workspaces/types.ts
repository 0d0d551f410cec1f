import type { WorkspaceType } from '@dossier/sdk/web';

/** A line of `GET /api/v1/organization/workspaces`. */
export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly type: WorkspaceType;
  readonly createdAt: string;
  /** How many teams work in it. */
  readonly teams: number;
}

/** A line of `GET /api/v1/teams`, as far as it matters here. */
export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly memberCount: number;
  readonly workspaces: readonly { readonly id: string }[];
}

/** The kinds of workspaces, in words. */
export const kinds: Readonly<Record<WorkspaceType, { readonly title: string; readonly text: string }>> = {
  STAFF: { title: 'Staff', text: 'Colleagues work here on all applications. Clients never see it.' },
  CLIENT: { title: 'Clients', text: 'Each client sees his own applications here, and nothing else.' },
  MIXED: { title: 'Staff and clients', text: 'Colleagues and clients meet in the same applications. A client sees his own, and no internal comment.' },
};
