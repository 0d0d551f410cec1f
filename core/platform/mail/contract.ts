import { event, extensionPoint, service, Type } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId } from '@dossier/sdk';

/** A mailbox with the name of who is behind it; the name may be empty. */
export interface Mailbox {
  readonly name: string;
  /** One address, also an international one (RFC 6531). */
  readonly address: string;
}

/** What a module wants to be sent. */
export interface OutgoingMessage {
  readonly to: Mailbox;
  /** Name that the recipient reads as sender, usually the organization's; the address is the installation's. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * What it is about, in kebab case, for example `team-invitation`: the only thing about its content that events tell.
   */
  readonly kind: string;
  /** Language of the text (BCP 47); `en` unless given. */
  readonly locale?: string;
  readonly files?: readonly FileReference[];
}

/** A file that goes with a message. It is fetched when the message leaves, and never kept with it. */
export interface FileReference {
  /** Id of the contribution to {@link mailFiles} that has it. */
  readonly from: string;
  readonly id: string;
  /** User whose right to it is checked when the message leaves, which may be hours after it was written. */
  readonly reader: string;
}

/** The content of an e-mail. Everything is plain text; only `url` leads somewhere. */
export interface EmailContent {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Words of the person who causes the e-mail, shown as a quotation. */
  readonly quote?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print below. */
  readonly notes?: readonly string[];
  readonly locale?: string;
}

/**
 * `queued` waits for a mail server, `rejected` was refused by one for good, `failed` was tried as often as it is worth.
 */
export type DeliveryState = 'queued' | 'sent' | 'rejected' | 'failed';

export interface Delivery {
  readonly state: DeliveryState;
  /** Why it was rejected or failed, in a sentence that repeats nothing of the message. */
  readonly reason: string | null;
}

/**
 * Messages by e-mail. A message is written in the transaction that causes it, sealed, sent afterwards, and its content
 * is erased as soon as it is sent.
 */
export interface Mail {
  /**
   * Joins the open transaction, or opens one. Returns the id of the message. Control characters in subject and names
   * become spaces. Throws `invalid` (422) for an address that {@link Mail.isAddress} refuses.
   */
  send(access: OrganizationAccess, message: OutgoingMessage): Promise<string>;
  /**
   * Can mail be sent to this text? One plain address of 254 bytes at most: no name, no list, no quotes, no control
   * characters.
   */
  isAddress(text: string): boolean;
  /**
   * An e-mail as text and as HTML of its own, with the organization's name, logo (when it is a picture in a `data:`
   * URL) and accent. Loads nothing from anywhere.
   */
  compose(
    organization: { readonly name: string; readonly logo: string | null; readonly accent: string | null },
    content: EmailContent,
  ): { readonly text: string; readonly html: string };
  /** What became of messages; those that were erased since are left out. */
  deliveries(organization: OrganizationId, ids: readonly string[]): Promise<ReadonlyMap<string, Delivery>>;
  /**
   * How many messages of a kind were written after a moment, in the open transaction too, whatever became of them. They
   * are known for a week.
   */
  count(organization: OrganizationId, kind: string, after: Date): Promise<number>;
  /** Is there anything by which a message could leave: a mail server, or what stands in for one? */
  canSend(): boolean;
  /**
   * Sends a message of the installation itself, which no organization may look into, for example with a link that opens
   * an account. Nothing of it is written down: it is for a job, which tries again when this throws. `id` is that of the
   * job, the same at each try. `refused` is final.
   */
  sendNow(
    message: Omit<OutgoingMessage, 'files'>,
    o: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<'sent' | 'refused'>;
}
export const Mail = service<Mail>('mail/mail@1');

/** A message on its way, as transports get it. `id` is the same at each try. */
export interface MailMessage {
  readonly id: string;
  /** Null when it is the installation's own. */
  readonly organization: OrganizationId | null;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: string;
  readonly kind: string;
  readonly files: readonly MailFile[];
}

/** A file as it leaves. */
export interface MailFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Where files of messages come from. */
export interface MailFiles {
  /**
   * Null when it is no longer kept, or no longer for this reader: the message leaves without it. Throws when it may
   * succeed later.
   */
  load(access: OrganizationAccess, file: FileReference): Promise<MailFile | null>;
}
export const mailFiles = extensionPoint<MailFiles>('mail/files@1');

/** A way for messages to leave. */
export interface MailTransport {
  /** Serves only while no other transport is there. */
  readonly standIn?: boolean;
  /**
   * `refused` is final. Throws when it may succeed later: the message is tried again with growing pauses. Neither
   * `reason` nor the error's message may repeat anything of the message, which can hold a secret link: both are logged.
   */
  send(
    message: MailMessage,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: 'sent' } | { readonly outcome: 'refused'; readonly reason: string }>;
}
export const mailTransports = extensionPoint<MailTransport>('mail/transport@1');

const About = { kind: Type.String() };
export const mailSent = event('mail/sent@1', {
  says: '{actor} sent a message by e-mail.',
  title: 'A message was sent',
  schema: Type.Object(About),
});
export const mailFailed = event('mail/failed@1', {
  says: '{actor} could not deliver a message by e-mail[: {payload.reason}].',
  personal: ['/payload/reason', '/after/reason'],
  title: 'A message could not be delivered',
  schema: Type.Object({ ...About, reason: Type.String() }),
});
