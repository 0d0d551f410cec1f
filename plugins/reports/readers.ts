import { forbidden, notFound, Problem } from '@dossier/sdk';
import type { AccessControl, Actor, OrganizationId, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { Contributions } from '@dossier/sdk';
import { demandAudience } from './audience.ts';
import type { SectionKind } from './contract.ts';
import type { Definition } from './definition/contract.ts';
import type { Catalogue } from './sources/catalogue.ts';

/**
 * Who may see a report, which may span several workspaces: those who may view reports in each, and read each of its
 * sources there.
 */
export interface Readers {
  /** The Access at each of these workspaces, in their order; undefined for one that is not there for this reader. */
  entered(access: WorkspaceAccess, others: readonly WorkspaceId[]): Promise<readonly (WorkspaceAccess | undefined)[]>;
  /**
   * The Access at each workspace, in order. Throws 404 for a workspace that is not the reader's, 403 and `feature-off`
   * where they have no right.
   */
  demand(
    access: WorkspaceAccess,
    others: readonly WorkspaceId[],
    definition: Definition,
  ): Promise<readonly WorkspaceAccess[]>;
  /** The same for a person who is not signed in, by their present rights. */
  demandFor(
    person: Actor,
    organization: OrganizationId,
    workspaces: readonly WorkspaceId[],
    definition: Definition,
  ): Promise<readonly WorkspaceAccess[]>;
}

export function createReaders({
  control,
  kinds,
  sources,
}: {
  control: AccessControl;
  kinds: Contributions<SectionKind>;
  sources: Catalogue;
}): Readers {
  const demandAt = (there: WorkspaceAccess, definition: Definition): WorkspaceAccess => {
    // The plain routes have asked this at the gate; here it holds for further workspaces and for work done later.
    demandAudience(there);
    for (const section of definition.sections) {
      for (const { source } of kinds.demand(there, section.kind).uses(section)) sources.demand(there, source);
    }
    return there;
  };
  return {
    entered: (access, others) => Promise.all(others.map((id) => control.atWorkspace(access, id))),
    async demand(access, others, definition) {
      const entered = await Promise.all(
        others.filter((id) => id !== access.workspace).map((id) => control.atWorkspace(access, id)),
      );
      return [
        demandAt(access, definition),
        ...entered.map((there) => further(() => demandAt(there ?? unknown(), definition))),
      ];
    },
    async demandFor(person, organization, workspaces, definition) {
      const entered = (await Promise.all(workspaces.map((id) => control.onBehalfOf(person, organization, id)))).filter(
        (there) => there !== undefined,
      );
      if (entered.length < workspaces.length) throw forbidden(`${person.name} is no longer a member of the workspace.`);
      return entered.map((there) => demandAt(there, definition));
    },
  };
}

/** A person who asks for several workspaces learns which of them is refused. */
function further<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw Problem.is(error) && error.status === 403
      ? forbidden(
          'In one of the other workspaces of this report your role does not include it. Leave that workspace out, or ask an administrator of the organization.',
        )
      : error;
  }
}

const unknown = (): never => {
  throw notFound();
};
