/** What people hear of, as they find it in their inbox, and the e-mails about it: for tests of kinds of notices. */
import { sql } from 'kysely';
import { definePlugin, idArray } from '@dossier/sdk';
import type { Plugin, Point } from '@dossier/sdk';
import type { Json, TestClient } from './client.ts';
import type { TestPlatform } from './platform.ts';
import { mailTransports } from '../platform/mail/contract.ts';
import type { MailMessage } from '../platform/mail/contract.ts';
import { noticeKinds, noticeQueues } from '../platform/notices/contract.ts';
import type { NoticeKind, NoticeQueue } from '../platform/notices/contract.ts';

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

/** Until everything that happened is noted, and what is sent for it is on its way. */
export async function allTold(platform: TestPlatform): Promise<void> {
  for (let n = 0; n < 5_000; n++) {
    await platform.settle();
    const { rows } = await platform.kernel.database.systemTransaction('app_jobs', (tx) =>
      behind(heardOf(platform)).execute(tx.sql()),
    );
    if (rows[0]?.behind === false) return platform.settle();
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error('What happened is not told.');
}
const behind = (types: readonly string[]) => sql<{ readonly behind: boolean }>`select exists (
  select from consumer_position p join event e on (e.xid, e.seq) > (p.xid, p.seq)
  where e.type = any(${idArray(types)}::text[]) and p.id = case when e.audience = 'external'
    then 'notifications/stream notifications/for-clients' else 'notifications/stream notifications/for-staff' end) as behind`;

/** The types of events of which somebody may hear; the others are passed over. */
function heardOf({ kernel }: TestPlatform): readonly string[] {
  const of = (point: Point<NoticeKind | NoticeQueue>): readonly (NoticeKind | NoticeQueue)[] =>
    kernel.host.contributions.entries(point.id).map(({ value }) => value as NoticeKind | NoticeQueue);
  return [...of(noticeKinds), ...of(noticeQueues)].flatMap((one) =>
    [...one.events, ...('ends' in one ? (one.ends?.events ?? []) : [])].map(({ id }) => id),
  );
}

/** What somebody hears of a record, the newest first, when all is noted. */
export async function toldOf(platform: TestPlatform, who: TestClient, record: string): Promise<readonly ToldNotice[]> {
  await allTold(platform);
  const { body } = await who.get('/api/v1/notifications/inbox?view=new');
  return body.groups
    .filter(({ subject }: Json) => subject.id === record)
    .flatMap(({ subject, notices }: Json) => notices.map((one: Json) => ({ ...one, subject })));
}
