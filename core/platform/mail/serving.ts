import type { Access, Contributions } from '@dossier/sdk';
import type { MailTransport } from './contract.ts';

/** The transport that serves: a real one before one that stands in. */
export function transportOf(transports: Contributions<MailTransport>, access: Access): MailTransport {
  const there = transports.list(access).map(({ value }) => value);
  const found = there.find(({ standIn }) => standIn !== true) ?? there[0];
  if (!found) throw new Error('No mail server is set up. Set MAIL_SMTP_URL.');
  return found;
}
