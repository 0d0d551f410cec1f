/** What stored notices say to their reader now; those that may not be read are left out. */
import { isId, utc } from '@dossier/sdk';
import type { OrganizationAccess, UserId } from '@dossier/sdk';
import type { Notice, NoticeText } from '@dossier/core/platform/notices/contract';
import type { People, User } from '@dossier/core/platform/people/contract';
import type { NoticeRow } from './entities.ts';
import { pairs } from './reach.ts';
import type { Open, Reaching } from './reach.ts';

export interface TextsFor {
  of(access: OrganizationAccess, open: Open, rows: readonly NoticeRow[]): Promise<ReadonlyMap<string, NoticeText>>;
  /** To a person who is away. */
  ofAbsent(
    access: OrganizationAccess,
    person: User,
    rows: readonly NoticeRow[],
  ): Promise<ReadonlyMap<string, NoticeText>>;
}

export function textsFor({ people, reach }: { people: Pick<People, 'users'>; reach: Reaching }): TextsFor {
  const of: TextsFor['of'] = async (access, open, rows) => {
    const users = await people.users([...new Set(rows.flatMap(({ byId }) => (isId(byId) ? [byId] : [])))]);
    const told = await Promise.all(
      [...Map.groupBy(rows, ({ kind }) => kind)].map(async ([id, some]) => {
        const there = open.get(id);
        if (!there) return [];
        const notices = some.map((row) => asNotice(row, users.get(row.byId ?? '')?.name));
        return [...(await there.kind.tell(access, there.places, notices))];
      }),
    );
    return new Map(told.flat());
  };

  return {
    of,
    async ofAbsent(access, person, rows) {
      const actor = { kind: 'user', id: person.id, name: person.name } as const;
      const away = await reach.ofAbsent(actor, access);
      if (!away) return new Map();
      const { reader, open } = away;
      const heard = new Set(pairs(open).map(({ kind, workspace }) => `${kind} ${workspace}`));
      const some = rows.filter(({ kind, workspaceId }) => heard.has(`${kind} ${workspaceId}`));
      return of(reader, open, some);
    },
  };
}

const asNotice = (
  { id, at, why, subjectType, subjectId, workspaceId, ids, byId }: NoticeRow,
  name: string | undefined,
): Notice => ({
  id,
  at: utc(at),
  why,
  subject: { type: subjectType, id: subjectId },
  workspace: workspaceId,
  ids,
  by: byId === null || name === undefined ? null : { id: byId as UserId, name },
});
