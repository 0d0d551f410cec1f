/** Parts of queries that read what somebody hears of, in more than one way. */
import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { OrganizationAccess, UserId } from '@dossier/sdk';
import { arrived, heard, unmuted } from './conditions.ts';
import type { NoticeTables } from './entities.ts';
import type { Open } from './reach.ts';

export type OwnRows<O> = SelectQueryBuilder<NoticeTables, 'notice', O>;

/** Notices of the reader, of the kinds and places that are open to them now. */
export const ownOf = <O>(query: OwnRows<O>, { organization, actor }: OrganizationAccess, open: Open): OwnRows<O> =>
  query
    .where('notice.organizationId', '=', organization)
    .where('notice.userId', '=', actor.id as UserId)
    .where('notice.inPage', '=', sql.lit(true))
    .where(heard(open));

/** Notices that are neither done nor put off, of records that are not muted. */
export const waiting = <O>(query: OwnRows<O>, now: string): OwnRows<O> =>
  query.where('notice.doneAt', 'is', null).where(arrived(now)).where(unmuted);
