import type { Database, Installation, OrganizationAccess, Transaction } from '@dossier/sdk';
import { viewReports } from '@dossier/core/platform/access/contract';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { Mail } from '@dossier/core/platform/mail/contract';
import type { People } from '@dossier/core/platform/people/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { ReportTables } from '../entities.ts';
import type { Selected } from './reply.ts';

interface Deps {
  readonly database: Database;
  readonly grants: AccessAdministration;
  readonly people: People;
  readonly tenancy: Tenancy;
  readonly mail: Mail;
  readonly installation: Installation;
}

/**
 * Tells the recipients of a schedule that its report is there. The letter holds a link and nothing of the report: who opens it signs in and is asked
 * for his rights then. Who may no longer view reports is not told.
 */
export const runLetters = ({ database, grants, people, tenancy, mail, installation }: Deps) => async (access: OrganizationAccess, run: Selected): Promise<(tx: Transaction) => Promise<void>> => {
  const { scheduleId } = run;
  if (scheduleId === null) return async () => undefined;
  const schedule = await database.read(access, (tx) => tx.sql<ReportTables>().selectFrom('report_schedule').select(['name', 'recipients']).where('organizationId', '=', access.organization).where('id', '=', scheduleId).executeTakeFirst());
  const organization = await tenancy.organization(access.organization);
  if (!schedule || !organization) return async () => undefined;
  const holders = new Set(await grants.holders(access.organization, run.workspaceId, viewReports));
  const readers = [...(await people.users(schedule.recipients.filter((id) => holders.has(id)))).values()].filter(({ email, emailVerified }) => emailVerified && mail.isAddress(email));
  const logo = await tenancy.logo(access.organization);
  const letter = mail.compose({ ...organization, logo: logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}` }, {
    title: run.definition.title,
    paragraphs: [`The report "${schedule.name}" has been made.`, ...(run.late ? ['It was made later than planned, because the service was not running at its time.'] : [])],
    action: { label: 'Open the report', url: `${installation.publicUrl()}/p/${organization.slug}/w/${run.workspaceId}/reports/runs/${run.id}` },
    notes: ['The link works for you alone, after you have signed in, as long as you may view reports.'],
  });
  return async () => {
    for (const { name, email } of readers) await mail.send(access, { to: { name, address: email }, from: organization.name, subject: `${schedule.name}: ${run.definition.title}`, ...letter, kind: 'report-ready' });
  };
};
