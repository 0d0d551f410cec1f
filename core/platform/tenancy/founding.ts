import { forbidden, invalid, isForPerson, isId, newId } from '@dossier/sdk';
import type { Access, Contributions, Database, Fault, ValidPart } from '@dossier/sdk';
import { createOrganizations } from './contract.ts';
import type { TenantHooks } from './contract.ts';
import { organizationFaults } from './names.ts';
import { founding } from './organizations.ts';
import type { Organizations, VersionedOrganization } from './organizations.ts';
import { tenantHooksFor } from './tenant-hooks.ts';
import type { Workspaces } from './workspaces.ts';

/** The first workspace; its owner renames it as they like. */
const firstWorkspace = { name: 'Office', type: 'STAFF' } as const;

interface Deps {
  readonly database: Database;
  readonly organizations: Organizations;
  readonly workspaces: Workspaces;
  readonly hooks: Contributions<TenantHooks>;
  /** May everybody who is signed in, or the operator alone? */
  readonly openToPeople: boolean;
}

interface Foundation {
  readonly name: string;
  readonly slug: string;
  readonly type: string;
  readonly timeZone?: string;
  /** Who will own it: the person who asks, or the one that the operator names. */
  readonly ownerId?: string;
}

export interface Founding {
  /**
   * Makes an organization that its owner can use at once: with a first workspace and what other modules add
   * ({@link TenantHooks}); all of it or nothing.
   */
  found(access: Access, o: Foundation): Promise<VersionedOrganization>;
  /** What is wrong with as much of a body as could be read. Nothing is said of it to who may create none. */
  faults(access: Access, o: ValidPart<Foundation>): readonly Fault[];
}

export function createFounding({ database, organizations, workspaces, hooks, openToPeople }: Deps): Founding {
  const may = (access: Access): boolean => openToPeople || access.can(createOrganizations);
  const faultsOf = (access: Access, o: ValidPart<Foundation>): readonly Fault[] => [
    ...organizationFaults(o),
    ...ownerFaults(access, o),
  ];

  return {
    faults: (access, o) => (may(access) ? faultsOf(access, o) : []),

    async found(access, body) {
      if (!may(access)) throw forbidden('On this installation the operator creates organizations. Ask the operator.');
      const { ownerId, ...o } = body;
      const faults = faultsOf(access, ownerId === undefined ? o : body);
      if (faults.length > 0) throw invalid(faults);
      const owner = ownerId ?? access.actor.id;
      const id = newId();
      return database.write(id, async () => {
        const organization = await organizations.createOrganization({ ...o, id, actor: access.actor });
        const own = founding(access.actor, id);
        const workspace = await workspaces.createWorkspace(own, firstWorkspace);
        for (const hook of tenantHooksFor(hooks, own)) await hook.founded?.(own, { owner, workspace: workspace.id });
        return organization;
      });
    },
  };
}

function ownerFaults({ actor }: Access, o: ValidPart<Foundation>): readonly Fault[] {
  const { ownerId } = o;
  if (isForPerson(actor)) {
    return ownerId === undefined || ownerId === actor.id
      ? []
      : [
          {
            pointer: '/ownerId',
            code: 'not-yourself',
            detail:
              'The creator of an organization owns it. Leave ownerId out, and make somebody else an owner afterwards.',
          },
        ];
  }
  // One that was sent and did not fit has been reported.
  if (isId(ownerId) || (ownerId === undefined && Object.hasOwn(o, 'ownerId'))) return [];
  return [
    {
      pointer: '/ownerId',
      code: ownerId === undefined ? 'missing' : 'unknown-user',
      detail: 'Name the user who will own the organization by their internal id (ownerId).',
    },
  ];
}
