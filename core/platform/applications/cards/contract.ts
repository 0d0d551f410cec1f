import { service } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId, UserId, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { CaseFlag } from '../contract.ts';

/** An application as a line of a list that is not one of applications: of what was found, or is to be seen. */
export interface Card {
  /** Who applies. */
  readonly title: string;
  /** Number and template, which tell it from others. */
  readonly about: string;
  readonly state: string;
  readonly money: { readonly amount: number; readonly currency: string | null } | null;
  readonly as: 'staff' | 'client';
  /** By when it is to be decided; null where nothing says so. */
  readonly dueAt: string | null;
  /** What is remarkable about it; of a client's own nothing. */
  readonly flags: readonly CaseFlag[];
  /** Where this reader has its page, and the page below that of the workspace. */
  readonly workspaceId: WorkspaceId;
  readonly path: string;
}

export interface Cards {
  /**
   * Of those applications that the reader may read in one of these places: staff those handled in them, clients their
   * own.
   */
  of(
    reader: OrganizationAccess,
    places: readonly WorkspaceAccess[],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Card>>;
  /** Ids of those of which somebody is an applicant, without asking who reads. Of the staff they are few, if any. */
  asApplicant(organization: OrganizationId, user: UserId): Promise<readonly string[]>;
  /** Ids of those that are somebody's as a client, made by them or for them; the newest 1,000 of each. */
  ofClient(organization: OrganizationId, user: UserId): Promise<readonly string[]>;
}
export const Cards = service<Cards>('applications/cards@1');
