/** What the mails say: who did what, and where; never what was written, which is read where it stands. */
import { recordAddress } from '@dossier/sdk';
import type { Installation, OrganizationAccess, Transaction } from '@dossier/sdk';
import type { EmailContent, Mail } from '@dossier/core/platform/mail/contract';
import type { NoticeText } from '@dossier/core/platform/notices/contract';
import type { User } from '@dossier/core/platform/people/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';

/** Records that the mail of a day names. */
const NAMED = 20;

interface Deps {
  readonly installation: Installation;
  readonly mail: Mail;
  readonly tenancy: Pick<Tenancy, 'organization' | 'logo'>;
}
interface To {
  readonly access: OrganizationAccess;
  readonly person: User;
}
/** What the mail of a day says of one record. */
export interface OfRecord {
  readonly subject: NoticeText['subject'];
  readonly texts: readonly string[];
}

export type Letters = ReturnType<typeof letters>;

export function letters({ installation, mail, tenancy }: Deps) {
  const send = async (
    tx: Transaction,
    { access, person }: To,
    kind: string,
    content: (o: {
      readonly name: string;
      readonly at: (subject: Pick<NoticeText['subject'], 'workspaceId' | 'path'>) => string;
    }) => EmailContent & { readonly subject: string },
  ): Promise<void> => {
    const organization = await tenancy.organization(access.organization, tx);
    if (!organization) return;
    const logo = await tenancy.logo(access.organization);
    const { subject, ...said } = content({
      name: organization.name,
      at: ({ workspaceId, path }) =>
        `${installation.publicUrl()}${recordAddress(organization.slug, workspaceId, path)}`,
    });
    await mail.send(access, {
      to: { name: person.name, address: person.email },
      from: organization.name,
      subject,
      ...mail.compose(
        {
          ...organization,
          logo: logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`,
        },
        {
          ...said,
          notes: [
            'What reaches you by e-mail is your choice, under Notifications. Answers to this e-mail reach nobody.',
          ],
        },
      ),
      kind,
    });
  };

  return {
    /** Can anything be sent to this person? */
    reaches: (person: User): boolean => person.emailVerified && mail.isAddress(person.email),

    /** Of one record, what was noted of one kind. */
    atOnce: (tx: Transaction, to: To, kind: string, { subject, texts }: OfRecord): Promise<void> =>
      send(tx, to, `notice-${kind}`, ({ at }) => ({
        subject: `${texts[0] ?? ''}: ${subject.title}`,
        title: texts[0] ?? '',
        paragraphs: [...texts.slice(1), `${subject.title}, ${subject.about}`],
        action: { label: 'Open it', url: at(subject) },
      })),

    daily: (tx: Transaction, to: To, records: readonly OfRecord[]): Promise<void> =>
      send(tx, to, 'notice-daily', ({ name, at }) => ({
        subject: `What is new for you at ${name}`,
        title: 'What is new for you',
        paragraphs: [
          ...records
            .slice(0, NAMED)
            .map(({ subject, texts }) => `${subject.title}, ${subject.about}: ${texts.map(asPart).join('; ')}.`),
          ...(records.length > NAMED ? [`And more of ${records.length - NAMED} others.`] : []),
        ],
        action: { label: 'Open your notifications', url: at({ workspaceId: null, path: 'notifications' }) },
      })),
  };
}

/** Of a sentence that several stand in. */
const asPart = (text: string): string => text.replace(/\.$/, '');
