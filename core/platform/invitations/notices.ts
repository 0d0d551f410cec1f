/** Who invited somebody hears of their answer. */
import { idArray, isId } from '@dossier/sdk';
import type { Database, OrganizationId, UserId } from '@dossier/sdk';
import { sql } from 'kysely';
import type { AccessAdministration } from '../access/contract.ts';
import type { Concerned, NoticeKind, NoticeText } from '../notices/contract.ts';
import { invitationAccepted, invitationDeclined } from './contract.ts';
import type { InvitationTables } from './entities.ts';
import type { InvitationRow } from './states.ts';

interface Deps {
  readonly database: Database;
  readonly administration: Pick<AccessAdministration, 'mayInvite'>;
}

export function answeredKind({ database, administration }: Deps): NoticeKind {
  const rows = (organization: OrganizationId, ids: readonly string[]): Promise<readonly InvitationRow[]> =>
    database.read(organization, (tx) =>
      tx
        .sql<InvitationTables>()
        .selectFrom('team_invitation')
        .selectAll()
        .where('organizationId', '=', organization)
        .where('id', '=', sql<string>`any(${idArray(ids.filter(isId))}::uuid[])`)
        .execute(),
    );

  return {
    title: 'Somebody answers an invitation of yours',
    group: 'People',
    icon: 'person',
    audience: 'staff',
    usual: { page: true, mail: 'off' },
    why: { invited: 'You invited them.' },
    events: [invitationAccepted, invitationDeclined],
    async of(happened) {
      const organization = happened[0]?.access.organization;
      if (!organization) return [];
      const ids = happened.map(({ event }) => event.subject.id);
      const known = new Map((await rows(organization, ids)).map((row) => [row.id, row]));
      return happened.flatMap(({ event }): Concerned[] => {
        const row = known.get(event.subject.id);
        if (!row || !isId(row.invitedBy)) return [];
        return [
          {
            event: event.id,
            to: row.invitedBy as UserId,
            why: 'invited',
            subject: event.subject,
            workspace: null,
            // On whose page it stands.
            ids: { teamId: row.teamId },
          },
        ];
      });
    },

    /** To who may still invite there. What was answered anew says how it stands. */
    async tell({ organization, actor }, _places, notices) {
      const known = new Map(
        (
          await rows(
            organization,
            notices.map(({ subject }) => subject.id),
          )
        ).map((row) => [row.id, row]),
      );
      const told = new Map<string, NoticeText>();
      for (const { id, subject, by, event } of notices) {
        const row = known.get(subject.id);
        const answers = event?.type === invitationDeclined.id ? ['declined'] : ['accepted', 'used'];
        if (
          !row ||
          !answers.includes(row.status) ||
          !by ||
          !(await administration.mayInvite(organization, actor.id as UserId, row))
        )
          continue;
        told.set(id, {
          text: null,
          excerpt: null,
          isInternal: false,
          subject: {
            title: by.name,
            about: row.email,
            workspaceId: null,
            path: `settings/teams/${row.teamId}/invitations`,
          },
        });
      }
      return told;
    },
  };
}
