import type { Transaction, UserId } from '@dossier/sdk';
import type { SelectQueryBuilder } from 'kysely';
import type { PeopleTables } from './entities.ts';

/** In milliseconds: unused for `idle`, or `absolute` after it was opened, a session has ended. */
export interface SessionLimits {
  readonly idle: number;
  readonly absolute: number;
}

/** Which sessions are meant; all that is named must fit. */
export interface Which {
  readonly id?: string;
  readonly user?: UserId;
  /** In which they work. */
  readonly organization?: string;
  readonly except?: string;
  /** With what the issuer calls them. */
  readonly issuer?: string;
  readonly sid?: string;
  /** Opened then or earlier. */
  readonly openedBy?: Date;
}

export type SessionRow = PeopleTables['session'] & { readonly userName: string };
type Query = SelectQueryBuilder<PeopleTables, 'session' | 'user', SessionRow>;

/** Sessions that have not been ended, run out or fallen idle, of people whose sign-in is not disabled. */
export function runningSessions(tx: Transaction, which: Which, now: Date, limits: SessionLimits): Query {
  let query = tx
    .sql<PeopleTables>()
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .selectAll('session')
    .select('user.name as userName')
    .where('user.disabledAt', 'is', null)
    .where('session.endedAt', 'is', null)
    .where('session.expiresAt', '>', now.toISOString())
    .where('session.lastSeenAt', '>', new Date(now.getTime() - limits.idle).toISOString());
  if (which.id !== undefined) query = query.where('session.id', '=', which.id);
  if (which.user !== undefined) query = query.where('session.userId', '=', which.user);
  if (which.organization !== undefined) query = query.where('session.organizationId', '=', which.organization);
  if (which.except !== undefined) query = query.where('session.id', '<>', which.except);
  if (which.issuer !== undefined) query = query.where('session.issuer', '=', which.issuer);
  if (which.sid !== undefined) query = query.where('session.sid', '=', which.sid);
  if (which.openedBy !== undefined) query = query.where('session.createdAt', '<=', which.openedBy.toISOString());
  return query;
}
