import { concernedBy } from '@dossier/sdk';
import type { NoticeKind } from '../../notices/contract.ts';
import type { Cards } from '../cards/contract.ts';
import { applicationAssigned, applicationChanged, applicationReleased } from '../contract.ts';
import { decides, endedBy, tellOfApplications } from './contract.ts';

const handedOver = [applicationAssigned, applicationReleased];

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
  events: handedOver,
  ends: {
    events: [...handedOver, applicationChanged],
    of: async (happened) =>
      happened.flatMap((one) => {
        if (one.event.type === applicationChanged.id) return decides(one) ? [endedBy(one, { why: 'given' })] : [];
        const officers = ['given', 'taken'].flatMap((why) => concernedBy(handedOver, one.event, why));
        return officers.map((of) => ({ ...endedBy(one), of }));
      }),
  },
  tell: tellOfApplications(cards, 'staff'),
});
