/** What people chose to hear of, and how. */
import { sql } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { OrganizationId, Transaction, UserId } from '@dossier/sdk';
import type { NoticeKind, NoticeMail } from '@dossier/core/platform/notices/contract';
import type { NoticeTables } from './entities.ts';

export interface Chosen {
  readonly page: boolean;
  readonly mail: NoticeMail;
}

/** What holds of a kind: the organization may insist. */
const effective = ({ usual, insists }: NoticeKind, chosen: Chosen | undefined): Chosen =>
  insists ? { page: true, mail: 'at-once' } : (chosen ?? usual);

/** Of these people, for each kind what they chose, or what is usual. */
export async function choicesOf(
  tx: Transaction,
  organization: OrganizationId,
  people: readonly UserId[],
): Promise<(user: UserId, kind: string, value: NoticeKind) => Chosen> {
  const rows =
    people.length === 0
      ? []
      : await tx
          .sql<NoticeTables>()
          .selectFrom('notice_choice')
          .select(['userId', 'kind', 'page', 'mail'])
          .where('organizationId', '=', organization)
          .where('userId', '=', sql<string>`any(${idArray(people)}::uuid[])`)
          .execute();
  const known = new Map(rows.map(({ userId, kind, page, mail }) => [`${userId} ${kind}`, { page, mail }]));
  return (user, kind, value) => effective(value, known.get(`${user} ${kind}`));
}
