/** What people hear of, as they find it in their inbox, and the e-mails about it: for tests of kinds of notices. */
import { definePlugin } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import type { Json, TestClient } from './client.ts';
import type { TestPlatform } from './platform.ts';
import { mailTransports } from '../platform/mail/contract.ts';
import type { MailMessage } from '../platform/mail/contract.ts';

/** One notice, as its reader finds it. */
export interface ToldNotice {
  readonly kind: string;
  readonly text: string;
  readonly excerpt: string | null;
  readonly isInternal: boolean;
  readonly why: string;
  readonly subject: Json;
}

/** A transport for mail, which keeps what it was given, until it is taken: e-mails about notices, and the others. */
export function letterBox(): {
  readonly plugin: Plugin;
  readonly sent: readonly MailMessage[];
  readonly take: () => readonly MailMessage[];
} {
  const mails: MailMessage[] = [];
  return {
    sent: mails,
    take: () => mails.splice(0),
    plugin: definePlugin({
      id: 'letter-box',
      version: '1.0.0',
      kernel: '^1.0.0',
      extends: [mailTransports],
      setup(_needs, plugin) {
        plugin.contribute(
          mailTransports,
          'letter-box',
          { open: 'to members' },
          {
            async send(message) {
              mails.push(message);
              return { outcome: 'sent' };
            },
          },
        );
      },
    }),
  };
}

/** What somebody hears of a record, the newest first, when all is noted. */
export async function toldOf(platform: TestPlatform, who: TestClient, record: string): Promise<readonly ToldNotice[]> {
  await platform.settle();
  const { body } = await who.get('/api/v1/notifications/inbox?view=new');
  return body.groups
    .filter(({ subject }: Json) => subject.id === record)
    .flatMap(({ subject, notices }: Json) => notices.map((one: Json) => ({ ...one, subject })));
}
