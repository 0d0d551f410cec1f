/** Rules by which people of the directory get their first team: a collection of the settings. */
import { settingCollection, Type } from '@dossier/sdk';
import type {
  OrganizationAccess,
  OrganizationId,
  SettingChoices,
  SettingEntry,
  SettingFault,
  SettingsSaving,
  SettingValues,
  Static,
} from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { filterFault } from './settings.ts';

const Rule = Type.Object({
  filter: Type.Optional(
    Type.String({
      title: 'Filter',
      description: 'Whom it fits, beside the User filter. Empty: everybody.',
      'x-code': true,
    }),
  ),
  team: Type.String({ title: 'Team', minLength: 1, maxLength: 100 }),
  role: Type.String({ title: 'Role', minLength: 1, maxLength: 100 }),
  summary: Type.Optional(Type.String({ title: 'Summary', readOnly: true, 'x-hidden': true })),
});
/** Values of a rule. `team` and `role` are ids; without `filter` it fits everybody. */
export type RuleValues = Static<typeof Rule>;

export const whoComesIn = settingCollection('who-comes-in', {
  title: 'Who comes in',
  one: 'rule',
  description:
    'At their first sign-in people get the team and role of the first rule that fits; others see whom to ask.',
  schema: Rule,
  namedBy: 'summary',
});

/** The collection in its settings: what forms offer, how a rule is shown, and what may be saved. */
export interface EntryRules {
  choices(access: OrganizationAccess): Promise<SettingChoices>;
  /** The rule in words: `Lending, Member: everybody`. */
  summary(access: OrganizationAccess, values: SettingValues): Promise<string>;
  /** Faults that are seen without asking anybody. */
  judged(values: SettingValues): readonly SettingFault[];
  /** Throws 403 for a role that holds more than the caller may give. */
  saving(change: SettingsSaving): Promise<readonly SettingFault[]>;
}

export function createEntryRules({
  administration,
  tenancy,
  entries,
}: {
  readonly administration: Pick<AccessAdministration, 'demandGrantable' | 'rolesOfAllTeams'>;
  readonly tenancy: Pick<Tenancy, 'teams'>;
  readonly entries: (organization: OrganizationId) => Promise<readonly SettingEntry<RuleValues>[]>;
}): EntryRules {
  const teamsAndRoles = async ({ organization }: OrganizationAccess) => {
    const [teams, roles] = await Promise.all([
      tenancy.teams(organization),
      administration.rolesOfAllTeams(organization),
    ]);
    return { teams, roles };
  };

  return {
    async choices(access) {
      const { teams, roles } = await teamsAndRoles(access);
      return {
        team: teams.map(({ id, name }) => ({ const: id, title: name })),
        role: roles.map(({ id, teamId, name }) => ({ const: id, title: name, 'x-with': { team: teamId } })),
      };
    },

    async summary(access, { filter, team, role }) {
      const { teams, roles } = await teamsAndRoles(access);
      const named = (all: readonly { readonly id: string; readonly name: string }[], id: unknown): string | undefined =>
        all.find((one) => one.id === id)?.name;
      const who = typeof filter === 'string' && filter !== '' ? filter : 'everybody';
      return `${named(teams, team) ?? 'A team that is gone'}, ${named(roles, role) ?? 'a role that is gone'}: ${who}`;
    },

    judged({ filter }) {
      const detail = typeof filter === 'string' && filter !== '' ? filterFault(filter) : null;
      return detail === null ? [] : [{ pointer: '/filter', detail }];
    },

    async saving({ access, entry, after }) {
      if (after === null) return [];
      const { filter, team, role } = after;
      const { teams, roles } = await teamsAndRoles(access);
      if (!teams.some(({ id }) => id === team))
        return [{ pointer: '/team', detail: 'is no team of the organization; choose another one' }];
      const chosen = roles.find(({ id, teamId }) => id === role && teamId === team);
      if (!chosen) return [{ pointer: '/role', detail: 'is no role of this team; choose another one' }];
      await administration.demandGrantable(access, chosen.teamId, chosen.id);
      return orderFaults(await entries(access.organization), { entry, takesAll: !filter });
    },
  };
}

/** A rule for everybody leaves nobody to those below it. */
function orderFaults(
  all: readonly SettingEntry<RuleValues>[],
  { entry, takesAll }: { readonly entry: string | null; readonly takesAll: boolean },
): readonly SettingFault[] {
  const place = all.findIndex(({ id }) => id === entry);
  const [above, below] = place < 0 ? [all, []] : [all.slice(0, place), all.slice(place + 1)];
  if (above.some(({ values }) => !values.filter))
    return [
      {
        pointer: '/filter',
        detail: 'would never be asked: a rule above takes everybody; remove that one, and add it again below',
      },
    ];
  return takesAll && below.length > 0
    ? [
        {
          pointer: '/filter',
          detail: 'is missing, and the rules below would never be asked; enter one, or remove them',
        },
      ]
    : [];
}
