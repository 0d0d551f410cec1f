import { sql } from 'kysely';
import { isId } from '@dossier/sdk';
import type {
  Database,
  GrantSource,
  Identity,
  OrganizationId,
  Registry,
  UserId,
  WorkspaceId,
  WorkspaceType,
} from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import type { AccessTables } from './entities.ts';
import { featuresOn } from './features.ts';
import { ownerPermissions } from './team-permissions.ts';

/** A workspace with what is on there, and with what an identity was granted there. */
interface Place {
  readonly id: WorkspaceId;
  readonly type: WorkspaceType;
  readonly features: readonly string[];
}
interface Granted extends Place {
  readonly permissions: readonly string[];
}

/**
 * Answers the kernel's question what an identity may do, each time with one statement. The free-text role of a
 * membership gives no rights.
 */
export function createGrantSource({ database, registry }: { database: Database; registry: Registry }): GrantSource {
  const byKey = (
    identity: Identity,
    organization: OrganizationId,
    scope: 'organization' | 'workspace',
  ): readonly string[] | null => {
    const scopes = identity.scopes;
    if (scopes === null || identity.organization !== organization) return null;
    return registry.permissions
      .filter(
        (permission) =>
          permission.scope === scope && permission.keyScope !== null && scopes.includes(permission.keyScope),
      )
      .map((permission) => permission.id);
  };

  /** The workspaces of an organization, or the one of them, with what is on there. */
  const places = async (
    organization: OrganizationId,
    which: 'open' | 'any',
    one?: WorkspaceId,
  ): Promise<readonly Place[]> => {
    if (one !== undefined && !isId(one)) return [];
    const rows = await database.read(organization, (tx) =>
      tx
        .sql<AccessTables>()
        .selectFrom('workspace as w')
        .select(['w.id', 'w.type', organizationType(), switches()])
        .where('w.organizationId', '=', organization)
        .$if(one !== undefined, (all) => all.where('w.id', '=', one!))
        .$if(which === 'open', (all) => all.where('w.archivedAt', 'is', null))
        .execute(),
    );
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      features: featuresOn(registry.features, row.type, row.organizationType, row.switches),
    }));
  };

  // What a role carries in its team counts wherever the team works: who may view reports there, views those of its
  // workspaces.
  const placesOfPerson = async (
    user: UserId,
    organization: OrganizationId,
    one?: WorkspaceId,
  ): Promise<readonly Granted[]> => {
    if ((one !== undefined && !isId(one)) || !isId(user)) return [];
    const rows = await database.read(organization, (tx) =>
      tx
        .sql<AccessTables>()
        .selectFrom('workspace as w')
        .innerJoin('team_workspace as a', (join) =>
          join.onRef('a.organizationId', '=', 'w.organizationId').onRef('a.workspaceId', '=', 'w.id'),
        )
        .innerJoin('user_team as m', (join) =>
          join
            .onRef('m.organizationId', '=', 'a.organizationId')
            .onRef('m.teamId', '=', 'a.teamId')
            .on('m.userId', '=', user)
            .on('m.status', '=', 'active'),
        )
        .leftJoin('role_grant as g', (join) =>
          join
            .onRef('g.organizationId', '=', 'm.organizationId')
            .onRef('g.teamRoleId', '=', 'm.teamRoleId')
            .onRef('g.workspaceId', '=', 'w.id'),
        )
        .leftJoin('team_role as r', (join) =>
          join
            .onRef('r.organizationId', '=', 'm.organizationId')
            .onRef('r.id', '=', 'm.teamRoleId')
            .onRef('r.teamId', '=', 'm.teamId'),
        )
        .select([
          'w.id',
          'w.type',
          organizationType(),
          switches(),
          sql<
            readonly string[]
          >`coalesce(jsonb_agg(distinct "g"."permission") filter (where "g"."permission" is not null), '[]'::jsonb)`.as(
            'permissions',
          ),
          sql<
            readonly (readonly string[])[]
          >`coalesce(jsonb_agg(distinct "r"."permissions") filter (where "r"."permissions" is not null), '[]'::jsonb)`.as(
            'roles',
          ),
          manages(user).as('manages'),
        ])
        .where('w.organizationId', '=', organization)
        .where('w.archivedAt', 'is', null)
        .$if(one !== undefined, (all) => all.where('w.id', '=', one!))
        .groupBy(['w.organizationId', 'w.id', 'w.type'])
        .execute(),
    );
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      features: featuresOn(registry.features, row.type, row.organizationType, row.switches),
      permissions: [...row.permissions, ...row.roles.flat(), ...(row.manages ? ownerPermissions : [])],
    }));
  };

  /** Where an identity comes in: a person where their teams work, a key everywhere in its organization. */
  const entered = async (
    identity: Identity,
    organization: OrganizationId,
    one?: WorkspaceId,
  ): Promise<readonly Granted[]> => {
    if (identity.scopes === null) return placesOfPerson(identity.actor.id, organization, one);
    const permissions = byKey(identity, organization, 'workspace');
    return permissions === null
      ? []
      : (await places(organization, 'open', one)).map((place) => ({ ...place, permissions }));
  };

  return {
    async organization(identity, organization) {
      if (identity.scopes !== null) {
        const permissions = byKey(identity, organization, 'organization');
        return permissions && { permissions };
      }
      if (!isId(identity.actor.id)) return null;
      const rows = await database.read(organization, (tx) =>
        tx
          .sql<AccessTables>()
          .selectFrom('user_team as m')
          .leftJoin('role_grant as g', (join) =>
            join
              .onRef('g.organizationId', '=', 'm.organizationId')
              .onRef('g.teamRoleId', '=', 'm.teamRoleId')
              .on('g.workspaceId', 'is', null),
          )
          .select('g.permission')
          .distinct()
          .where('m.organizationId', '=', organization)
          .where('m.userId', '=', identity.actor.id)
          .where('m.status', '=', 'active')
          .execute(),
      );
      return rows.length === 0 ? null : { permissions: rows.flatMap((row) => row.permission ?? []) };
    },

    // A colleague who is in another team of the organization is known, and may do nothing there: 403, not 404. Rights
    // in the organization apply everywhere in it, and those who manage it may do in each team what its Owner may.
    async team(identity, organization, team) {
      if (identity.scopes !== null || !isId(team) || !isId(identity.actor.id)) return null;
      const rows = await database.read(organization, (tx) =>
        tx
          .sql<AccessTables>()
          .selectFrom('user_team as m')
          .innerJoin('team as t', (join) =>
            join.onRef('t.organizationId', '=', 'm.organizationId').on('t.id', '=', team),
          )
          .leftJoin('team_role as r', (join) =>
            join
              .onRef('r.organizationId', '=', 'm.organizationId')
              .onRef('r.id', '=', 'm.teamRoleId')
              .onRef('r.teamId', '=', 't.id'),
          )
          .leftJoin('role_grant as g', (join) =>
            join
              .onRef('g.organizationId', '=', 'm.organizationId')
              .onRef('g.teamRoleId', '=', 'm.teamRoleId')
              .on('g.workspaceId', 'is', null),
          )
          .select(['r.permissions', 'g.permission'])
          .where('m.organizationId', '=', organization)
          .where('m.userId', '=', identity.actor.id)
          .where('m.status', '=', 'active')
          .execute(),
      );
      if (rows.length === 0) return null;
      const permissions = new Set(
        rows.flatMap((row) => [...(row.permissions ?? []), ...(row.permission === null ? [] : [row.permission])]),
      );
      return { permissions: [...permissions, ...(permissions.has(manageOrganization.id) ? ownerPermissions : [])] };
    },

    workspace: async (identity, organization, workspace) =>
      (await entered(identity, organization, workspace))[0] ?? null,
    workspaces: (identity, organization) => entered(identity, organization),

    // An archived workspace opens neither to people nor to keys; the system goes on with what happened before the
    // workspace was archived.
    features: async (organization, workspace) => (await places(organization, 'any', workspace))[0] ?? null,
  };
}

/** Does this person manage the organization of the workspace `w`? */
const manages = (
  user: UserId,
) => sql<boolean>`exists (select from "user_team" "um" join "role_grant" "og" on "og"."organizationId" = "um"."organizationId" and "og"."teamRoleId" = "um"."teamRoleId" and "og"."workspaceId" is null
  where "um"."organizationId" = "w"."organizationId" and "um"."userId" = ${user}::uuid and "um"."status" = 'active' and "og"."permission" = ${manageOrganization.id})`;

/** The type of the organization of the workspace `w`. */
const organizationType = () =>
  sql<string>`(select "o"."type" from "organization" as "o" where "o"."id" = "w"."organizationId")`.as(
    'organizationType',
  );

/** The administrator's switches of the workspace `w`, as one object. */
const switches = () =>
  sql<
    Readonly<Record<string, boolean>>
  >`(select coalesce(jsonb_object_agg("f"."feature", "f"."enabled"), '{}'::jsonb) from "workspace_feature" as "f" where "f"."organizationId" = "w"."organizationId" and "f"."workspaceId" = "w"."id")`.as(
    'switches',
  );
