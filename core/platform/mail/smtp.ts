import { errorCode } from '@dossier/sdk';
import type { Transporter } from 'nodemailer';
import type { MailMessage, MailTransport } from './contract.ts';

/**
 * Does this refuse the message itself for good? Then another try is of no use. A wrong password or a 4xx may be right
 * tomorrow.
 */
const refusals: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
const temporary = (status: number | undefined): boolean => status !== undefined && status < 500;

/**
 * Sends by SMTP. `url` is `smtp://` (with STARTTLS where the server offers it) or `smtps://`; `timeout` in milliseconds
 * for connecting, and for each answer.
 */
export function smtpTransport({ url, timeout }: { url: string; timeout: number }): MailTransport {
  let made: Promise<Transporter> | undefined;
  /** Loaded with the first message, not with the start. */
  const transporter = (): Promise<Transporter> => {
    made ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url,
        connectionTimeout: timeout,
        greetingTimeout: timeout,
        socketTimeout: timeout,
        dnsTimeout: timeout,
        // A password never travels in the clear.
        ...(withPassword(url) ? { requireTLS: true } : {}),
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return made;
  };

  return {
    async send(message) {
      const carrier = await transporter();
      try {
        await carrier.sendMail(written(message));
        return { outcome: 'sent' };
      } catch (error) {
        const { code, status } = faultOf(error);
        if (refusals.includes(code) && !temporary(status))
          return { outcome: 'refused', reason: `The mail server refused the message (${status ?? code}).` };
        // Only codes: what a server answers may quote the message, and this is logged.
        throw new Error(
          `The mail server did not take the message (${[code, status].filter((part) => part !== undefined).join(' ')}).`,
        );
      }
    },
  };
}

const written = ({ id, from, to, subject, text, html, locale, files }: MailMessage) => ({
  from: { ...from },
  to: { ...to },
  subject,
  text,
  html,
  attachments: files.map(({ name, contentType, bytes }) => ({
    filename: name,
    contentType,
    content: Buffer.from(bytes),
  })),
  // The logo travels as a part of the message.
  attachDataUrls: true,
  messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  // RFC 3834: nobody's out-of-office notice shall answer.
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
});

function withPassword(url: string): boolean {
  const { protocol, password } = new URL(url);
  return protocol === 'smtp:' && password !== '';
}

function faultOf(error: unknown): { code: string; status: number | undefined } {
  if (!(error instanceof Error)) return { code: 'unknown', status: undefined };
  return {
    code: errorCode(error) || 'unknown',
    status: 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined,
  };
}
