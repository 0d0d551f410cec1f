import { actingAs } from '@dossier/sdk';
import type { Access, Actor, Database, OrganizationId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { ProvenIdentity, User } from './contract.ts';
import type { AcceptedWays } from './accepted-ways.ts';
import { mayEnter } from './confined.ts';
import { SignInFailed } from './relying-party.ts';
import { slugIn } from './return-to.ts';
import type { Security } from './security.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Entrance } from './sign-in-routes.ts';
import type { Users } from './users.ts';

/** Opens and closes the sessions of browsers, and says so in the log. */
export function createEntrance(o: {
  database: Database;
  users: Users;
  sessions: Sessions;
  security: Pick<Security, 'note'>;
  tenancy: Tenancy;
  administration: Pick<AccessAdministration, 'organizationsOf' | 'memberships'>;
  ways: Pick<AcceptedWays, 'refusal'>;
  entered: (access: Access, user: User, o: { issuer: string; sharesAddress: boolean }) => void;
  left: (by: Actor, session: Session) => void;
}): Entrance {
  /**
   * The organization of the page that was asked for, or the only one. A person who has several and named none chooses
   * afterwards.
   */
  const firstOrganization = async (user: User, returnTo: string, issuer: string): Promise<OrganizationId | null> => {
    const own = (await o.administration.organizationsOf(user.id)).filter((id) => mayEnter(issuer, id));
    const slug = slugIn(returnTo);
    const named = slug === null ? null : await o.tenancy.organizationBySlug(slug);
    const first = named && own.includes(named.id) ? named.id : own.length === 1 ? own[0]! : null;
    return first !== null && (await o.ways.refusal(first, issuer)) === null ? first : null;
  };

  /**
   * True where another member has the address of an identity that does not prove it. Nobody here learns of accounts
   * that are members elsewhere.
   */
  const sharesAddress = async (
    organization: OrganizationId | null,
    { email, emailVerified }: ProvenIdentity,
  ): Promise<boolean> => {
    if (organization === null || email === null || emailVerified) return false;
    for (const { id } of await o.users.byVerifiedEmail(email))
      if ((await o.administration.memberships(organization, id)).length > 0) return true;
    return false;
  };

  const leave: Entrance['leave'] = async (secret) => {
    const session = await o.sessions.close(secret, (ending) =>
      o.left({ kind: 'user', id: ending.user, name: ending.userName }, ending),
    );
    return session && { issuer: session.issuer, idToken: session.idToken };
  };

  return {
    async enter(proven, former, from) {
      const user = await o.users.enter(proven.identity);
      if ((await o.users.disabledAt(user.id)) !== null)
        throw new SignInFailed(
          401,
          'The sign-in of this account is disabled. The operator of this installation can enable it.',
          { returnTo: proven.returnTo },
        );
      const organization = await firstOrganization(user, proven.returnTo, proven.issuer);
      const { issuer } = proven;
      const shares = await sharesAddress(organization, proven.identity);
      const { secret } = await o.database.lookUp(async (tx) => {
        if (!(await o.users.standsSince(tx, user.id, proven.startedAt))) {
          throw new SignInFailed(
            401,
            'Since this sign-in began, everything that was open of this account has been ended, as it is when a password is changed. Sign in again.',
            { returnTo: proven.returnTo },
          );
        }
        await o.security.note(tx, [{ kind: 'signed-in', user: user.id, organization, from }]);
        return o.sessions.open(
          {
            user: user.id,
            organization,
            issuer,
            from,
            ...(proven.idToken === undefined ? {} : { idToken: proven.idToken }),
            ...(proven.sid === undefined ? {} : { sid: proven.sid }),
          },
          () =>
            o.entered(actingAs({ kind: 'user', id: user.id, name: user.name }, organization), user, {
              issuer,
              sharesAddress: shares,
            }),
        );
      });
      // A session never survives a sign-in: what was planted or left behind before it is of no use after it.
      if (former !== undefined) await leave(former);
      return { secret, returnTo: proven.returnTo };
    },
    leave,
  };
}
