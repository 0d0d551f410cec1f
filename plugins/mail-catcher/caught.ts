import { utc } from '@dossier/sdk';
import type { MailMessage, MailTransport } from '@dossier/core/platform/mail/contract';

/**
 * A message that was kept instead of sent. Of its files only what they were: a hundred messages with reports would fill
 * the memory.
 */
export interface CaughtMessage extends Omit<MailMessage, 'files'> {
  /** `size` in bytes. */
  readonly files: readonly { readonly name: string; readonly contentType: string; readonly size: number }[];
  readonly caughtAt: string;
}

/** The letter-box of a demonstration: in memory, so that nothing of it outlives the process. */
export interface LetterBox {
  readonly transport: MailTransport;
  /** Newest first; of one organization, or of all for null. */
  messages(organization: string | null): readonly CaughtMessage[];
}

/** Older ones fall out. */
const most = 100;

export function letterBox(now: () => Date): LetterBox {
  const kept: CaughtMessage[] = [];
  return {
    transport: {
      standIn: true,
      async send(message) {
        // A message that is tried again after a crash is the same message.
        const known = kept.findIndex(({ id }) => id === message.id);
        if (known >= 0) kept.splice(known, 1);
        kept.unshift({
          ...message,
          files: message.files.map(({ name, contentType, bytes }) => ({ name, contentType, size: bytes.length })),
          caughtAt: utc(now()),
        });
        kept.length = Math.min(kept.length, most);
        return { outcome: 'sent' };
      },
    },
    messages: (organization) =>
      kept.filter((message) => organization === null || message.organization === organization),
  };
}
