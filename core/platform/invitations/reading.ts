import { notFound, utc } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, Page } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Mail } from '../mail/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { InvitationOfTeam, InvitationToMe } from './contract.ts';
import type { InvitationTables } from './entities.ts';
import { shown, versionOf } from './states.ts';
import type { InvitationRow } from './states.ts';

/** Invitations as they are shown. */
export function createReading({
  database,
  clock,
  mail,
  tenancy,
  administration,
}: {
  database: Database;
  clock: Clock;
  mail: Mail;
  tenancy: Tenancy;
  administration: AccessAdministration;
}) {
  const ofTeam = async (access: OrganizationAccess, rows: readonly InvitationRow[]): Promise<InvitationOfTeam[]> => {
    const deliveries = await mail.deliveries(
      access.organization,
      rows.flatMap(({ mailId }) => mailId ?? []),
    );
    return rows.map((row) => ({
      ...shown(row, clock.now()),
      email: row.email,
      teamRoleId: row.teamRoleId,
      invitedBy: row.invitedBy,
      invitedByName: row.invitedByName,
      createdAt: utc(row.createdAt),
      expiresAt: utc(row.expiresAt),
      sentAt: utc(row.sentAt),
      delivery: row.mailId === null ? null : (deliveries.get(row.mailId) ?? null),
    }));
  };

  return {
    ofTeam,

    /** One of the organization's. */
    async one(access: OrganizationAccess, id: string): Promise<InvitationRow> {
      const row = await database.read(access, (tx) =>
        tx
          .sql<InvitationTables>()
          .selectFrom('team_invitation')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      if (!row) throw notFound();
      return row;
    },

    /** As its ETag tells it. */
    versionOf: (row: InvitationRow): string => versionOf(row, clock.now()),

    /** A page of a team's invitations, newest first. */
    async list(
      access: OrganizationAccess,
      teamId: string,
      { after, limit }: Page,
    ): Promise<readonly InvitationOfTeam[]> {
      const rows = await database.read(access, (tx) => {
        const query = tx
          .sql<InvitationTables>()
          .selectFrom('team_invitation')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('teamId', '=', teamId);
        return (after ? query.where('id', '<', after.id) : query)
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute();
      });
      return ofTeam(access, rows);
    },

    /** Leaves out what has lost its team or organization meanwhile. */
    async toMe(rows: readonly InvitationRow[]): Promise<readonly InvitationToMe[]> {
      const organizations = new Map(
        (await tenancy.organizations([...new Set(rows.map(({ organizationId }) => organizationId))])).map((one) => [
          one.id,
          one,
        ]),
      );
      const views: InvitationToMe[] = [];
      for (const row of rows) {
        const organization = organizations.get(row.organizationId);
        const team = (await tenancy.teams(row.organizationId)).find(({ id }) => id === row.teamId);
        if (!organization || !team) continue;
        const role = (await administration.roles(row.organizationId, row.teamId)).find(
          ({ id }) => id === row.teamRoleId,
        );
        const { id, slug, name, logo, accent } = organization;
        views.push({
          ...shown(row, clock.now()),
          email: row.email,
          organization: { id, slug, name, logo, accent },
          teamName: team.name,
          teamRoleId: row.teamRoleId,
          roleName: role?.name ?? '',
          invitedByName: row.invitedByName,
          message: row.message,
          expiresAt: utc(row.expiresAt),
        });
      }
      return views;
    },
  };
}
