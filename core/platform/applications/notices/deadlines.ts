/** What officers hear of the time that a decision takes: its deadline is near or over, and another one must approve. */
import type { Clock, Database, Delivered, UserId } from '@dossier/sdk';
import type { AccessAdministration } from '../../access/contract.ts';
import type { Concerned, NoticeKind } from '../../notices/contract.ts';
import type { Templates } from '../../templates/contract.ts';
import type { Tenancy } from '../../tenancy/contract.ts';
import { approvedOnce, dueSoon, overdue } from '../../workflow/contract.ts';
import type { Card, Cards } from '../cards/contract.ts';
import { applicationChanged, readApplications } from '../contract.ts';
import { selectRows } from '../rows.ts';
import { decides, endedBy, tellOfApplications, untilDecided, whoseWork, whyWork } from './contract.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly grants: Pick<AccessAdministration, 'holders' | 'holdersInRole'>;
  readonly templates: Pick<Templates, 'version'>;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly cards: Cards;
}

const why = { ...whyWork, role: 'What is late is brought before your role.' };

export function deadlineKinds({ database, clock, grants, templates, tenancy, cards }: Deps) {
  /** The application of an event, with who works on it now. */
  const applicationOf = ({ event, access }: Delivered) =>
    event.organization === null
      ? undefined
      : database.read({ organization: event.organization, audience: 'staff' }, (tx) =>
          selectRows(tx, event.organization!)
            .select('templateVersion')
            .where('application.id', '=', event.subject.id)
            .executeTakeFirst()
            .then((row) => row && { row, access }),
        );

  /** Who works on it, or else who gives it to somebody; of what is late those of a role, where a template names one. */
  const concerned = (toRole: boolean) => async (happened: readonly Delivered[]) => {
    const all = await Promise.all(
      happened.map(async (one): Promise<Concerned[]> => {
        const found = await applicationOf(one);
        if (!found) return [];
        const { event } = one;
        const { workspaceId, templateId, templateVersion, assignees } = found.row;
        const organization = event.organization!;
        const { key } = event.payload as { readonly key: string };
        const { workflow } = await templates.version(organization, templateId, templateVersion);
        const role = toRole ? workflow.find((step) => step.key === key)?.escalateTo : undefined;
        const heard =
          role === undefined
            ? await whoseWork(grants, { organization, workspace: workspaceId }, assignees)
            : { why: 'role', to: await grants.holdersInRole(organization, workspaceId, readApplications, role) };
        return heard.to.map((to) => ({
          event: event.id,
          to,
          why: heard.why,
          subject: event.subject,
          workspace: workspaceId,
        }));
      }),
    );
    return all.flat();
  };

  const isPast = (moment: string): boolean => Date.parse(moment) <= clock.time();
  const tell =
    (sentence: (when: string) => string, holds: (dueAt: string) => boolean): NoticeKind['tell'] =>
    async (reader, places, notices) => {
      const organization = await tenancy.organization(reader.organization);
      const said = (_notice: unknown, { dueAt }: Card): string | false =>
        dueAt !== null && organization !== null && holds(dueAt) && sentence(whenIn(dueAt, organization.timeZone));
      return tellOfApplications(cards, 'staff', said)(reader, places, notices);
    };

  return {
    dueSoon: {
      title: 'A deadline is near',
      group: 'Deadlines',
      icon: 'clock',
      audience: 'staff',
      usual: { page: true, mail: 'at-once' },
      why,
      events: [dueSoon],
      of: concerned(false),
      ends: {
        events: [overdue, applicationChanged],
        of: async (happened) =>
          happened.flatMap((one) => (one.event.type === overdue.id || decides(one) ? [endedBy(one)] : [])),
      },
      tell: tell(
        (when) => `To be decided by ${when}`,
        (dueAt) => !isPast(dueAt),
      ),
    },
    overdue: {
      title: 'A deadline has passed',
      group: 'Deadlines',
      icon: 'warning',
      audience: 'staff',
      usual: { page: true, mail: 'at-once' },
      why,
      events: [overdue],
      of: concerned(true),
      ends: untilDecided,
      tell: tell((when) => `Not decided by ${when}`, isPast),
    },
    secondApproval: {
      title: 'An application that you work on needs a second approval',
      group: 'Decisions',
      icon: 'people',
      audience: 'staff',
      usual: { page: true, mail: 'at-once' },
      why: { assignee: why.assignee },
      events: [approvedOnce],
      async of(happened) {
        const all = await Promise.all(
          happened.map(async (one): Promise<Concerned[]> => {
            const found = await applicationOf(one);
            const { id: event, subject } = one.event;
            return (found?.row.assignees ?? []).map((id) => ({
              ...{ event, to: id as UserId, why: 'assignee', subject },
              workspace: found!.row.workspaceId,
            }));
          }),
        );
        return all.flat();
      },
      ends: untilDecided,
      tell: tellOfApplications(cards, 'staff', (_notice, { flags }) => flags.includes('second-approval')),
    },
  } as const satisfies Readonly<Record<string, NoticeKind>>;
}

const whenIn = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(time));
