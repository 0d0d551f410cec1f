/** News of payments for clients: that one is due, and that it came or is not asked for. */
import type { Database, OrganizationAccess } from '@dossier/sdk';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import { endedBy, tellOfApplications } from '@dossier/core/platform/applications/notices/contract';
import type { NoticeKind } from '@dossier/core/platform/notices/contract';
import { paymentDue, paymentRecorded, paymentWaived } from './contract.ts';
import { paymentsOf } from './rows.ts';

const ofClient = {
  group: 'Payments',
  audience: 'client',
  usual: { page: true, mail: 'at-once' },
  why: { client: 'It is your application.' },
} as const;

export function paymentKinds({ database, cards }: { readonly database: Database; readonly cards: Cards }) {
  return {
    due: {
      ...ofClient,
      title: 'You are asked to pay something',
      icon: 'warning',
      events: [paymentDue],
      ends: {
        events: [paymentDue, paymentRecorded, paymentWaived],
        of: async (happened) => happened.map((one) => endedBy(one)),
      },
      async tell(reader: OrganizationAccess, places, notices) {
        const ids = notices.map(({ subject }) => subject.id);
        const known = await database.read(reader, (tx) => paymentsOf(tx, reader.organization, ids));
        return tellOfApplications(cards, 'client', ({ subject }) => known.get(subject.id)?.state === 'due')(
          reader,
          places,
          notices,
        );
      },
    },
    settled: {
      ...ofClient,
      title: 'Your payment has arrived, or is not asked for any more',
      icon: 'check',
      events: [paymentRecorded, paymentWaived],
      tell: tellOfApplications(cards, 'client'),
    },
  } as const satisfies Readonly<Record<string, NoticeKind>>;
}
