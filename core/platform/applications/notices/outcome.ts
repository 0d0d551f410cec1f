/** What people hear of how an application ended: its client of the decision, and who worked on it of both ways. */
import { isAtWorkspace } from '@dossier/sdk';
import type { Delivered, UserId } from '@dossier/sdk';
import type { AccessAdministration } from '../../access/contract.ts';
import type { Concerned, NoticeKind } from '../../notices/contract.ts';
import type { CaseStatus } from '../../workflow/contract.ts';
import type { Cards } from '../cards/contract.ts';
import { applicationChanged } from '../contract.ts';
import { tellOfApplications, whoseWork, whyWork } from './contract.ts';

interface Changed {
  readonly row: { readonly status: string; readonly assignees: readonly UserId[] };
  readonly clients: readonly UserId[];
}

interface Heard {
  readonly why: string;
  readonly to: readonly UserId[];
}

/** Those whom a change to one of these concerns. What came of it since is in the text. */
const whenever =
  (as: 'staff' | 'client', statuses: readonly CaseStatus[], whom: (one: Delivered) => Heard | Promise<Heard>) =>
  async (happened: readonly Delivered[]): Promise<readonly Concerned[]> => {
    const all = await Promise.all(
      happened.map(async (one): Promise<readonly Concerned[]> => {
        const { event } = one;
        const { status } = (event.after ?? {}) as { readonly status?: string };
        if (!statuses.some((some) => some === status)) return [];
        const { why, to } = await whom(one);
        return to.map((id) => ({
          event: event.id,
          to: id,
          why,
          subject: event.subject,
          workspace: as === 'staff' ? event.workspace : null,
        }));
      }),
    );
    return all.flat();
  };
const clients = ({ event }: Delivered): Heard => ({ why: 'client', to: (event.payload as Changed).clients });
const assignees = ({ event }: Delivered): Heard => ({ why: 'assignee', to: (event.payload as Changed).row.assignees });

const assignee = { assignee: 'You worked on this application.' };

export function outcomeKinds(cards: Cards, grants: Pick<AccessAdministration, 'holders'>) {
  return {
    decided: {
      title: 'Your application is decided',
      group: 'Decisions',
      icon: 'check',
      audience: 'client',
      usual: { page: true, mail: 'at-once' },
      insists: true,
      why: { client: 'It is your application.' },
      events: [applicationChanged],
      of: whenever('client', ['Approved', 'Rejected'], clients),
      tell: tellOfApplications(cards, 'client', (_notice, { state }) =>
        state === 'Approved'
          ? 'Your application was approved'
          : state === 'Rejected'
            ? 'Your application was rejected'
            : null,
      ),
    },

    decidedByOthers: {
      title: 'Somebody else decides an application that you work on',
      group: 'Decisions',
      icon: 'check',
      audience: 'staff',
      usual: { page: true, mail: 'off' },
      why: assignee,
      events: [applicationChanged],
      of: whenever('staff', ['Approved', 'Rejected'], assignees),
      tell: tellOfApplications(cards, 'staff', ({ by }, { state }) =>
        state === 'Approved' || state === 'Rejected' ? `${state} by ${by?.name ?? 'the system'}` : null,
      ),
    },

    withdrawn: {
      title: 'A client withdraws an application that you work on',
      group: 'Decisions',
      icon: 'leave',
      audience: 'staff',
      usual: { page: true, mail: 'at-once' },
      why: { ...assignee, gives: whyWork.gives },
      events: [applicationChanged],
      of: whenever('staff', ['Withdrawn'], (one) =>
        isAtWorkspace(one.access)
          ? whoseWork(grants, one.access, (one.event.payload as Changed).row.assignees)
          : assignees(one),
      ),
      tell: tellOfApplications(cards, 'staff', (_notice, { state }) =>
        state === 'Withdrawn' ? 'Withdrawn by the client' : null,
      ),
    },
  } as const satisfies Readonly<Record<string, NoticeKind>>;
}
