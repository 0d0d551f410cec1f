import type { EmailContent } from '../mail/contract.ts';

/** The page on which an invitation is answered; the secret in it is the invitation. */
export const linkTo = (publicUrl: string, token: string): string => `${publicUrl}/invitations/${token}`;

/** Made when an e-mail is written: it takes each start 50 ms otherwise. */
const date = (time: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(time),
  );

/** What an invited person reads. */
export const invitationEmail = (o: {
  organization: string;
  team: string;
  role: string;
  inviter: string;
  message: string | null;
  url: string;
  expiresAt: string;
}): EmailContent & { readonly subject: string } => ({
  subject: `Invitation to ${o.organization}`,
  title: `You are invited to ${o.organization}`,
  paragraphs: [
    `${o.inviter} invites you to the team ${o.team}, as ${o.role}.`,
    'Open the invitation to accept or decline it. If you have no account yet, you can create one there.',
  ],
  ...(o.message === null ? {} : { quote: o.message }),
  action: { label: 'Open the invitation', url: o.url },
  notes: [
    `The link is for you alone and works until ${date(o.expiresAt)}.`,
    'You do not know why you were invited? Then ignore this message: nothing happens.',
  ],
});
