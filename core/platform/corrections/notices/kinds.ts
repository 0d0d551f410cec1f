/** What people hear of corrections: clients that they are asked, and who works on the case that they have answered. */
import { isAtWorkspace, utc } from '@dossier/sdk';
import type { Database, Delivered, EventType, OrganizationAccess, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../../access/contract.ts';
import type { Cards } from '../../applications/cards/contract.ts';
import { applicationChanged } from '../../applications/contract.ts';
import { decides, endedBy, tellOfApplications, whoseWork, whyWork } from '../../applications/notices/contract.ts';
import type { Concerned, NoticeKind } from '../../notices/contract.ts';
import type { Tenancy } from '../../tenancy/contract.ts';
import {
  answerCorrections,
  correctionAsked,
  correctionReminded,
  correctionSent,
  correctionTakenBack,
} from '../contract.ts';
import type { CorrectionState } from '../contract.ts';
import { dayIn } from '../letters.ts';
import type { Meet, Met } from '../meeting.ts';
import { findRound } from '../rows.ts';

interface Deps {
  readonly database: Database;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly meet: Meet;
  readonly cards: Cards;
  readonly grants: Pick<AccessAdministration, 'holders'>;
}

interface Heard {
  readonly why: string;
  readonly to: readonly UserId[];
}

const roundIn = ({ event }: Delivered): string => (event.payload as { readonly correctionId: string }).correctionId;

export function correctionKinds({ database, tenancy, meet, cards, grants }: Deps) {
  /** Those whom a round concerns now, each once for it. */
  const concerned =
    (as: 'staff' | 'client', whom: (met: Met, access: WorkspaceAccess) => Heard | Promise<Heard>) =>
    async (happened: readonly Delivered[]): Promise<readonly Concerned[]> =>
      (
        await Promise.all(
          happened.map(async (one) => {
            const { access, event } = one;
            const met = isAtWorkspace(access) ? await meet(access, event.subject.id) : null;
            const { why, to } = met && isAtWorkspace(access) ? await whom(met, access) : { why: '', to: [] };
            return to.map((id) => ({
              event: event.id,
              to: id,
              why,
              subject: event.subject,
              workspace: as === 'staff' ? event.workspace : null,
              // The office hears once of each round by itself, and until something is done about it.
              ...(as === 'client' ? { once: `correction:${roundIn(one)}` } : {}),
              ids: { correctionId: roundIn(one) },
            }));
          }),
        )
      ).flat();

  /** Of a round that is in another state by now nothing is said: what became of it is the better news. */
  const tell =
    (
      as: 'staff' | 'client',
      state: CorrectionState,
      sentence: (due: string) => string | true,
      may: (places: readonly WorkspaceAccess[]) => boolean = () => true,
    ): NoticeKind['tell'] =>
    async (reader: OrganizationAccess, places, notices) => {
      const { organization: id } = reader;
      const organization = may(places) ? await tenancy.organization(id) : null;
      if (!organization) return new Map();
      const rounds = await database.read(reader, (tx) =>
        Promise.all(notices.map(({ ids }) => findRound(tx, id, ids?.['correctionId'] ?? ''))),
      );
      const due = new Map(
        rounds.flatMap((round) => (round?.state === state ? [[round.id, utc(round.dueAt)] as const] : [])),
      );
      return tellOfApplications(cards, as, ({ ids }) => {
        const at = due.get(ids?.['correctionId'] ?? '');
        return at !== undefined && sentence(dayIn(at, organization.timeZone));
      })(reader, places, notices);
    };

  const over: NoticeKind['ends'] = {
    events: [correctionSent, correctionTakenBack],
    of: async (happened) => happened.map((one) => ({ once: `correction:${roundIn(one)}`, except: [] })),
  };
  const forClient = (title: string, events: readonly EventType<unknown>[]) =>
    ({
      title,
      group: 'Corrections',
      icon: 'warning',
      audience: 'client',
      usual: { page: true, mail: 'at-once' },
      why: { client: 'It is your application.' },
      events,
      of: concerned('client', ({ clients: to }) => ({ why: 'client', to })),
    }) as const;
  const mayAnswer = (places: readonly WorkspaceAccess[]): boolean =>
    places.some((place) => place.can(answerCorrections));

  return {
    asked: {
      ...forClient('We ask you to correct something', [correctionAsked]),
      insists: true,
      ends: over,
      tell: tell('client', 'open', (due) => `Please correct your application by ${due}`, mayAnswer),
    },
    reminded: {
      ...forClient('What we asked you to correct is due soon', [correctionReminded]),
      icon: 'clock',
      ends: over,
      tell: tell('client', 'open', (due) => `Your application waits for you until ${due}`, mayAnswer),
    },
    takenBack: {
      ...forClient('We do not need a correction any more', [correctionTakenBack]),
      icon: 'info',
      tell: tell('client', 'taken-back', () => true),
    },
    sent: {
      title: 'A client corrects what they were asked for',
      group: 'Corrections',
      icon: 'check',
      audience: 'staff',
      usual: { page: true, mail: 'at-once' },
      why: whyWork,
      events: [correctionSent],
      of: concerned('staff', ({ application: { assignees } }, access) => whoseWork(grants, access, assignees)),
      ends: {
        events: [correctionAsked, applicationChanged],
        of: async (happened) =>
          happened.flatMap((one) => (one.event.type === correctionAsked.id || decides(one) ? [endedBy(one)] : [])),
      },
      tell: tell('staff', 'sent', () => true),
    },
  } as const satisfies Readonly<Record<string, NoticeKind>>;
}
