import type { Kysely } from 'kysely';
import { actingAs, forbidden, invalid, isId, notFound } from '@dossier/sdk';
import type {
  Access,
  Contributions,
  Database,
  Fault,
  OrganizationId,
  ValidPart,
  Transaction,
  UserId,
} from '@dossier/sdk';
import { systemBeforeJoining } from './acting.ts';
import { manageMembers } from './contract.ts';
import type { AccessAdministration, JoinPolicy, Entry, Membership } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { oneAtATime } from './lock-outs.ts';
import { alreadyMember } from './memberships.ts';
import { mayGive, namedRoleFaults, rightsOfPerson, tooStrong, withinRole } from './own-rights.ts';
import { isSuspended, isSuspendedHere } from './suspension.ts';

interface Deps {
  readonly database: Database;
  readonly administration: Pick<AccessAdministration, 'addMember'>;
  readonly admissions: Contributions<JoinPolicy>;
}

/** What `POST /user-teams` says. With both, `teamRoleId` gives the rights and `role` is display only. */
export interface NewMembership extends Entry {
  readonly status: string;
  readonly role?: string;
  readonly teamRoleId?: string;
}

export interface Joining {
  /**
   * Makes a membership on request of somebody who manages the members, for their colleagues, or of anybody for
   * themselves by an admission. Throws 404 for a team of an organization with which the caller has nothing to do, 403
   * for one that is closed to them and for a role that is too strong, 422 for a person or role that does not exist
   * there, 409 `suspended` for who is suspended in the organization, 409 `already-member`; that uses up what admits
   * them, so that it cannot be used later.
   */
  join(access: Access, wanted: NewMembership): Promise<Membership>;
  /**
   * What is wrong with as much of a body as could be read. Nothing is said of it to whom `join` would refuse with 404
   * or 403.
   */
  faults(access: Access, wanted: ValidPart<NewMembership>): Promise<readonly Fault[]>;
}

type Admitted = { readonly by: JoinPolicy; readonly admissionId: string; readonly teamRoleId: string | null };
type Query = Kysely<AccessTables>;

export function createJoining({ database, administration, admissions }: Deps): Joining {
  const contributed = (): readonly JoinPolicy[] => admissions.list(systemBeforeJoining).map(({ value }) => value);

  const organizationOf = async (access: Access, entry: Entry): Promise<OrganizationId | null> => {
    if (!isId(entry.teamId)) return null;
    const { organization } = access;
    if (
      organization !== null &&
      (await database.read(organization, (tx) => isTeam(tx.sql<AccessTables>(), organization, entry.teamId)))
    )
      return organization;
    // Of other organizations a person learns only by what admits, or has admitted, them.
    if (entry.userId !== access.actor.id || !isId(entry.userId)) return null;
    for (const admission of contributed()) {
      const found = await admission.organization(entry);
      if (found !== null) return found;
    }
    // After the admissions: one that another request has used up meanwhile has left a membership.
    const own = await database.lookUp((tx) =>
      membershipIn(tx.sql<AccessTables>(), entry).select('organizationId').executeTakeFirst(),
    );
    return own?.organizationId ?? null;
  };

  const admitted = async (
    tx: Transaction,
    entry: Entry & { organization: OrganizationId },
  ): Promise<Admitted | null> => {
    for (const by of contributed()) {
      const found = await by.admission(tx, entry);
      if (found) return { by, ...found };
    }
    return null;
  };

  /** What the caller may do about this membership, and what there is of it, until the transaction ends. */
  const standing = async (tx: Transaction, { actor }: Access, entry: Entry, organization: OrganizationId) => {
    const db = tx.sql<AccessTables>();
    await oneAtATime(db, organization);
    const own = await rightsOfPerson(db, organization, actor.id, entry.teamId);
    const manages = own?.has(manageMembers.id) ?? false;
    const concerned = isId(entry.userId) && (manages || entry.userId === actor.id);
    const admission = concerned ? await admitted(tx, { ...entry, organization }) : null;
    const member = concerned
      ? await membershipIn(db, entry).select('id').where('organizationId', '=', organization).executeTakeFirst()
      : undefined;
    return { own, manages, admission, member };
  };

  return {
    async faults(access, { teamId, ...wanted }) {
      if (teamId === undefined) return noRoleFaults(wanted);
      // A person who is named wrongly may be the caller, for whom most is open.
      const entry = { userId: wanted.userId ?? access.actor.id, teamId };
      const organization = await organizationOf(access, entry);
      if (organization === null) return [];
      return database.write(organization, async (tx) => {
        const { manages, admission, member } = await standing(tx, access, entry, organization);
        return !manages && !admission && !member
          ? []
          : faultsOf(tx.sql<AccessTables>(), organization, teamId, wanted, {
              known: member !== undefined || admission !== null,
            });
      });
    },

    async join(access, { userId, teamId, status, ...roles }) {
      const { teamRoleId, role } = roles;
      const entry = { userId, teamId };
      const organization = await organizationOf(access, entry);
      if (organization === null) throw notFound();
      const acting = actingAs(access.actor, organization);
      const joined = await database.write(organization, async (tx) => {
        const db = tx.sql<AccessTables>();
        const { own, manages, admission, member } = await standing(tx, access, entry, organization);
        if (!member && (manages || admission) && (await isSuspended(db, organization, userId))) throw isSuspendedHere();
        if (member) {
          if (admission)
            await admission.by.used(tx, acting, {
              ...entry,
              admissionId: admission.admissionId,
              membershipId: member.id,
            });
          return null;
        }
        if (!manages && !admission)
          throw own
            ? forbidden(
                'You may join this team by an invitation only, and only who manages its members adds somebody else.',
              )
            : notFound();
        const faults = await faultsOf(db, organization, teamId, { userId, ...roles }, { known: admission !== null });
        if (faults.length > 0) throw invalid(faults);
        if (teamRoleId !== undefined) {
          const given = manages && own !== null && (await mayGive(db, organization, own, teamRoleId));
          if (
            !given &&
            !(
              admission &&
              (await withinRole(
                db,
                organization,
                teamRoleId,
                admission.teamRoleId ?? (await ordinaryRole(db, organization, teamId)),
              ))
            )
          )
            throw tooStrong();
        }
        const membership = await administration.addMember(acting, {
          userId,
          teamId,
          status,
          ...(role === undefined ? {} : { role }),
          ...(teamRoleId === undefined ? {} : { teamRoleId }),
        });
        if (admission)
          await admission.by.used(tx, acting, {
            ...entry,
            admissionId: admission.admissionId,
            membershipId: membership.id,
          });
        return membership;
      });
      // Only now, because an error inside would undo it all.
      if (joined === null) throw alreadyMember();
      return joined;
    },
  };
}

