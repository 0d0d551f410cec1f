/** Who sets up integrations hears once in a period that few credits are left. */
import type { Delivered } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { NoticeKind, NoticeText } from '@dossier/core/platform/notices/contract';
import { manageIntegrations } from '@dossier/core/platform/settings/contract';
import { creditsLow } from '../contract.ts';
import type { CreditBook } from './book.ts';

interface Deps {
  readonly grants: Pick<AccessAdministration, 'holders'>;
  readonly book: Pick<CreditBook, 'balance'>;
}

export const creditsKind = ({ grants, book }: Deps): NoticeKind => ({
  title: 'Few credits for the patent office are left',
  group: 'Patents',
  icon: 'warning',
  audience: 'staff',
  usual: { page: true, mail: 'at-once' },
  mailEvery: 60,
  why: { manages: 'You set up integrations.' },
  events: [creditsLow],
  async of(happened: readonly Delivered[]) {
    const organization = happened[0]?.access.organization;
    if (!organization) return [];
    const managers = await grants.holders(organization, null, manageIntegrations);
    return happened.flatMap(({ event }) =>
      managers.map((to) => ({
        event: event.id,
        to,
        why: 'manages',
        subject: { type: 'patent-credits', id: organization },
        workspace: null,
      })),
    );
  },
  async tell(reader, _places, notices) {
    if (!reader.can(manageIntegrations)) return new Map();
    const { left, quota } = await book.balance({ organization: reader.organization, audience: 'staff' });
    return new Map(
      notices.map(({ id }): [string, NoticeText] => [
        id,
        {
          text: null,
          excerpt: `${left} of ${quota} in this month`,
          isInternal: false,
          subject: {
            title: 'Patent office',
            about: 'Credits',
            workspaceId: null,
            path: 'settings/integrations',
          },
        },
      ]),
    );
  },
});
