/** What people hear of how an application ended: its client of the decision, and who worked on it of both ways. */
import { concernedBy, isAtWorkspace } from '@dossier/sdk';
import type { Delivered } from '@dossier/sdk';
import type { AccessAdministration } from '../../access/contract.ts';
import type { Concerned, NoticeKind } from '../../notices/contract.ts';
import type { Cards } from '../cards/contract.ts';
import { applicationChanged } from '../contract.ts';
import { comesTo, tellOfApplications, whoseWork, whyWork } from './contract.ts';

const events = [applicationChanged];
const assignee = { assignee: 'You worked on this application.' };
const isDecided = comesTo('Approved', 'Rejected');

export function outcomeKinds(cards: Cards, grants: Pick<AccessAdministration, 'holders'>) {
  /** Those who worked on it, or else those who give applications to others there. */
  const workers = async ({ event, access }: Delivered): Promise<readonly Concerned[]> => {
    const assignees = concernedBy(events, event, 'assignee');
    const { why, to } = isAtWorkspace(access)
      ? await whoseWork(grants, access, assignees)
      : { why: 'assignee', to: assignees };
    const { id, subject, workspace } = event;
    return to.map((one) => ({ event: id, to: one, why, subject, workspace }));
  };

  return {
    decided: {
      title: 'Your application is decided',
      group: 'Decisions',
      icon: 'check',
      audience: 'client',
      usual: { page: true, mail: 'at-once' },
      insists: true,
      why: { client: 'It is your application.' },
      events,
      only: isDecided,
      tell: tellOfApplications(cards, 'client'),
    },

    decidedByOthers: {
      title: 'Somebody else decides an application that you work on',
      group: 'Decisions',
      icon: 'check',
      audience: 'staff',
      usual: { page: true, mail: 'off' },
      why: assignee,
      events,
      only: isDecided,
      tell: tellOfApplications(cards, 'staff'),
    },

    withdrawn: {
      title: 'A client withdraws an application that you work on',
      group: 'Decisions',
      icon: 'leave',
      audience: 'staff',
      usual: { page: true, mail: 'at-once' },
      why: { ...assignee, gives: whyWork.gives },
      events,
      only: comesTo('Withdrawn'),
      of: async (happened) => (await Promise.all(happened.map(workers))).flat(),
      tell: tellOfApplications(cards, 'staff'),
    },
  } as const satisfies Readonly<Record<string, NoticeKind>>;
}
