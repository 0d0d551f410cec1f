import { asName, conflict, forbidden, invalid, isDuplicate, isId, isName, newId, notFound } from '@dossier/sdk';
import type {
  AccessControl,
  Contributions,
  Database,
  Emits,
  Fault,
  OrganizationAccess,
  OrganizationId,
  Page,
  ValidPart,
} from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import { joinPoliciesFor } from './acting.ts';
import { manageAccess, roleChanged, roleCreated, roleDeleted } from './contract.ts';
import type { JoinPolicy, TeamRole } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { demandTeam, withoutLockOut } from './lock-outs.ts';
import { demandOwn } from './own-rights.ts';
import { permissionFaults } from './team-permissions.ts';

export interface RoleDeps {
  readonly database: Database;
  readonly control: AccessControl;
  readonly admissions: Contributions<JoinPolicy>;
  readonly log: Emits<typeof roleCreated | typeof roleChanged | typeof roleDeleted>;
}

/** The roles of a team. */
export interface Roles {
  /** Throws 403 to who is neither in the team nor runs the organization. */
  demandReader(access: OrganizationAccess, teamId: string): Promise<void>;
  list(organization: OrganizationId, teamId: string, page?: Page): Promise<readonly TeamRole[]>;
  /** Roles of all teams, the oldest first. */
  listAll(organization: OrganizationId): Promise<readonly TeamRole[]>;
  /**
   * A new role gives nobody anything yet: what it may hold is checked when it is given. Throws 422 with every fault,
   * 409 `role-taken`.
   */
  create(
    access: OrganizationAccess,
    teamId: string,
    o: { name: string; description: string; permissions: readonly string[] },
  ): Promise<TeamRole>;
  /**
   * Replaces the permissions, and nothing else. Nobody adds what they do not have; throws 409 when nobody could
   * manage the members afterwards, or nobody would own the team.
   */
  change(access: OrganizationAccess, teamId: string, roleId: string, permissions: readonly string[]): Promise<TeamRole>;
  /** Its members stay, without its rights; nobody is admitted by it any more. Throws 409 when that locks out. */
  remove(access: OrganizationAccess, teamId: string, roleId: string): Promise<void>;
}

const columns = ['id', 'teamId', 'name', 'description', 'permissions'] as const;

