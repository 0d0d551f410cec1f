import { isInOrganization, reasonOf, storable } from '@dossier/sdk';
import type {
  Clock,
  Contributions,
  Database,
  Emits,
  JobRun,
  Log,
  OrganizationAccess,
  SystemAccess,
  Vault,
} from '@dossier/sdk';
import { mailFailed, mailSent } from './contract.ts';
import type { DeliveryState, FileReference, MailFile, MailFiles, MailMessage, MailTransport } from './contract.ts';
import type { MailTables } from './entities.ts';
import { openContent } from './mail.ts';
import { transportOf } from './serving.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly transports: Contributions<MailTransport>;
  readonly files: Contributions<MailFiles>;
  /** Address from which the installation sends. */
  readonly from: () => string;
  readonly events: Emits<typeof mailSent | typeof mailFailed>;
  readonly log: Log;
  readonly system: SystemAccess;
}

/**
 * A message that waits for longer has lost its job, for example by a process that died at the last try. All tries take
 * some hours; the rest is for an installation that was off and has to catch up.
 */
const tried = 3 * 24 * 60 * 60_000;

/** How long what became of a message can be asked, and how long one that failed can be sent again. */
const kept = 7 * 24 * 60 * 60_000;

/**
 * Sends what was written down. At least once: after a crash between sending and noting it a message goes out again,
 * under the same Message-ID.
 */
export function createDelivery({ database, clock, vault, transports, files, from, events, log, system }: Deps) {
  const settle = (
    access: OrganizationAccess,
    id: string,
    kind: string,
    state: Exclude<DeliveryState, 'queued'>,
    reason: string | null,
  ): Promise<void> =>
    database.write(access, async (tx) => {
      const found = await tx
        .sql<MailTables>()
        .selectFrom('mail_message')
        .select('state')
        .where('organizationId', '=', access.organization)
        .where('id', '=', id)
        .where('state', 'in', ['queued', 'failed'])
        .forUpdate()
        .executeTakeFirst();
      if (!found) return;
      // An operator who looks into the dead letters may want to send it again; sent and rejected ones are of no use to
      // anybody.
      await tx
        .sql<MailTables>()
        .updateTable('mail_message')
        .set({ state, reason, settledAt: clock.now().toISOString(), ...(state === 'failed' ? {} : { sealed: null }) })
        .where('organizationId', '=', access.organization)
        .where('id', '=', id)
        .execute();
      const change = {
        subject: { type: 'mail', id },
        before: { state: found.state },
        after: { state, ...(reason === null ? {} : { reason }) },
      };
      if (reason === null) events.emit(mailSent, access, change, { kind });
      else events.emit(mailFailed, access, change, { kind, reason });
    });

  const filesOf = async (
    access: OrganizationAccess,
    wanted: readonly FileReference[],
  ): Promise<readonly MailFile[]> => {
    const found = await Promise.all(wanted.map(async (file) => files.get(access, file.from)?.load(access, file))).catch(
      (cause: unknown) => {
        throw new Error('A file that goes with the message could not be fetched.', { cause });
      },
    );
    return found.flatMap((file) => file ?? []);
  };

  return {
    async deliver({
      access,
      payload: { messageId: id },
      last,
      signal,
    }: Pick<JobRun<{ messageId: string }>, 'access' | 'payload' | 'last' | 'signal'>): Promise<void> {
      if (!isInOrganization(access)) return;
      const { organization } = access;
      const row = await database.read(access, (tx) =>
        tx
          .sql<MailTables>()
          .selectFrom('mail_message')
          .selectAll()
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      if (!row || row.sealed === null) return;
      try {
        const content = openContent(vault, organization, id, row.sealed);
        const message: MailMessage = {
          ...content,
          id,
          organization,
          kind: row.kind,
          from: { name: content.from, address: from() },
          files: await filesOf(access, content.files ?? []),
        };
        const answer = await transportOf(transports, access).send(message, signal);
        await (answer.outcome === 'sent'
          ? settle(access, id, row.kind, 'sent', null)
          : settle(access, id, row.kind, 'rejected', storable(answer.reason, 1000)));
      } catch (error) {
        if (last) await settle(access, id, row.kind, 'failed', reasonOf(error));
        throw error;
      }
    },

    /**
     * Settles messages of all organizations that nobody tries any more. One whose job comes back after all, or is sent
     * again by hand, can still become sent.
     */
    async giveUp(): Promise<void> {
      const lost = await database.lookUp((tx) =>
        tx
          .sql<MailTables>()
          .selectFrom('mail_message')
          .select(['organizationId', 'id', 'kind'])
          .where('state', '=', 'queued')
          .where('createdAt', '<', new Date(clock.time() - tried).toISOString())
          .orderBy('createdAt')
          .limit(1000)
          .execute(),
      );
      for (const { organizationId, id, kind } of lost) {
        try {
          await settle(
            await system(organizationId),
            id,
            kind,
            'failed',
            'The message could not be sent for hours, and the last try was broken off.',
          );
        } catch (error) {
          // One organization that fails must not keep the others waiting.
          log.error(
            { organization: organizationId, message: id, reason: reasonOf(error) },
            'A message that waits too long could not be settled; it is tried again in an hour.',
          );
        }
      }
    },

    /** Forgets old messages of all organizations. */
    erase: (): Promise<void> =>
      database.lookUp(async (tx) => {
        await tx
          .sql<MailTables>()
          .deleteFrom('mail_message')
          .where('createdAt', '<', new Date(clock.time() - kept).toISOString())
          .execute();
      }),
  };
}