const membershipIn = (db: Query, { userId, teamId }: Entry) =>
  db.selectFrom('user_team').where('userId', '=', userId).where('teamId', '=', teamId);

/** What is wrong with as much of a new membership as could be read. Who is `known` need not be a colleague. */
async function faultsOf(
  db: Query,
  organization: OrganizationId,
  teamId: string,
  wanted: ValidPart<Omit<NewMembership, 'teamId'>>,
  { known }: { readonly known: boolean },
): Promise<readonly Fault[]> {
  const { userId, teamRoleId } = wanted;
  const isThere = known || userId === undefined || (await isColleague(db, organization, userId));
  return [
    ...(isThere
      ? []
      : [
          {
            pointer: '/userId',
            code: 'unknown-user',
            detail: 'There is no such person in this organization. Invite people from outside by e-mail.',
          },
        ]),
    ...(teamRoleId === undefined ? noRoleFaults(wanted) : await namedRoleFaults(db, organization, teamId, teamRoleId)),
  ];
}

/** One that was sent and did not fit has been reported. */
const noRoleFaults = (wanted: Pick<ValidPart<NewMembership>, 'role' | 'teamRoleId'>): readonly Fault[] =>
  Object.hasOwn(wanted, 'role') || Object.hasOwn(wanted, 'teamRoleId')
    ? []
    : [
        {
          pointer: '/teamRoleId',
          code: 'missing',
          detail: 'Name the role of the team (teamRoleId), or a free-text role.',
        },
      ];

async function isTeam(db: Query, organization: OrganizationId, teamId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('team')
      .select('id')
      .where('organizationId', '=', organization)
      .where('id', '=', teamId)
      .executeTakeFirst()) !== undefined
  );
}

/** A person of another organization looks like nobody. */
async function isColleague(db: Query, organization: OrganizationId, userId: UserId): Promise<boolean> {
  return (
    isId(userId) &&
    (await db
      .selectFrom('user_team')
      .select('id')
      .where('organizationId', '=', organization)
      .where('userId', '=', userId)
      .executeTakeFirst()) !== undefined
  );
}

/** What an admission without a role allows: the role that every team begins with for its members. */
async function ordinaryRole(db: Query, organization: OrganizationId, teamId: string): Promise<string | null> {
  return (
    (
      await db
        .selectFrom('team_role')
        .select('id')
        .where('organizationId', '=', organization)
        .where('teamId', '=', teamId)
        .where('name', '=', 'Member')
        .executeTakeFirst()
    )?.id ?? null
  );
}
