import {
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  Installation,
  job,
  tenantTable,
  Type,
  Vault,
} from '@dossier/sdk';
import { Mail, mailFailed, mailFiles, mailSent, mailTransports } from './contract.ts';
import { createDelivery } from './delivery.ts';
import { MailMessageEntity } from './entities.ts';
import { createMail } from './mail.ts';
import { migrations } from './migrations/index.ts';
import { smtpTransport } from './smtp.ts';

/** Tried for some hours: half a minute after the first time, then in growing pauses of an hour at most. */
const deliverMail = job('mail/deliver@1', {
  purpose: 'sending an e-mail',
  schema: Type.Object({ messageId: Type.String() }),
  retries: 12,
  backoff: 30,
  limit: 150,
});
/** Settles messages whose job did not come to its end. */
const giveUpMail = job('mail/give-up@1', { schema: Type.Object({}) });
const eraseMail = job('mail/erase@1', { schema: Type.Object({}) });

export default definePlugin({
  id: 'mail',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    vault: Vault,
    installation: Installation,
    transports: all(mailTransports),
    files: all(mailFiles),
  },
  provides: [Mail],
  points: [mailTransports, mailFiles],
  extends: [contributions(mailTransports, 'smtp')],
  events: [mailSent, mailFailed],
  jobs: [deliverMail, giveUpMail, eraseMail],
  schedules: [
    { id: 'mail/give-up', job: giveUpMail, cron: '47 * * * *', timeZone: 'UTC' },
    { id: 'mail/erase', job: eraseMail, cron: '17 3 * * *', timeZone: 'UTC' },
  ],
  config: Type.Object({
    smtpUrl: Type.Optional(
      Type.String({
        format: 'smtp-url',
        secret: true,
        description:
          'Mail server, for example smtp://user:password@mail.example:587. Default: none; a demonstration keeps messages in the mail catcher.',
      }),
    ),
    from: Type.Optional(
      Type.String({
        format: 'email',
        description: 'Address from which messages are sent. Default: no-reply@ the host of PUBLIC_URL.',
      }),
    ),
    timeout: Type.Integer({
      default: 20_000,
      minimum: 100,
      maximum: 60_000,
      description: 'Milliseconds that the mail server may take to be reached, and for each answer.',
    }),
  }),
  // Old messages, and those that wait too long, are looked for in all organizations at once.
  tables: [tenantTable(MailMessageEntity, { jobsMay: ['select', 'delete'] })],
  migrations,
  setup({ database, clock, vault, installation, transports, files }, plugin) {
    const { smtpUrl, from, timeout } = plugin.config;
    const sender = (): string => from ?? `no-reply@${hostOf(installation.publicUrl())}`;
    const delivery = createDelivery({
      database,
      clock,
      vault,
      transports,
      files,
      from: sender,
      events: plugin,
      log: plugin.log,
      system: plugin.asSystem,
    });
    plugin.provide(
      Mail,
      createMail({
        database,
        clock,
        vault,
        transports,
        from: sender,
        enqueue: (access, messageId) => plugin.enqueue(deliverMail, access, { messageId }),
      }),
    );
    if (smtpUrl !== undefined)
      plugin.contribute(mailTransports, 'smtp', { open: 'to members' }, smtpTransport({ url: smtpUrl, timeout }));
    plugin.work(deliverMail, delivery.deliver);
    plugin.work(giveUpMail, delivery.giveUp);
    plugin.work(eraseMail, delivery.erase);
    plugin.ready(() => {
      if (transports.ids().length === 0)
        plugin.log.warn({}, 'No mail server is set up: messages wait for some hours and then fail. Set MAIL_SMTP_URL.');
    });
  },
});

/** Mail servers take names. */
const hostOf = (url: string): string => {
  const { hostname } = new URL(url);
  return /[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost';
};
