/** As what somebody meets the corrections of an application. */
import { notFound } from '@dossier/sdk';
import type { UserId, WorkspaceAccess } from '@dossier/sdk';
import { readApplications } from '../applications/contract.ts';
import type { Application, Applications } from '../applications/contract.ts';
import type { CaseStore } from '../workflow/contract.ts';

/** A case as this reader meets it. */
export interface Met {
  readonly application: Application;
  /** Somebody of the staff who is an applicant meets it as the client that they are. */
  readonly as: 'staff' | 'client';
  /** The users whose application it is: its applicants, and who made it outside of the house. */
  readonly clients: readonly UserId[];
  /** All its applicants, also those who are not known here. */
  readonly applicants: readonly { readonly name: string; readonly email: string; readonly userId: UserId | null }[];
}

/** Throws 404 for who does not see the application. */
export type Meet = (access: WorkspaceAccess, applicationId: string) => Promise<Met>;

interface Deps {
  readonly applications: Pick<Applications, 'get'>;
  readonly store: Pick<CaseStore, 'load'>;
}

export const meeting =
  ({ applications, store }: Deps): Meet =>
  async (access, applicationId) => {
    const application = await applications.get(access, applicationId);
    if (!application) throw notFound();
    const known = await store.load(access, applicationId);
    const applicants = (known?.applicants ?? []).map(({ firstName, lastName, email, userId }) => ({
      name: `${firstName} ${lastName}`.trim(),
      email,
      userId,
    }));
    const own = [...new Set(applicants.flatMap(({ userId }) => userId ?? []))];
    const inside = access.workspace === application.workspaceId && access.can(readApplications);
    const { source } = application;
    return {
      application,
      as: inside && !own.includes(access.actor.id) ? 'staff' : 'client',
      clients: own.length > 0 || source.kind !== 'user' ? own : [source.id],
      applicants,
    };
  };
