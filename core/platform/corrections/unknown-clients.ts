/**
 * E-mails about corrections to applicants of whom none is known here as a user yet: they have no inbox, and sign in by
 * the link. They say that there is something to do, by when and where, never what it is about.
 */
import { utc } from '@dossier/sdk';
import type { Database, Installation, OrganizationId, SystemAccess, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { EmailContent, Mail } from '../mail/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { StoredRound } from './entities.ts';
import { dayIn, letters } from './letters.ts';
import type { Occasion } from './letters.ts';
import type { Meet, Met } from './meeting.ts';
import { findRound, lockRound } from './rows.ts';
import { stateOf } from './reading.ts';

export interface Mailing {
  /** Writes to all applicants by their e-mail, where none of them is a user; of what holds no more nothing. */
  about(organization: OrganizationId, correctionId: string, occasion: Occasion): Promise<void>;
  /** Reminds the clients of an open round, once; false when that was done, or it is open no more. */
  remind(organization: OrganizationId, correctionId: string): Promise<boolean>;
}

interface Deps {
  readonly database: Database;
  readonly installation: Installation;
  readonly mail: Mail;
  readonly tenancy: Pick<Tenancy, 'organization' | 'logo'>;
  readonly meet: Meet;
  readonly asSystem: SystemAccess;
  /** In the same transaction: that they were reminded, and that others hear of it. */
  readonly note: (tx: Transaction, access: WorkspaceAccess, round: StoredRound, met: Met) => Promise<void>;
}

export function mailing({ database, installation, mail, tenancy, meet, asSystem, note }: Deps): Mailing {
  const write = async (access: WorkspaceAccess, met: Met, round: StoredRound, occasion: Occasion): Promise<void> => {
    if (met.clients.length > 0) return;
    const organization = await database.read(access, (tx) => tenancy.organization(access.organization, tx));
    if (!organization) return;
    const logo = await tenancy.logo(access.organization);
    const sender = {
      ...organization,
      logo: logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`,
    };
    const { content, label } = letters[occasion]({
      number: met.application.number,
      organization: organization.name,
      due: dayIn(utc(round.dueAt), organization.timeZone),
    });
    const url = `${installation.publicUrl()}/p/${organization.slug}`;
    const whole: EmailContent = { ...content, action: { label, url } };
    const each = new Map(met.applicants.map(({ name, email }) => [email.toLowerCase(), { name, address: email }]));
    for (const to of each.values())
      if (mail.isAddress(to.address))
        await mail.send(access, {
          to,
          from: organization.name,
          subject: content.title,
          ...mail.compose(sender, whole),
          kind: `correction-${occasion}`,
        });
  };

  return {
    async about(organization, id, occasion) {
      const round = await database.read(organization, (tx) => findRound(tx, organization, id));
      if (!round) return;
      const access = await asSystem(organization, round.workspaceId);
      const met = await meet(access, round.applicationId);
      // What became of it since is the better news.
      if (stateOf(round, met) !== (occasion === 'taken-back' ? 'taken-back' : 'open')) return;
      await database.write(access, () => write(access, met, round, occasion));
    },

    async remind(organization, id) {
      const known = await database.read(organization, (tx) => findRound(tx, organization, id));
      if (!known) return false;
      const access = await asSystem(organization, known.workspaceId);
      return database.write(access, async (tx) => {
        const round = await lockRound(tx, organization, id);
        const met = await meet(access, round.applicationId);
        if (stateOf(round, met) !== 'open' || round.remindedAt !== null) return false;
        await note(tx, access, round, met);
        await write(access, met, round, 'reminder');
        return true;
      });
    },
  };
}
