import type { Database, Installation, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { Sentences } from '@dossier/core/platform/audit/contract';
import type { Mail } from '@dossier/core/platform/mail/contract';
import type { People } from '@dossier/core/platform/people/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { runChanged } from '../contract.ts';
import type { ReportTables } from '../entities.ts';
import { ATTACHED, mayLeave } from './attachments.ts';
import type { Selected } from './reply.ts';
import { readersOf } from '../audience.ts';

interface Deps {
  readonly database: Database;
  readonly grants: AccessAdministration;
  readonly people: People;
  readonly tenancy: Tenancy;
  readonly mail: Mail;
  readonly installation: Installation;
  readonly sentences: Sentences;
  /** Megabytes that a file may have that goes with an e-mail; 0 for none at all. */
  readonly attachUpTo: (organization: OrganizationId) => Promise<number>;
}

/** What is read of a run for its e-mails. */
type Of = Pick<Selected, 'id' | 'workspaceId' | 'scheduleId' | 'late'> & {
  readonly definition: Pick<Selected['definition'], 'title'>;
};

/**
 * E-mails of scheduled runs. They are prepared outside of the transaction that ends the run, and written in it: once,
 * or not at all. A run on demand has none.
 */
export interface RunEmails {
  /**
   * Notifies the recipients that the report is ready. The e-mail holds a link: they sign in to open it, and their
   * rights are checked then. Nothing of the report is attached, unless the organization allows files of this `size`
   * (bytes). Members who may no longer view reports get no e-mail.
   */
  ready(access: OrganizationAccess, run: Of, size: number): Promise<(tx: Transaction) => Promise<void>>;
  /** Tells who set the schedule up why its report was not made. */
  failed(access: OrganizationAccess, run: Of, reason: string): Promise<(tx: Transaction) => Promise<void>>;
}

export function runEmails(deps: Deps): RunEmails {
  const { database, grants, people, tenancy, mail, installation, sentences, attachUpTo } = deps;
  /** The words of the event that is about to be logged. */
  const words = async (access: OrganizationAccess, run: Of, state: 'done' | 'failed'): Promise<string> => {
    const [told = ''] = await sentences.told(access, [
      {
        event: {
          type: runChanged.id,
          subject: { type: 'report-run', id: run.id },
          organization: access.organization,
          workspace: run.workspaceId,
          actor: access.actor,
          before: null,
          after: { state },
          payload: { state },
        },
        why: state === 'done' ? 'receives' : 'planned',
        as: 'staff',
      },
    ]);
    return told;
  };

  const scheduleOf = ({ organization }: OrganizationAccess, id: string) =>
    database.read(organization, (tx) =>
      tx
        .sql<ReportTables>()
        .selectFrom('report_schedule')
        .select(['name', 'recipients', 'ownerId'])
        .where('organizationId', '=', organization)
        .where('id', '=', id)
        .executeTakeFirst(),
    );

  type Schedule = NonNullable<Awaited<ReturnType<typeof scheduleOf>>>;
  interface Words {
    readonly kind: string;
    readonly subject: string;
    readonly title: string;
    readonly paragraphs: readonly string[];
    readonly action: string;
    readonly page: string;
    readonly notes?: readonly string[];
    readonly attached?: boolean;
  }
  const writeEmail = async (
    access: OrganizationAccess,
    run: Of,
    wording: (schedule: Schedule) => Promise<Words & { readonly to: readonly string[] }>,
  ): Promise<(tx: Transaction) => Promise<void>> => {
    const { organization: id } = access;
    const [schedule, organization] = await Promise.all([
      run.scheduleId === null ? undefined : scheduleOf(access, run.scheduleId),
      tenancy.organization(id),
    ]);
    if (!schedule || !organization) return async () => undefined;
    const { to, kind, subject, action, page, title, paragraphs, notes, attached = false } = await wording(schedule);
    const readers = [...(await people.users(to)).values()].filter(
      ({ email, emailVerified }) => emailVerified && mail.isAddress(email),
    );
    const logo = await tenancy.logo(id);
    const composed = mail.compose(
      {
        ...organization,
        logo: logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`,
      },
      {
        title,
        paragraphs: [...paragraphs],
        action: {
          label: action,
          url: `${installation.publicUrl()}/p/${organization.slug}/w/${run.workspaceId}/reports/${page}`,
        },
        ...(notes ? { notes: [...notes] } : {}),
      },
    );
    return async () => {
      for (const { id: reader, name, email } of readers) {
        await mail.send(access, {
          to: { name, address: email },
          from: organization.name,
          subject,
          ...composed,
          kind,
          ...(attached ? { files: [{ from: ATTACHED, id: run.id, reader }] } : {}),
        });
      }
    };
  };

  return {
    ready: (access, run, size) =>
      writeEmail(access, run, async ({ name, recipients }) => {
        const attached = mayLeave(size, await attachUpTo(access.organization));
        const holders = new Set(await readersOf(grants, access.organization, run.workspaceId));
        return {
          to: recipients.filter((one) => holders.has(one)),
          kind: 'report-ready',
          subject: `${name}: ${run.definition.title}`,
          title: run.definition.title,
          action: 'Open the report',
          page: `runs/${run.id}`,
          attached,
          paragraphs: [
            `${await words(access, run, 'done')}.${attached ? ' It is attached.' : ''}`,
            ...(run.late ? ['It was made later than planned, because the service was not running at its time.'] : []),
          ],
          notes: [
            'The link works for you alone, after you have signed in, as long as you may view reports.',
            ...(attached ? ['The attached file is not protected any more: anyone who has it can read it.'] : []),
          ],
        };
      }),
    failed: (access, run, reason) =>
      writeEmail(access, run, async ({ name, ownerId }) => {
        const title = await words(access, run, 'failed');
        return {
          to: [ownerId],
          kind: 'report-failed',
          subject: `${title}: ${name}`,
          title,
          action: 'Open the schedules',
          page: 'schedules',
          paragraphs: [`It is "${name}", which you set up.`, reason],
        };
      }),
  };
}
