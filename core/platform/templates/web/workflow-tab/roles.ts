import type { PluginHost } from '@dossier/sdk/web';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A role that can be named by a step: its members may be of several teams. */
export interface RoleChoice {
  readonly name: string;
  readonly teams: readonly string[];
}

/** The roles that exist, by name; of the teams that the reader may see. */
export const rolesOf = async (host: PluginHost): Promise<readonly RoleChoice[]> => {
  const teams = await host.readAll<Named>('/api/v1/teams');
  const found = await Promise.all(
    teams.map(async (team) => {
      const roles = await host.readAll<Named>(`/api/v1/teams/${team.id}/roles`).catch((): readonly Named[] => []);
      return roles.map(({ name }) => ({ name, team: team.name }));
    }),
  );
  const byName = Map.groupBy(found.flat(), ({ name }) => name);
  return [...byName]
    .map(([name, list]) => ({ name, teams: list.map(({ team }) => team) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
};
