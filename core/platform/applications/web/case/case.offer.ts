/** What may be done with a case, for who asks by the palette, and the keys of its page. */
import type { KeyGroup, PageOffer } from '@dossier/sdk/web';
import type { Application } from '../types.ts';

const keys: KeyGroup = {
  title: 'On a case',
  keys: [
    [[']', '['], 'Next, previous case of the list'],
    [['U'], 'Back to the list'],
    [['D'], 'Documents'],
    [['W'], 'Answers'],
    [['C'], 'Comments'],
    [['A'], 'Activity'],
    [['P'], 'People, to take, hand over or give back'],
  ],
  note: 'Approve and Reject have no key: a slip must not decide a case.',
};

interface Does {
  readonly decide: (kind: 'approve' | 'reject') => unknown;
  /** Null for who has it already, or may not. */
  readonly take: (() => unknown) | null;
  /** Null where there are no comments, or they are open. */
  readonly comment: (() => unknown) | null;
  readonly activity: () => unknown;
}

export function caseOffer(application: Application, { decide, take, comment, activity }: Does): PageOffer {
  const { id, can, number, applicantName } = application;
  return {
    about: number,
    record: { type: 'application', id },
    words: applicantName,
    actions: [
      ...(can.includes('approve')
        ? [{ title: 'Approve', icon: 'check', note: 'asks first', run: () => decide('approve') }]
        : []),
      ...(can.includes('reject')
        ? [{ title: 'Reject', icon: 'cross', note: 'asks first', run: () => decide('reject') }]
        : []),
      ...(take ? [{ title: 'Take it', icon: 'person', run: take }] : []),
      ...(comment ? [{ title: 'Comment', icon: 'chat', keys: ['C'], run: comment }] : []),
      { title: 'What happened', icon: 'pulse', keys: ['A'], run: activity },
    ],
    keys: [keys],
  };
}
