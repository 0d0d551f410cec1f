import type { OrganizationId, SettingEntry } from '@dossier/sdk';
import type { FirstTeam, PasswordVerifier } from '@dossier/core/platform/people/contract';
import type { Conversation } from './directory/connection.ts';
import { fitsPerson, isPassword, personNamed } from './directory/person.ts';
import type { UserSearch } from './directory/person.ts';
import { parseFilter } from './filter/parser.ts';
import type { Inspecting } from './inspection.ts';
import { asReadingAccount } from './reading-account.ts';
import type { DirectorySettings } from './settings.ts';
import type { RuleValues } from './who-comes-in.ts';

/** Milliseconds for a sign-in, in which the directory is asked several times: the most that a verifier may have. */
const LIMIT = 10_000;

/**
 * Signs people in by the directory of their organization: the reading account finds the one entry by its name, which is
 * bound once with the password that was entered.
 */
export function directoryVerifier(
  o: Inspecting & {
    readonly settings: (organization: OrganizationId) => Promise<DirectorySettings>;
    readonly rules: (organization: OrganizationId) => Promise<readonly SettingEntry<RuleValues>[]>;
  },
): PasswordVerifier {
  const asked = async <T>(
    { organization, signal }: { readonly organization: OrganizationId; readonly signal: AbortSignal },
    work: (conversation: Conversation, people: UserSearch) => Promise<T>,
  ): Promise<T> => {
    const settings = await o.settings(organization);
    const people = { base: settings.usersDn, filter: parseFilter(settings.userFilter) };
    return asReadingAccount(o, { settings, signal }, (conversation) => work(conversation, people));
  };

  return {
    title: 'Staff directory',
    limit: LIMIT,

    verify: ({ name, password, ...by }) =>
      asked(by, async (conversation, people) => {
        const person = await personNamed(conversation, people, name);
        if (!person || !(await isPassword(conversation, person.dn, password))) return null;
        return { subject: person.id, name: person.name, email: person.email };
      }),

    async firstTeam({ subject: id, ...by }) {
      const [first, ...others] = (await o.rules(by.organization)).map(({ values }) => values);
      if (first === undefined) return null;
      // People who have signed in fit the User filter.
      if (!first.filter) return teamOf(first);
      return asked(by, async (conversation, people) => {
        for (const rule of [first, ...others])
          if (!rule.filter || (await fitsPerson(conversation, people, { id, rule: parseFilter(rule.filter) })))
            return teamOf(rule);
        return null;
      });
    },
  };
}

const teamOf = ({ team, role }: RuleValues): FirstTeam => ({ teamId: team, teamRoleId: role });
