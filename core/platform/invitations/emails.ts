import { advisoryLock, notFound, Problem } from '@dossier/sdk';
import type { Clock, Database, Installation, OrganizationAccess, Transaction } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Mail } from '../mail/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import { invitationEmail, linkTo } from './email-text.ts';
import { day } from './states.ts';
import type { InvitationRow } from './states.ts';

/** Sends the e-mails of invitations. */
export interface InvitationEmails {
  /**
   * What every e-mail of this team says, also inside a transaction of the organization. Throws 404 for a team that is
   * not there.
   */
  of(
    access: OrganizationAccess,
    teamId: string,
  ): Promise<{
    /** Days for which an invitation is open. */
    readonly days: number;
    /** Joins the open transaction. Resolves with the id of the message. */
    send(
      row: Pick<InvitationRow, 'email' | 'teamRoleId' | 'message' | 'expiresAt' | 'invitedByName'>,
      token: string,
    ): Promise<string>;
  }>;
  /**
   * The last thing in the transaction that sent e-mails. Throws 429 when the organization has sent too many in the last
   * day, these included.
   */
  demandMeasure(tx: Transaction, access: OrganizationAccess): Promise<void>;
}

const kind = 'team-invitation';

/** E-mails that an organization may send in a day: enough to take in a large office, too few to be of use for spam. */
const perDay = 500;

export function createInvitationEmails({
  database,
  clock,
  mail,
  tenancy,
  administration,
  installation,
  lifetime,
}: {
  database: Database;
  clock: Clock;
  mail: Mail;
  tenancy: Tenancy;
  administration: AccessAdministration;
  installation: Installation;
  lifetime: (organization: string) => Promise<number>;
}): InvitationEmails {
  return {
    async of(access, teamId) {
      const organization = await database.read(access, (tx) => tenancy.organization(access.organization, tx));
      const team = (await tenancy.teams(access.organization)).find(({ id }) => id === teamId);
      if (!organization || !team) throw notFound();
      const logo = await tenancy.logo(access.organization);
      const sender = {
        ...organization,
        logo: logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`,
      };
      const roles = new Map(
        (await administration.roles(access.organization, teamId)).map(({ id, name }) => [id, name]),
      );
      return {
        days: await lifetime(access.organization),
        send(row, token) {
          const { subject, ...content } = invitationEmail({
            organization: organization.name,
            team: team.name,
            role: roles.get(row.teamRoleId) ?? 'Member',
            inviter: row.invitedByName,
            message: row.message,
            url: linkTo(installation.publicUrl(), token),
            expiresAt: row.expiresAt,
          });
          return mail.send(access, {
            to: { name: '', address: row.email },
            from: organization.name,
            subject,
            ...mail.compose(sender, content),
            kind,
          });
        },
      };
    },
    async demandMeasure(tx, access) {
      // Behind the lock, so that of two at once the second counts what the first sent.
      await advisoryLock(tx, `invitations/letters ${access.organization}`);
      const sent = await mail.count(access.organization, kind, new Date(clock.time() - day));
      if (sent > perDay)
        throw tooMany(
          'too-many-invitations',
          `An organization sends at most ${perDay} invitations in a day. Go on tomorrow.`,
          3600,
        );
    },
  };
}

/** 429 with the seconds to wait. */
export const tooMany = (code: string, detail: string, seconds: number): Problem =>
  new Problem(429, code, 'Too many', { detail, headers: { 'retry-after': String(seconds) } });