export function createRoles({ database, control, admissions, log }: RoleDeps): Roles {
  return {
    async demandReader(access, teamId) {
      if (access.can(manageOrganization) || access.can(manageAccess)) return;
      const own = await database.read(access, (tx) =>
        tx
          .sql<AccessTables>()
          .selectFrom('user_team')
          .select('id')
          .where('organizationId', '=', access.organization)
          .where('teamId', '=', teamId)
          .where('userId', '=', access.actor.id)
          .where('status', '=', 'active')
          .executeTakeFirst(),
      );
      if (!own) throw forbidden('Only members of the team see its roles.');
    },

    list: async (organization, teamId, page) =>
      !isId(teamId)
        ? []
        : database.read(organization, (tx) => {
            const all = tx
              .sql<AccessTables>()
              .selectFrom('team_role')
              .select(columns)
              .where('organizationId', '=', organization)
              .where('teamId', '=', teamId)
              .orderBy('id');
            const after = page?.after ? all.where('id', '>', page.after.id) : all;
            return (page ? after.limit(page.limit + 1) : after).execute();
          }),

    listAll: (organization) =>
      database.read(organization, (tx) =>
        tx
          .sql<AccessTables>()
          .selectFrom('team_role')
          .select(columns)
          .where('organizationId', '=', organization)
          .orderBy('id')
          .execute(),
      ),

    async create(access, teamId, { name, description, permissions }) {
      const faults = roleFaults({ name, permissions });
      if (faults.length > 0) throw invalid(faults);
      if (!isId(teamId)) throw notFound();
      const role: TeamRole = {
        id: newId(),
        teamId,
        name: asName(name),
        description,
        permissions: [...new Set(permissions)],
      };
      try {
        await database.write(access, async (tx) => {
          const db = tx.sql<AccessTables>();
          await demandTeam(db, access.organization, teamId);
          await db
            .insertInto('team_role')
            .values({ organizationId: access.organization, ...role, permissions: JSON.stringify(role.permissions) })
            .execute();
          log.emit(
            roleCreated,
            access,
            {
              subject: { type: 'team-role', id: role.id },
              after: { teamId, name: role.name, description, permissions: role.permissions },
            },
            { teamId, name: role.name },
          );
        });
      } catch (error) {
        throw isDuplicate(error)
          ? conflict('role-taken', `This team has a role called "${role.name}" already. Choose another name.`)
          : error;
      }
      return role;
    },

    async change(access, teamId, roleId, permissions) {
      const faults = roleFaults({ permissions });
      if (!isId(roleId)) throw notFound();
      const wanted = [...new Set(permissions)];
      return database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        const one = db
          .selectFrom('team_role')
          .select(columns)
          .where('organizationId', '=', access.organization)
          .where('teamId', '=', teamId)
          .where('id', '=', roleId);
        // Unknown before invalid: what is wrong with a body says nothing about a role that is not there.
        if (!(await one.executeTakeFirst())) throw notFound();
        if (faults.length > 0) throw invalid(faults);
        return withoutLockOut(db, access.organization, teamId, 'rights', async () => {
          const role = await one.executeTakeFirst();
          if (!role) throw notFound();
          await demandOwn(
            db,
            access.organization,
            access.actor,
            teamId,
            wanted.filter((permission) => !role.permissions.includes(permission)),
          );
          const same =
            wanted.length === role.permissions.length &&
            wanted.every((permission) => role.permissions.includes(permission));
          if (same) return role;
          await db
            .updateTable('team_role')
            .set({ permissions: JSON.stringify(wanted) })
            .where('organizationId', '=', access.organization)
            .where('id', '=', roleId)
            .execute();
          log.emit(
            roleChanged,
            access,
            {
              subject: { type: 'team-role', id: roleId },
              before: { permissions: role.permissions },
              after: { permissions: wanted },
            },
            { teamId, permissions: wanted },
          );
          control.changed(access, { organization: access.organization });
          return { ...role, permissions: wanted };
        });
      });
    },

    async remove(access, teamId, roleId) {
      if (!isId(roleId)) throw notFound();
      await database.write(access, (tx) => {
        const db = tx.sql<AccessTables>();
        return withoutLockOut(db, access.organization, teamId, 'role', async () => {
          const role = await db
            .deleteFrom('team_role')
            .where('organizationId', '=', access.organization)
            .where('teamId', '=', teamId)
            .where('id', '=', roleId)
            .returning(columns)
            .executeTakeFirst();
          if (!role) throw notFound();
          for (const admission of joinPoliciesFor(admissions, access))
            await admission.roleDeleted?.(tx, access, { teamId, teamRoleId: roleId });
          log.emit(
            roleDeleted,
            access,
            {
              subject: { type: 'team-role', id: roleId },
              before: { teamId, name: role.name, description: role.description, permissions: role.permissions },
            },
            { teamId, name: role.name },
          );
          control.changed(access, { organization: access.organization });
        });
      });
    },
  };
}

/** What is wrong with what is said of a role, or with as much of it as could be read. */
export const roleFaults = ({
  name,
  permissions = [],
}: ValidPart<Pick<TeamRole, 'name' | 'permissions'>>): readonly Fault[] => [
  ...(name === undefined ? [] : nameFaults(name)),
  ...permissionFaults(permissions),
];

const nameFaults = (name: string): readonly Fault[] =>
  isName(name, 100)
    ? []
    : [
        {
          pointer: '/name',
          code: 'bad-name',
          detail: 'A role has a name of 1 to 100 characters on one line, and at least one that can be seen.',
        },
      ];
