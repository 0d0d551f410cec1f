import { isRecord } from '@dossier/sdk';
import type { Delivered, LoggedEvent, OrganizationId, UserId, WorkspaceId } from '@dossier/sdk';
import type { AccessAdministration } from '../../access/contract.ts';
import type { Ended, Notice, NoticeKind, NoticeText } from '../../notices/contract.ts';
import { decidedStatuses } from '../../workflow/contract.ts';
import type { Card, Cards } from '../cards/contract.ts';
import { applicationChanged, assignApplications } from '../contract.ts';

/**
 * Notices about applications, below the application as the reader finds it: in the words of their event, or in those
 * that a kind gives. Nothing is said to who does not meet it as this, nor where it holds no more (`false`).
 */
export const tellOfApplications =
  (
    cards: Cards,
    as: Card['as'],
    sentence: (notice: Notice, card: Card) => string | boolean = () => true,
    tab = '',
  ): NoticeKind['tell'] =>
  async (reader, places, notices) => {
    const known = await cards.of(
      reader,
      places,
      notices.map(({ subject }) => subject.id),
    );
    const told = new Map<string, NoticeText>();
    for (const notice of notices) {
      const card = known.get(notice.subject.id);
      const said = card?.as === as && sentence(notice, card);
      if (card && said !== false)
        told.set(notice.id, {
          text: said === true ? null : said,
          excerpt: null,
          isInternal: false,
          subject: { ...card, about: `${card.about} · ${card.state}`, path: `${card.path}${tab}` },
        });
    }
    return told;
  };

/** Why somebody of the staff hears of an application, by the keys of {@link whoseWork}. */
export const whyWork = {
  assignee: 'You are an assignee of this application.',
  gives: 'Nobody works on this application, and you give applications to others.',
} as const;

/** Who works on an application; of one that nobody works on those who give applications to others there. */
export const whoseWork = async (
  grants: Pick<AccessAdministration, 'holders'>,
  { organization, workspace }: { readonly organization: OrganizationId; readonly workspace: WorkspaceId },
  assignees: readonly UserId[],
): Promise<{ readonly why: keyof typeof whyWork; readonly to: readonly UserId[] }> =>
  assignees.length > 0
    ? { why: 'assignee', to: assignees }
    : { why: 'gives', to: await grants.holders(organization, workspace, assignApplications) };

/** Notices of a record that are of events before this one wait no more. */
export const endedBy = ({ event }: Delivered, o: { why?: string } = {}): Ended => ({
  subject: event.subject,
  before: event.id,
  ...o,
});

/** Of a decided case there is nothing left to do: what asked for it waits no more. */
export const untilDecided = {
  events: [applicationChanged],
  of: async (happened) => happened.filter(decides).map((one) => endedBy(one)),
} as const satisfies NoticeKind['ends'];

export const decides = ({ event }: Pick<Delivered, 'event'>): boolean => comesTo(...decidedStatuses)(event);

/** Did an application come to one of these? */
export const comesTo =
  (...statuses: readonly string[]) =>
  ({ after }: Pick<LoggedEvent, 'after'>): boolean =>
    isRecord(after) && statuses.some((one) => one === after['status']);
