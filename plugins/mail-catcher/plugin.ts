import {
  all,
  Clock,
  contributions,
  definePlugin,
  emailText,
  idText,
  inOrganization,
  Installation,
  momentText,
  notFound,
  permission,
  Type,
} from '@dossier/sdk';
import type { Access } from '@dossier/sdk';
import { mailTransports } from '@dossier/core/platform/mail/contract';
import { manageOrganization } from '@dossier/core/platform/tenancy/contract';
import { letterBox } from './caught.ts';
import type { CaughtMessage } from './caught.ts';
import { mailPage } from './page.ts';

/** Held by the operator of the installation alone. */
const readAllMail = permission('mail-catcher.read', {
  title: 'Read the caught mail of all organizations',
  scope: 'installation',
});

const Mailbox = Type.Object({ name: Type.String(), address: emailText() });
/** The host of a demonstration may have no name, so that its address is none that mail could be sent to. */
const Sender = Type.Object({
  name: Type.String(),
  address: Type.String({ description: 'As MAIL_FROM has it, or no-reply at the host of the installation.' }),
});
const Messages = Type.Array(
  Type.Object(
    {
      id: idText(),
      kind: Type.String(),
      from: Sender,
      to: Mailbox,
      subject: Type.String(),
      text: Type.String(),
      html: Type.String(),
      files: Type.Array(Type.Object({ name: Type.String(), contentType: Type.String(), size: Type.Integer() })),
      caughtAt: momentText(),
    },
    { title: 'CaughtMessage' },
  ),
);

const noMail = { 404: 'This is no demonstration, or it sends its mail' } as const;

export default definePlugin({
  id: 'mail-catcher',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { clock: Clock, installation: Installation, transports: all(mailTransports) },
  extends: [contributions(mailTransports, 'catcher')],
  permissions: [readAllMail],
  routes: {
    page: {
      method: 'GET',
      url: '/mail',
      gate: inOrganization({ permission: manageOrganization }),
      summary: 'Mail of the demonstration, as a page',
      media: ['text/html'],
      problems: noMail,
    },
    list: {
      method: 'GET',
      url: '/api/v1/dev/mail',
      gate: inOrganization({ permission: manageOrganization }),
      summary: 'Messages of the organization that a demonstration kept instead of sending them, newest first',
      reply: Messages,
      problems: noMail,
    },
    all: {
      method: 'GET',
      url: '/api/v1/installation/dev/mail',
      gate: { scope: 'installation', permission: readAllMail },
      summary: 'Messages of all organizations that a demonstration kept, newest first',
      reply: Messages,
      problems: noMail,
    },
  },
  setup({ clock, installation, transports }, plugin) {
    const box = letterBox(() => clock.now());
    const serves = installation.demo;
    // Mail of a real installation waits for its server and is never shown.
    if (serves) plugin.contribute(mailTransports, 'catcher', { open: 'to members' }, box.transport);
    const messages = (access: Access, organization: string | null): readonly CaughtMessage[] => {
      if (!serves || transports.list(access).some(({ value }) => value.standIn !== true)) throw notFound();
      return box.messages(organization);
    };
    const shown = ({ id, kind, from, to, subject, text, html, files, caughtAt }: CaughtMessage) => ({
      id,
      kind,
      from,
      to,
      subject,
      text,
      html,
      files,
      caughtAt,
    });
    plugin.routes({
      page: ({ access }) => mailPage(messages(access, access.organization), installation.publicUrl()),
      list: ({ access }) => messages(access, access.organization).map(shown),
      all: ({ access }) => messages(access, null).map(shown),
    });
  },
});
