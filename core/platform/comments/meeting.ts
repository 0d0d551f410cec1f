/** As what somebody meets the comments of an application. */
import { forbidden, notFound } from '@dossier/sdk';
import type { AccessControl, OrganizationId, Reader, UserId, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import { readApplications, readOwnApplications } from '../applications/contract.ts';
import type { Application, Applications } from '../applications/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { CaseStore } from '../workflow/contract.ts';
import { commentsFeature, readComments } from './contract.ts';
import type { CommentKind, Named } from './contract.ts';

/** An application with the people on the other side of it. */
export interface Case {
  readonly application: Application;
  /** The users among its applicants. */
  readonly applicants: readonly UserId[];
  /** These, and who made it. */
  readonly clients: readonly UserId[];
  /** Its applicants, each with whether they are known here, so that they can read what is for them. */
  readonly people: readonly { readonly name: string; readonly reads: boolean }[];
}

/** A case as this reader meets it. */
export interface Met extends Case {
  readonly as: 'staff' | 'client';
  /** For whom its rows are read and written: the wall stands where this says, whatever a statement asks for. */
  readonly reader: Reader;
}

/** Somebody who may read comments of a kind at this moment, and where they do. */
export interface MayRead {
  readonly as: 'staff' | 'client';
  readonly workspace: WorkspaceId;
}

export interface Meeting {
  /** Throws 404 for who does not see the application, and 403 for staff who may not read comments. */
  meet(access: WorkspaceAccess, applicationId: string): Promise<Met>;
  /** The same for the system; null when there is no such application. */
  caseOf(access: WorkspaceAccess, applicationId: string): Promise<Case | null>;
  /** Null for who may not. By what they may do now. */
  mayRead(organization: OrganizationId, one: Case, person: Named, kind: CommentKind): Promise<MayRead | null>;
  /**
   * Those who may read a comment of this kind, by the rights that they are given: for whom one may name in it.
   */
  readers(organization: OrganizationId, one: Case, kind: CommentKind): Promise<ReadonlySet<UserId>>;
}

interface Deps {
  readonly applications: Applications;
  readonly store: CaseStore;
  readonly control: AccessControl;
  readonly tenancy: Tenancy;
  readonly grants: AccessAdministration;
}

/**
 * Staff meets a case where it is handled, and its client anywhere else. Somebody of the staff who is an applicant of it
 * meets it as the client that they are: what colleagues write about it is not for them. Who may not read comments is
 * given what clients are, where they hold a client's right, and else nothing.
 */
export function meeting({ applications, store, control, tenancy, grants }: Deps): Meeting {
  const caseFor = async (access: WorkspaceAccess, applicationId: string): Promise<Case | null> => {
    const application = await applications.get(access, applicationId);
    if (!application) return null;
    const known = await store.load(access, applicationId);
    const applicants = [...new Set(known?.applicants.flatMap(({ userId }) => userId ?? []))];
    const { source } = application;
    return {
      application,
      applicants,
      clients: source.kind === 'user' ? [...new Set([...applicants, source.id])] : applicants,
      people: (known?.applicants ?? []).map(({ firstName, lastName, userId }) => ({
        name: `${firstName} ${lastName}`.trim(),
        reads: userId !== null,
      })),
    };
  };

  return {
    caseOf: caseFor,

    async meet(access, applicationId) {
      const found = await caseFor(access, applicationId);
      if (!found) throw notFound();
      const inside = access.workspace === found.application.workspaceId && access.can(readApplications);
      const { organization, readOnly = false } = access;
      const asClient = !access.can(readComments) && access.can(readOwnApplications);
      if (!inside || asClient || found.applicants.includes(access.actor.id))
        return { ...found, as: 'client', reader: { organization, audience: 'client', readOnly } };
      if (!access.can(readComments)) throw forbidden('Your role does not include to read comments.');
      return { ...found, as: 'staff', reader: access };
    },

    async mayRead(organization, { application, applicants, clients }, { id, name }, kind) {
      const at = (workspace: WorkspaceId) => control.onBehalfOf({ kind: 'user', id, name }, organization, workspace);
      const inside = await at(application.workspaceId);
      if (inside?.can(readApplications) && inside.can(readComments) && !applicants.includes(id))
        return { as: 'staff', workspace: application.workspaceId };
      if (kind === 'internal' || !clients.includes(id)) return null;
      for (const workspace of await placesOfClients(organization, application.workspaceId)) {
        const there = await at(workspace);
        if (there?.can(readOwnApplications) && there.has(commentsFeature)) return { as: 'client', workspace };
      }
      return null;
    },

    async readers(organization, { application, applicants, clients }, kind) {
      const { workspaceId } = application;
      const [all, discussing] = [
        await grants.holders(organization, workspaceId, readApplications),
        new Set(await grants.holders(organization, workspaceId, readComments)),
      ];
      const found = new Set(all.filter((id) => discussing.has(id) && !applicants.includes(id)));
      if (kind === 'internal') return found;
      for (const workspace of await placesOfClients(organization, workspaceId)) {
        const own = new Set(await grants.holders(organization, workspace, readOwnApplications));
        for (const id of clients) if (own.has(id)) found.add(id);
      }
      return found;
    },
  };

  /** Where clients meet their applications: in these workspaces, and where it is handled. */
  async function placesOfClients(organization: OrganizationId, handled: WorkspaceId): Promise<readonly WorkspaceId[]> {
    const all = await tenancy.workspaces(organization);
    return all.filter(({ id, type }) => type !== 'STAFF' || id === handled).map(({ id }) => id);
  }
}
