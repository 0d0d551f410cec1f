/** News of invitations: for members who are invited to a further team, and of the answer for who invited somebody. */
import { idArray, isId } from '@dossier/sdk';
import type { Clock, Database, OrganizationId, UserId } from '@dossier/sdk';
import { sql } from 'kysely';
import type { AccessAdministration } from '../access/contract.ts';
import type { Concerned, NoticeKind, NoticeText } from '../notices/contract.ts';
import type { People } from '../people/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import {
  invitationAccepted,
  invitationDeclined,
  invitationExpired,
  invitationRevoked,
  invitationUsed,
  personInvited,
} from './contract.ts';
import type { InvitationTables } from './entities.ts';
import { provenAddress, statusAt } from './states.ts';
import type { InvitationRow } from './states.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: Pick<People, 'user' | 'byVerifiedEmail'>;
  readonly tenancy: Pick<Tenancy, 'teams'>;
  readonly administration: Pick<AccessAdministration, 'mayInvite' | 'memberships'>;
}

/** Invitations of an organization, by their ids. */
const rowsOf = async (
  database: Database,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvitationRow>> => {
  const rows = await database.read(organization, (tx) =>
    tx
      .sql<InvitationTables>()
      .selectFrom('team_invitation')
      .selectAll()
      .where('organizationId', '=', organization)
      .where('id', '=', sql<string>`any(${idArray(ids.filter(isId))}::uuid[])`)
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const keyOf = (id: string): string => `invitation:${id}`;

/** A member hears of an invitation to a further team while it waits for their answer. */
export function receivedKind({ database, clock, people, tenancy, administration }: Deps): NoticeKind {
  /** Members whose address it is. Others learn of it by the mail alone. */
  const invited = async ({ organizationId: organization, email }: InvitationRow): Promise<readonly UserId[]> => {
    const owners = await database.read(organization, (tx) => people.byVerifiedEmail(email, tx));
    const members = await Promise.all(
      owners.map(async ({ id }) =>
        (await administration.memberships(organization, id)).some(({ status }) => status === 'active') ? [id] : [],
      ),
    );
    return members.flat();
  };

  return {
    title: 'You are invited to a team',
    group: 'People',
    icon: 'inbox',
    audience: 'client',
    // The invitation itself comes by mail.
    usual: { page: true, mail: 'off' },
    why: { you: 'The invitation is to your e-mail address.' },
    events: [personInvited],
    async of(happened) {
      const organization = happened[0]?.access.organization;
      if (!organization) return [];
      const ids = happened.map(({ event }) => event.subject.id);
      const known = await rowsOf(database, organization, ids);
      const all = await Promise.all(
        happened.map(async ({ event: { id: event, subject } }): Promise<Concerned[]> => {
          const row = known.get(subject.id);
          const once = keyOf(subject.id);
          return (row ? await invited(row) : []).map((to) => ({
            event,
            to,
            why: 'you',
            subject,
            workspace: null,
            once,
          }));
        }),
      );
      return all.flat();
    },
    ends: {
      events: [invitationRevoked, invitationExpired, invitationAccepted, invitationDeclined, invitationUsed],
      of: async (happened) => happened.map(({ event }) => ({ once: keyOf(event.subject.id), except: [] })),
    },

    /** Words of its own, with the name of who sent it last: clients may not read the event. */
    async tell({ organization, actor }, _places, notices) {
      const user = await database.read(organization, (tx) => people.user(actor.id as UserId, tx));
      const email = user && provenAddress(user);
      const known = await rowsOf(
        database,
        organization,
        notices.map(({ subject }) => subject.id),
      );
      const teams = new Map((await tenancy.teams(organization)).map(({ id, name }) => [id, name]));
      const told = new Map<string, NoticeText>();
      for (const { id, subject } of notices) {
        const row = known.get(subject.id);
        const team = row && teams.get(row.teamId);
        if (!team || row.email !== email || statusAt(row, clock.now()) !== 'pending') continue;
        told.set(id, {
          text: `${row.invitedByName} invites you to the team ${team}`,
          excerpt: null,
          isInternal: false,
          subject: { title: team, about: 'Invitation', workspaceId: null, path: 'orgs' },
        });
      }
      return told;
    },
  };
}

/** The sender of an invitation hears of its answer. */
export function answeredKind({ database, administration }: Pick<Deps, 'database' | 'administration'>): NoticeKind {
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
      const known = await rowsOf(database, organization, ids);
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
      const known = await rowsOf(
        database,
        organization,
        notices.map(({ subject }) => subject.id),
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
