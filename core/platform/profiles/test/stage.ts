import type { UserId } from '@dossier/sdk';
import { given, sharedPlatform } from '@dossier/core/testing';
import type { Json, Organization, TestAnswer, TestClient, TestPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { People } from '../../people/contract.ts';
import { manageProfileSchemas } from '../contract.ts';

export interface Someone extends TestClient {
  readonly id: UserId;
}

/**
 * Two organizations: in the first two teams, an applicant who is in neither, and a member of each; in the second a
 * stranger.
 */
export interface Stage {
  readonly platform: TestPlatform;
  readonly first: Organization;
  readonly second: Organization;
  readonly red: { readonly id: string; readonly role: string };
  readonly blue: { readonly id: string; readonly role: string };
  readonly abroad: { readonly id: string; readonly role: string };
  readonly applicant: Someone;
  readonly redMember: Someone;
  readonly blueMember: Someone;
  readonly stranger: Someone;
  /** The same person, working in another organization as a member of this team. */
  also(person: Someone, house: Organization, team: { readonly id: string; readonly role: string }): Promise<Someone>;
  profile(person: Someone, o?: object): Promise<Json>;
  share(person: Someone, userProfileId: string, sharedWithTeamId: string, permission?: string): Promise<TestAnswer>;
  leave(person: Someone, house: Organization): Promise<void>;
  /** Entries of the log whose type begins so; null for the installation's own. */
  log(organization: string | null, type: string): Promise<readonly Json[]>;
}

export async function stage(): Promise<Stage> {
  const platform = await sharedPlatform();
  const [first, second] = [await given.organization(platform, 'first'), await given.organization(platform, 'second')];
  const [applicants, red, blue, abroad] = [
    await first.team('Applicants', {}),
    await first.team('Red', { may: [manageProfileSchemas] }),
    await first.team('Blue', {}),
    await second.team('Abroad', { may: [manageProfileSchemas] }),
  ];
  const someone = async (there: Organization, team: { id: string; role: string }): Promise<Someone> => {
    const { id, client } = await there.member(team);
    return { id, ...client };
  };
  return {
    platform,
    first,
    second,
    red,
    blue,
    abroad,
    applicant: await someone(first, applicants),
    redMember: await someone(first, red),
    blueMember: await someone(first, blue),
    stranger: await someone(second, abroad),
    async also(person, there, team) {
      await platform
        .service(AccessAdministration)
        .addMember(there.access, { userId: person.id, teamId: team.id, teamRoleId: team.role, status: 'active' });
      const { secret } = await platform
        .service(People)
        .issueToken({ user: person.id, organization: there.id, name: 'Test' });
      return { id: person.id, ...platform.as({ authorization: `Bearer ${secret}` }) };
    },
    async profile(person, o = {}) {
      const answer = await person.post('/user-profiles', {
        userId: person.id,
        userProfileSchemaId: 'opaque',
        name: 'Private',
        data: { city: 'Bern' },
        ...o,
      });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body;
    },
    share: (person, userProfileId, sharedWithTeamId, permission = 'view') =>
      person.post('/user-profile-shares', { userProfileId, sharedWithTeamId, permission }),
    leave: (person, there) =>
      platform.kernel.database.asOwner(async (owner) => {
        await owner.run('delete from user_team where "organizationId" = $1 and "userId" = $2', [there.id, person.id]);
      }),
    log: (organization, type) =>
      platform.kernel.database.asOwner(
        async (owner) =>
          (
            await owner.run(
              `select type, "actorId", before, after, payload from event where type like $1 and ($2::uuid is null and "organizationId" not in ($3, $4) or "organizationId" = $2::uuid) order by seq`,
              [`${type}%`, organization, first.id, second.id],
            )
          ).rows,
      ),
  };
}
