/** First teams of people whom the directory of an organization proves, and whom nobody there has added. */
import { Problem } from '@dossier/sdk';
import type { Database, Log, OrganizationId, SystemAccess, Transaction, UserId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import { manageIntegrations } from '../settings/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { Choice } from './choices.ts';
import type { FirstTeam, ProvenIdentity, User } from './contract.ts';
import type { PeopleTables } from './entities.ts';
import { SignInFailed } from './relying-party.ts';
import type { Users } from './users.ts';
import { verifierAnswer } from './verifier-answer.ts';

type ByVerifier = Extract<Choice, { kind: 'verifier' }>;

/** A person whom nobody lets in: no fault of theirs or of the directory. */
export class NotLetIn extends SignInFailed {
  constructor(text: string, returnTo: string) {
    super(403, text, { returnTo });
  }
}

export interface Provisioning {
  /**
   * Gives a proven person their first team, when the verifier names one. Throws {@link NotLetIn} for a person without a
   * team who gets none, and 503 where the verifier does not answer.
   */
  admit(choice: ByVerifier, identity: ProvenIdentity, returnTo: string): Promise<void>;
}

/** Names of people to ask that a page shows at most. */
const SHOWN = 3;

export function createProvisioning(o: {
  readonly database: Database;
  readonly users: Pick<Users, 'users' | 'enter' | 'known'>;
  readonly administration: Pick<AccessAdministration, 'addMember' | 'holders' | 'memberships'>;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly system: SystemAccess;
  readonly log: Log;
}): Provisioning {
  const wasProvisioned = (organization: OrganizationId, user: UserId): Promise<boolean> =>
    o.database.read(organization, async (tx) => {
      const rows = tx.sql<PeopleTables>().selectFrom('provisioned_person').select('userId');
      const row = await rows.where('organizationId', '=', organization).where('userId', '=', user).executeTakeFirst();
      return row !== undefined;
    });

  /** Marks the person; false where another sign-in has done it, and given the team with it. */
  const marked = async (tx: Transaction, organization: OrganizationId, user: UserId): Promise<boolean> => {
    const row = await tx
      .sql<PeopleTables>()
      .insertInto('provisioned_person')
      .values({ organizationId: organization, userId: user })
      .onConflict((on) => on.columns(['organizationId', 'userId']).doNothing())
      .returning('userId')
      .executeTakeFirst();
    return row !== undefined;
  };

  const provision = async (organization: OrganizationId, { id: userId }: User, team: FirstTeam): Promise<void> => {
    const access = await o.system(organization);
    await o.database.write(access, async (tx) => {
      if (!(await marked(tx, organization, userId))) return;
      await o.administration.addMember(access, { userId, ...team, status: 'active' });
    });
  };

  const whomToAsk = async (organization: OrganizationId): Promise<string> => {
    const holders = await o.administration.holders(organization, null, manageIntegrations);
    const people = await o.users.users(holders.slice(0, SHOWN));
    const named = [...people.values()].map(({ name, email }) => (email === '' ? name : `${name} (${email})`));
    return named.length === 0 ? 'who runs it' : new Intl.ListFormat('en', { type: 'disjunction' }).format(named);
  };

  const nobodyLetsIn = async (
    { organization, title }: ByVerifier,
    name: string,
    returnTo: string,
  ): Promise<NotLetIn> => {
    const found = await o.tenancy.organization(organization);
    const at = found?.name ?? 'this organization';
    const known = `${title} knows you as ${name}, and nobody has given you a team at ${at} yet.`;
    const todo = `Ask ${await whomToAsk(organization)} to let you in, then sign in again.`;
    return new NotLetIn(`${known} ${todo}`, returnTo);
  };

  const firstTeam = async (
    { verifier, organization, title, id }: ByVerifier,
    { subject }: ProvenIdentity,
    returnTo: string,
  ): Promise<FirstTeam | null> => {
    try {
      return await verifierAnswer(
        verifier,
        async (signal) => (await verifier.firstTeam?.({ organization, subject, signal })) ?? null,
      );
    } catch (error) {
      o.log.warn({ err: error, verifier: id, organization }, 'A verifier did not say who comes in.');
      throw new SignInFailed(503, `${title} does not answer at the moment. Try again later.`, { returnTo });
    }
  };

  return {
    async admit(choice, identity, returnTo) {
      const { organization, verifier } = choice;
      if (!verifier.firstTeam) return;
      const known = await o.users.known(identity.issuer, identity.subject);
      if (known !== null) {
        if ((await o.administration.memberships(organization, known.id)).length > 0) return;
        if (await wasProvisioned(organization, known.id)) throw await nobodyLetsIn(choice, identity.name, returnTo);
      }
      const team = await firstTeam(choice, identity, returnTo);
      if (team === null) throw await nobodyLetsIn(choice, identity.name, returnTo);
      try {
        await provision(organization, await o.users.enter(identity), team);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        o.log.warn({ err: error, verifier: choice.id, organization }, 'A first team cannot be given.');
        throw await nobodyLetsIn(choice, identity.name, returnTo);
      }
    },
  };
}
