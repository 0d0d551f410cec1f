import type { EmailContent } from '@dossier/core/platform/mail/contract';
import { minutes } from './forgotten.ts';

/** What a person reads who asked for a new password, or for whom somebody else did. */
export const passwordEmail = (o: { email: string; url: string }): EmailContent & { readonly subject: string } => ({
  subject: 'Choose a new password',
  title: 'Choose a new password',
  paragraphs: [
    `Somebody who wants to sign in as ${o.email} said that they forgot the password. If it was you, choose a new one.`,
    `The link works once, within ${minutes} minutes. When the new password is set, you are signed out everywhere else.`,
  ],
  action: { label: 'Choose a new password', url: o.url },
  notes: [
    'You did not ask for this? Then ignore this message: your password stays as it is, and nobody learns whether you have an account.',
    'Give the link to nobody. If such messages keep coming, tell the people who run this system.',
  ],
});
