/** The e-mail that reminds somebody of a draft before it is deleted. */
import type { Installation, OrganizationAccess, Transaction, UserId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { EmailContent, Mail } from '../mail/contract.ts';
import type { People } from '../people/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { StoredDraft } from './entities.ts';

/**
 * Writes to the owner, in the open transaction; says nothing to who has no verified address, or works no more where the
 * draft was begun, and could not open it.
 */
export type Reminding = (
  tx: Transaction,
  access: OrganizationAccess,
  draft: StoredDraft,
  expiresAt: Date,
) => Promise<void>;

interface Deps {
  readonly administration: AccessAdministration;
  readonly installation: Installation;
  readonly mail: Mail;
  readonly people: People;
  readonly templates: Templates;
  readonly tenancy: Tenancy;
}

export const reminding =
  ({ administration, installation, mail, people, templates, tenancy }: Deps): Reminding =>
  async (tx, access, draft, expiresAt) => {
    const { organizationId, ownerId, workspaceId, templateId, templateVersion } = draft;
    const [owner, organization] = [
      await people.user(ownerId as UserId, tx),
      await tenancy.organization(organizationId, tx),
    ];
    if (!owner?.emailVerified || !mail.isAddress(owner.email) || !organization) return;
    const places = await administration.workspacesOf(organizationId, owner.id);
    if (!places.some((place) => place === workspaceId)) return;
    const { name } = await templates.version(organizationId, templateId, templateVersion);
    const logo = await tenancy.logo(organizationId);
    const { subject, ...content } = reminderEmail({
      organization: organization.name,
      template: name,
      url: `${installation.publicUrl()}/p/${organization.slug}/w/${workspaceId}/apply/${draft.id}`,
      expiresAt,
      timeZone: organization.timeZone,
    });
    const sender = {
      ...organization,
      logo: logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`,
    };
    await mail.send(access, {
      to: { name: owner.name, address: owner.email },
      from: organization.name,
      subject,
      ...mail.compose(sender, content),
      kind: 'draft-reminder',
    });
  };

/** What the owner of a draft reads. */
const reminderEmail = (o: {
  readonly organization: string;
  readonly template: string;
  readonly url: string;
  readonly expiresAt: Date;
  readonly timeZone: string;
}): EmailContent & { readonly subject: string } => {
  const day = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: o.timeZone,
  }).format(o.expiresAt);
  return {
    subject: `Your application for ${o.template} is not sent yet`,
    title: `You have not sent your application for ${o.template}`,
    paragraphs: [
      `You began it at ${o.organization}. It is kept as you left it until ${day}; then it is deleted, with its files.`,
      'Go on with it, or save it again, and it is kept for longer. If you do not need it any more, you need not do anything.',
    ],
    action: { label: 'Go on with it', url: o.url },
    notes: ['This is the only reminder.'],
  };
};
