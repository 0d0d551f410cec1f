/** A person who may do nothing in the organization for a while: what they were and did stays. */
import type { Kysely } from 'kysely';
import { conflict, isId, notFound } from '@dossier/sdk';
import type { AccessControl, Database, Emits, OrganizationAccess, OrganizationId, Problem, UserId } from '@dossier/sdk';
import { memberResumed, memberSuspended } from './contract.ts';
import type { AccessAdministration } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { withoutLockOut } from './lock-outs.ts';

interface Deps {
  readonly database: Database;
  readonly control: AccessControl;
  readonly log: Emits<typeof memberSuspended | typeof memberResumed>;
}

type Query = Kysely<AccessTables>;
type Suspensions = Pick<AccessAdministration, 'suspend' | 'resume'>;

/** Of memberships that give nothing until they are resumed. */
const suspended = 'suspended';

export function createSuspensions({ database, control, log }: Deps): Suspensions {
  /** Teams in which the person has this status. Throws 404 for nobody of the organization. */
  const teamsOf = async (
    db: Query,
    organization: OrganizationId,
    userId: UserId,
    status: string,
  ): Promise<readonly string[]> => {
    const all = isId(userId)
      ? await db
          .selectFrom('user_team')
          .select(['teamId', 'status'])
          .where('organizationId', '=', organization)
          .where('userId', '=', userId)
          .orderBy('teamId')
          .execute()
      : [];
    if (all.length === 0) throw notFound();
    return all.filter((one) => one.status === status).map(({ teamId }) => teamId);
  };

  const move = async (
    db: Query,
    { organization }: OrganizationAccess,
    userId: UserId,
    { from, to }: Readonly<Record<'from' | 'to', string>>,
  ): Promise<void> => {
    await db
      .updateTable('user_team')
      .set({ status: to })
      .where('organizationId', '=', organization)
      .where('userId', '=', userId)
      .where('status', '=', from)
      .execute();
  };

  return {
    async suspend(access, userId) {
      const { organization } = access;
      if (userId === access.actor.id)
        throw conflict('yourself', 'Nobody suspends themselves. Ask another administrator of the organization.');
      await database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        const teams = await teamsOf(db, organization, userId, 'active');
        if (teams.length === 0) return;
        // Each of the teams is looked at before the change and after it, and the organization with each.
        const change = teams.reduce<() => Promise<void>>(
          (inner, team) => () => withoutLockOut(db, organization, team, 'person', inner),
          () => move(db, access, userId, { from: 'active', to: suspended }),
        );
        await change();
        log.emit(
          memberSuspended,
          access,
          { subject: { type: 'user', id: userId }, before: { status: 'active' }, after: { status: suspended } },
          { userId },
        );
        control.changed(access, { organization, user: userId, ended: true });
      });
    },

    async resume(access, userId) {
      const { organization } = access;
      await database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        const teams = await teamsOf(db, organization, userId, suspended);
        if (teams.length === 0) return;
        await move(db, access, userId, { from: suspended, to: 'active' });
        log.emit(
          memberResumed,
          access,
          { subject: { type: 'user', id: userId }, before: { status: suspended }, after: { status: 'active' } },
          { userId },
        );
        control.changed(access, { organization, user: userId });
      });
    },
  };
}

/** Is the person suspended in the organization? Then no other way leads in, either. */
export async function isSuspended(db: Query, organization: OrganizationId, userId: UserId): Promise<boolean> {
  if (!isId(userId)) return false;
  const row = await db
    .selectFrom('user_team')
    .select('id')
    .where('organizationId', '=', organization)
    .where('userId', '=', userId)
    .where('status', '=', suspended)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const isSuspendedHere = (): Problem =>
  conflict(
    'suspended',
    'This person is suspended in the organization. An administrator resumes them on their page, under People.',
  );
