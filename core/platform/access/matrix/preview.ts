import { inNameOrder } from '@dossier/sdk';
import type { Database, Registry } from '@dossier/sdk';
import type { AccessTables } from '../entities.ts';
import { featuresOn, organizationTypeOf } from '../features.ts';
import { clickedAt } from './clicked.ts';
import type { MatrixChange } from './clicked.ts';
import type { Effect } from './contract.ts';
import { permissionsAt } from './matrix.ts';
import type { Place } from './matrix.ts';

/** Switches and boxes of a place, as they are or as they would be. */
interface State {
  readonly switches: Readonly<Record<string, boolean>>;
  /** `{teamRoleId} {permission}`. */
  readonly grants: ReadonlySet<string>;
}

/**
 * Works out the effect of a change without making it, with the rules by which access is given: a person has what any of
 * their roles has, as far as its feature is on.
 */
export function previewMatrix(
  { database, registry }: { database: Database; registry: Registry },
  place: Place,
  change: MatrixChange,
): Promise<Effect> {
  const { organization, workspace } = place;
  return database.read(organization, async (tx) => {
    const db = tx.sql<AccessTables>();
    const { switched, boxes } = await clickedAt(db, registry, place, change);
    const all = db
      .selectFrom('user_team as m')
      .innerJoin('user as u', 'u.id', 'm.userId')
      .select(['m.userId', 'u.name', 'm.teamRoleId'])
      .where('m.organizationId', '=', organization)
      .where('m.status', '=', 'active')
      .where('u.disabledAt', 'is', null)
      .orderBy('u.name', inNameOrder)
      .orderBy('m.id');
    const members = await (
      workspace === null
        ? all
        : all.where('m.teamId', 'in', (teams) =>
            teams
              .selectFrom('team_workspace')
              .select('teamId')
              .where('organizationId', '=', organization)
              .where('workspaceId', '=', workspace.id),
          )
    ).execute();
    const grants = await db
      .selectFrom('role_grant')
      .select(['teamRoleId', 'permission'])
      .where('organizationId', '=', organization)
      .where('workspaceId', 'is not distinct from', workspace?.id ?? null)
      .execute();
    const switches =
      workspace === null
        ? []
        : await db
            .selectFrom('workspace_feature')
            .select(['feature', 'enabled'])
            .where('organizationId', '=', organization)
            .where('workspaceId', '=', workspace.id)
            .execute();

    const type = await organizationTypeOf(db, organization);
    const before: State = {
      switches: Object.fromEntries(switches.map(({ feature, enabled }) => [feature, enabled])),
      grants: new Set(grants.map(keyOf)),
    };
    const clicked = new Map(
      boxes.map((box) => [keyOf({ teamRoleId: box.teamRoleId, permission: box.permission.id }), box.granted]),
    );
    const after: State = {
      switches: { ...before.switches, ...Object.fromEntries(switched.map(({ feature, on }) => [feature.id, on])) },
      grants: new Set([...before.grants, ...clicked.keys()].filter((key) => clicked.get(key) ?? true)),
    };

    const rolesOf = Map.groupBy(members, ({ userId }) => userId);
    const [now, then] = [accessIn(registry, place, type, before), accessIn(registry, place, type, after)];
    const compared = [...rolesOf].map(([userId, rows]) => {
      const roles = rows.flatMap(({ teamRoleId }) => teamRoleId ?? []);
      return { userId, name: rows[0]!.name, before: now(roles), after: then(roles) };
    });
    const difference = (from: 'before' | 'after', to: 'before' | 'after'): Effect['losing'] =>
      compared
        .map(({ userId, name, ...person }) => ({
          userId,
          name,
          permissions: person[from].permissions.filter((id) => !person[to].permissions.includes(id)),
          features: person[from].features.filter((id) => !person[to].features.includes(id)),
        }))
        .filter(({ permissions, features }) => permissions.length + features.length > 0);
    return { losing: difference('before', 'after'), gaining: difference('after', 'before') };
  });
}

const keyOf = ({ teamRoleId, permission }: { teamRoleId: string; permission: string }): string =>
  `${teamRoleId} ${permission}`;

/** What somebody with these roles has. */
function accessIn(
  registry: Registry,
  place: Place,
  organizationType: string,
  { switches, grants }: State,
): (roles: readonly string[]) => { permissions: readonly string[]; features: readonly string[] } {
  const features =
    place.workspace === null ? [] : featuresOn(registry.features, place.workspace.type, organizationType, switches);
  const open = permissionsAt(registry, place).filter(
    ({ feature }) => place.workspace === null || feature === null || features.includes(feature.id),
  );
  return (roles) => ({
    permissions: open
      .filter(({ id }) => roles.some((role) => grants.has(keyOf({ teamRoleId: role, permission: id }))))
      .map(({ id }) => id),
    features,
  });
}
