import type { Delivered, UserId } from '@dossier/sdk';
import type { NoticeKind } from '../../notices/contract.ts';
import type { Cards } from '../cards/contract.ts';
import { applicationAssigned, applicationChanged, applicationReleased } from '../contract.ts';
import { decides, endedBy, tellOfApplications } from './contract.ts';

const officerIn = ({ event }: Delivered): UserId => (event.payload as { readonly userId: UserId }).userId;

/** Somebody is given an application to work on, or it is taken from them. The one waits until the other, or its end. */
export const assignedKind = (cards: Cards): NoticeKind => ({
  title: 'An application is given to you, or taken from you',
  group: 'Given to me',
  icon: 'person',
  audience: 'staff',
  usual: { page: true, mail: 'off' },
  why: {
    given: 'You are an assignee of this application.',
    taken: 'You were an assignee of this application.',
  },
  events: [applicationAssigned, applicationReleased],
  of: async (happened) =>
    happened.map((one) => ({
      event: one.event.id,
      to: officerIn(one),
      why: one.event.type === applicationAssigned.id ? 'given' : 'taken',
      subject: one.event.subject,
      workspace: one.event.workspace,
    })),
  ends: {
    events: [applicationAssigned, applicationReleased, applicationChanged],
    of: async (happened) =>
      happened.flatMap((one) =>
        one.event.type === applicationChanged.id
          ? decides(one)
            ? [endedBy(one, { why: 'given' })]
            : []
          : [{ ...endedBy(one), of: officerIn(one) }],
      ),
  },
  tell: tellOfApplications(cards, 'staff', ({ why, by }) =>
    why === 'given' ? `Given to you by ${by?.name ?? 'the system'}` : `Taken from you by ${by?.name ?? 'the system'}`,
  ),
});
