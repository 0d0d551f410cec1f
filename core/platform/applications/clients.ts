import { isInOrganization, spellingsOf } from '@dossier/sdk';
import type {
  Access,
  Clock,
  Database,
  Emits,
  OrganizationAccess,
  OrganizationId,
  Transaction,
  UserId,
} from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { People } from '../people/contract.ts';
import { applicantLinked } from './contract.ts';
import type { ApplicationTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: People;
  readonly grants: AccessAdministration;
  readonly events: Emits<typeof applicantLinked>;
  /**
   * Has an application checked again by a job of its own: a check may take seconds, and a person may have many
   * applications.
   */
  recheck(access: OrganizationAccess, applicationId: string): Promise<void>;
}

/**
 * Milliseconds for which a membership is believed, as long as an Access made from it; no gate lets a former member
 * reach what they are linked to.
 */
const remembered = 1_500;
const capacity = 10_000;

/** Which applicants are clients of the organization. Only a verified e-mail of a member links. */
export const clientLinks = ({ database, clock, people, grants, events, recheck }: Deps) => {
  /**
   * When a membership was last seen. That somebody is no member is asked each time: they may have become one, and would
   * not be linked.
   */
  const seen = new Map<string, number>();
  const isMember = async (organization: OrganizationId, user: UserId): Promise<boolean> => {
    const key = `${organization}|${user}`;
    const now = clock.time();
    if (now - (seen.get(key) ?? -Infinity) < remembered) return true;
    if (seen.size >= capacity) seen.clear();
    seen.delete(key);
    const member = (await grants.workspacesOf(organization, user)).length > 0;
    if (member) seen.set(key, now);
    return member;
  };

  return {
    /**
     * The client behind an applicant's e-mail, in the open transaction; null when nobody proved to own it, or several
     * did.
     */
    async behind(tx: Transaction, organization: OrganizationId, email: string): Promise<UserId | null> {
      const owners = await people.byVerifiedEmail(email, tx);
      const members: UserId[] = [];
      for (const { id } of owners) if (await isMember(organization, id)) members.push(id);
      return members.length === 1 ? members[0]! : null;
    },

    /**
     * Links what was submitted before the client was known, and has it checked again soon. Returns the number of
     * applications.
     */
    link: (access: OrganizationAccess, user: UserId, email: string): Promise<number> =>
      database.write(access, async (tx) => {
        const linked = await tx
          .sql<ApplicationTables>()
          .updateTable('applicant')
          .set({ userId: user })
          .where('organizationId', '=', access.organization)
          .where('userId', 'is', null)
          .where(({ eb, fn, ref }) => eb(fn<string>('lower', [ref('email')]), 'in', spellingsOf(email)))
          .returning('applicationId')
          .execute();
        const ids = [...new Set(linked.map(({ applicationId }) => applicationId))];
        if (ids.length === 0) return 0;
        const rows = await tx
          .sql<ApplicationTables>()
          .updateTable('application')
          .set(({ eb }) => ({ version: eb('version', '+', 1), updatedAt: clock.now().toISOString() }))
          .where('organizationId', '=', access.organization)
          .where('id', 'in', ids)
          .returning(['id', 'workspaceId', 'decidedAt'])
          .execute();
        for (const { id, workspaceId, decidedAt } of rows) {
          events.emit(
            applicantLinked,
            access,
            { subject: { type: 'application', id }, workspace: workspaceId, after: { userId: user } },
            { userId: user },
          );
          if (decidedAt === null) await recheck(access, id);
        }
        return ids.length;
      }),

    /** Links a person in one organization, when they are a member there and their e-mail is verified. */
    async recognise(access: Access, user: UserId): Promise<void> {
      if (!isInOrganization(access)) return;
      const person = await people.user(user);
      if (person?.emailVerified && person.email && (await isMember(access.organization, user)))
        await this.link(access, user, person.email);
    },
  };
};

export type ClientLinks = ReturnType<typeof clientLinks>;
