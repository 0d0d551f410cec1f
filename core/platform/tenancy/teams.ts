import { asName, invalid, isId, newId, notFound } from '@dossier/sdk';
import type { Clock, Contributions, Database, Emits, OrganizationAccess, Transaction } from '@dossier/sdk';
import { teamChanged, teamCreated, teamRemoved } from './contract.ts';
import type { TenantHooks, Team, Tenancy } from './contract.ts';
import type { TenancyTables } from './entities.ts';
import { nameFaults, refusingDuplicates, timed } from './names.ts';
import { difference, locked } from './organizations.ts';
import { tenantHooksFor } from './tenant-hooks.ts';

export interface Teams extends Pick<Tenancy, 'createTeam' | 'teams'> {
  change(
    access: OrganizationAccess,
    id: string,
    o: { readonly name: string; readonly description?: string },
  ): Promise<Team>;
  /** Deletes the team with its memberships and rights. Throws 409 when nobody could run the organization afterwards. */
  remove(access: OrganizationAccess, id: string): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly hooks: Contributions<TenantHooks>;
  readonly log: Emits<typeof teamCreated | typeof teamChanged | typeof teamRemoved>;
}

const columns = ['id', 'name', 'description', 'createdAt'] as const;
const taken = <T>(name: string, write: () => Promise<T>): Promise<T> =>
  refusingDuplicates('name-taken', `This organization has a team called "${name}" already.`, write);

/** The teams of an organization. */
export function createTeamService({ database, clock, hooks, log }: Deps): Teams {
  const of = (tx: Transaction, organization: string) =>
    tx.sql<TenancyTables>().selectFrom('team').select(columns).where('organizationId', '=', organization);
  const demand = async (tx: Transaction, organization: string, id: string): Promise<Team> => {
    const row = await of(tx, organization).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw notFound();
    return timed(row);
  };

  return {
    teams: (organization) =>
      database.read(organization, async (tx) =>
        (await of(tx, organization).orderBy('createdAt').orderBy('id').execute()).map(timed),
      ),

    async createTeam(access, { name, description }) {
      const faults = nameFaults(name);
      if (faults.length > 0) throw invalid(faults);
      const team: Team = {
        id: newId(),
        name: asName(name),
        description: description?.trim() ?? '',
        createdAt: clock.now().toISOString(),
      };
      await taken(team.name, () =>
        database.write(access, async (tx) => {
          await tx
            .sql<TenancyTables>()
            .insertInto('team')
            .values({ organizationId: access.organization, ...team })
            .execute();
          log.emit(
            teamCreated,
            access,
            { subject: { type: 'team', id: team.id }, after: { name: team.name } },
            { name: team.name },
          );
        }),
      );
      return team;
    },

    async change(access, id, o) {
      const faults = nameFaults(o.name);
      if (faults.length > 0) throw invalid(faults);
      if (!isId(id)) throw notFound();
      return taken(asName(o.name), () =>
        database.write(access, async (tx) => {
          const team = await demand(tx, access.organization, id);
          const before = { name: team.name, description: team.description };
          const next = { name: asName(o.name), description: o.description?.trim() ?? team.description };
          if (next.name === before.name && next.description === before.description) return team;
          await tx
            .sql<TenancyTables>()
            .updateTable('team')
            .set(next)
            .where('organizationId', '=', access.organization)
            .where('id', '=', id)
            .execute();
          log.emit(
            teamChanged,
            access,
            { subject: { type: 'team', id }, ...difference(before, next) },
            { name: next.name },
          );
          return { ...team, ...next };
        }),
      );
    },

    async remove(access, id) {
      if (!isId(id)) throw notFound();
      await database.write(access, async (tx) => {
        // One at a time in an organization: two requests at once could each count on the other's team to run it.
        await locked(tx, access);
        const { name, description } = await demand(tx, access.organization, id);
        for (const hook of tenantHooksFor(hooks, access)) await hook.teamRemoved?.(access, id);
        await tx
          .sql<TenancyTables>()
          .deleteFrom('team')
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        log.emit(teamRemoved, access, { subject: { type: 'team', id }, before: { name, description } }, { name });
      });
    },
  };
}
