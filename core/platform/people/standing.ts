/** How a person stands in an organization, and what its administrators end there: nothing of their other ones. */
import type { Clock, Contributions, Database, EventLog, OrganizationAccess, UserId } from '@dossier/sdk';
import { notFound, utc } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import { userEntered } from './contract.ts';
import type { PersonWork, Standing } from './contract.ts';
import type { Endings } from './endings.ts';
import type { PeopleTables } from './entities.ts';
import { runningSessions } from './session-rows.ts';
import type { SessionLimits } from './session-rows.ts';

export interface Standings {
  /** Each throws 404 for nobody of the organization. */
  of(access: OrganizationAccess, userId: UserId): Promise<Standing>;
  /** Ends the person's sessions in the organization. */
  endSessions(access: OrganizationAccess, userId: UserId): Promise<void>;
  /** Ends them, and lets them do nothing there until they are resumed. */
  suspend(access: OrganizationAccess, userId: UserId): Promise<void>;
  resume(access: OrganizationAccess, userId: UserId): Promise<void>;
}

export function createStandings(o: {
  database: Database;
  clock: Clock;
  log: Pick<EventLog, 'latest'>;
  administration: Pick<AccessAdministration, 'memberships' | 'suspend' | 'resume'>;
  work: Contributions<PersonWork>;
  endings: Pick<Endings, 'inOrganization'>;
  limits: SessionLimits;
}): Standings {
  const demandMember = async ({ organization }: OrganizationAccess, userId: UserId): Promise<void> => {
    if ((await o.administration.memberships(organization, userId)).length === 0) throw notFound();
  };

  const seen = (organization: string, user: UserId) =>
    o.database.lookUp(async (tx) => {
      const running = await runningSessions(tx, { user, organization }, o.clock.now(), o.limits).execute();
      const latest = await tx
        .sql<PeopleTables>()
        .selectFrom('session')
        .select(({ fn }) => fn.max('lastSeenAt').as('at'))
        .where('userId', '=', user)
        .where('organizationId', '=', organization)
        .executeTakeFirst();
      return { sessions: running.length, lastSeenAt: latest?.at ?? null };
    });

  return {
    async of(access, userId) {
      await demandMember(access, userId);
      const [entered] = await o.log.latest(
        access,
        { type: userEntered.id, subject: { type: 'user', id: userId } },
        { limit: 1 },
      );
      const { sessions, lastSeenAt } = await seen(access.organization, userId);
      const work = await Promise.all(o.work.list(access).map(({ value }) => value.of(access, userId)));
      return {
        lastSignInAt: entered?.at ?? null,
        lastSeenAt: lastSeenAt === null ? null : utc(lastSeenAt),
        sessions,
        work: work.filter((one) => one !== null),
      };
    },

    async endSessions(access, userId) {
      await demandMember(access, userId);
      await o.endings.inOrganization(access, userId);
    },

    // Their rights are gone before their sessions are: between the two, and should this stop there, nothing is open.
    async suspend(access, userId) {
      await o.administration.suspend(access, userId);
      await o.endings.inOrganization(access, userId);
    },

    resume: (access, userId) => o.administration.resume(access, userId),
  };
}
