/** News of an application on its way: for its clients that it came in, for those who work on it that it halted. */
import { concernedBy } from '@dossier/sdk';
import type { NoticeKind } from '../../notices/contract.ts';
import { halted } from '../../workflow/contract.ts';
import { states } from '../cards/cards.ts';
import type { Cards } from '../cards/contract.ts';
import { applicationChanged, applicationReleased, applicationSubmitted } from '../contract.ts';
import { comesTo, endedBy, tellOfApplications, whyWork } from './contract.ts';

const isInReview = comesTo('InReview');

/** Kinds of what happens before a decision: it was received, and it waits for one. */
export const courseKinds = (cards: Cards) =>
  ({
    received: {
      title: 'We have received an application of yours',
      group: 'Applications',
      icon: 'check',
      audience: 'client',
      usual: { page: true, mail: 'off' },
      why: { client: 'It is your application.' },
      events: [applicationSubmitted],
      tell: tellOfApplications(cards, 'client'),
    },

    // The officer who is chosen at that moment hears that it is given to them, and nothing of this.
    halted: {
      title: 'An application that you work on waits for your decision',
      group: 'Decisions',
      icon: 'clock',
      audience: 'staff',
      usual: { page: true, mail: 'at-once' },
      why: { working: whyWork.assignee },
      events: [halted],
      ends: {
        events: [halted, applicationChanged, applicationReleased],
        of: async (happened) =>
          happened.flatMap((one) => {
            const taken = concernedBy([applicationReleased], one.event, 'taken');
            if (one.event.type === applicationReleased.id) return taken.map((of) => ({ ...endedBy(one), of }));
            if (one.event.type === applicationChanged.id) return isInReview(one.event) ? [] : [endedBy(one)];
            // Where nobody worked on it before, nobody waits for what is to be taken back.
            return concernedBy([halted], one.event, 'working').length > 0 ? [endedBy(one)] : [];
          }),
      },
      // The event that ends it may be delivered before that of which it is made.
      tell: tellOfApplications(cards, 'staff', (_notice, { state }) => state === states.InReview),
    },
  }) as const satisfies Readonly<Record<string, NoticeKind>>;
