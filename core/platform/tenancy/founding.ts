import { forbidden, invalid, isId, newId } from '@dossier/sdk';
import type { Access, Contributions, Database, UserId } from '@dossier/sdk';
import { createOrganizations } from './contract.ts';
import type { LifeCycle } from './contract.ts';
import { founding } from './organizations.ts';
import type { Organizations, VersionedOrganization } from './organizations.ts';
import { residentsFor } from './residents.ts';
import type { Workspaces } from './workspaces.ts';

/** The first workspace; its owner renames it as he likes. */
const firstWorkspace = { name: 'Office', type: 'STAFF' } as const;

interface Deps {
  readonly database: Database;
  readonly organizations: Organizations;
  readonly workspaces: Workspaces;
  readonly residents: Contributions<LifeCycle>;
  /** May everybody who is signed in, or the operator alone? */
  readonly openToPeople: boolean;
}

/** `ownerId` is who will own it: a person himself, and whom the operator names. */
export type Found = (access: Access, o: { readonly name: string; readonly slug: string; readonly type: string; readonly ownerId?: string }) => Promise<VersionedOrganization>;

/** Makes an organization that its owner can use at once: with a first workspace and what other modules add ({@link LifeCycle}); all of it or nothing. */
export function createFounding({ database, organizations, workspaces, residents, openToPeople }: Deps): Found {
  return async (access, { ownerId, ...o }) => {
    if (!openToPeople && !access.can(createOrganizations)) throw forbidden('On this installation the operator creates organizations. Ask whoever runs it.');
    const owner = ownerOf(access, ownerId);
    const id = newId();
    return database.write(id, async () => {
      const organization = await organizations.createOrganization({ ...o, id, actor: access.actor });
      const own = founding(access.actor, id);
      const workspace = await workspaces.createWorkspace(own, firstWorkspace);
      for (const resident of residentsFor(residents, own)) await resident.founded?.(own, { owner, workspace: workspace.id });
      return organization;
    });
  };
}

function ownerOf({ actor }: Access, ownerId: string | undefined): UserId {
  if (actor.kind === 'user') {
    if (ownerId === undefined || ownerId === actor.id) return actor.id;
    throw invalid([{ pointer: '/ownerId', code: 'not-yourself', detail: 'Whoever creates an organization owns it. Leave ownerId out, and make somebody else an owner afterwards.' }]);
  }
  if (isId(ownerId)) return ownerId;
  throw invalid([{ pointer: '/ownerId', code: ownerId === undefined ? 'missing' : 'unknown-user', detail: 'Name the user who will own the organization by his internal id (ownerId).' }]);
}
