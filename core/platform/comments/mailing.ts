/** E-mails about comments: to the client of a case, and to who is named. They say who wrote and where, never what. */
import type {
  Clock,
  Database,
  Installation,
  OrganizationAccess,
  SystemAccess,
  Transaction,
  UserId,
} from '@dossier/sdk';
import type { EmailContent, Mail } from '../mail/contract.ts';
import type { People } from '../people/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import type { CommentTables } from './entities.ts';
import type { MayRead, Meeting } from './meeting.ts';
import { mentionsOf } from './rows.ts';
import type { CommentRow, Rows } from './rows.ts';

/** Milliseconds in which a client is written to once about a case, unless they have looked in between. */
const ONCE_IN = 10 * 60_000;

export interface Mailing {
  /** Writes to those whom a comment concerns and who may read it at this moment. Twice asked, it writes once. */
  about(access: OrganizationAccess, commentId: string): Promise<void>;
  /** The client has read the conversation: the next comment is worth an e-mail again. */
  opened(access: OrganizationAccess, applicationId: string): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly people: People;
  readonly tenancy: Tenancy;
  readonly installation: Installation;
  readonly rows: Rows;
  readonly meeting: Meeting;
  readonly asSystem: SystemAccess;
}

export function mailing(deps: Deps): Mailing {
  const { database, clock, mail, people, tenancy, installation, rows, meeting, asSystem } = deps;

  return {
    async about(access, commentId) {
      const { organization } = access;
      const row = await rows.find({ organization, audience: 'staff' }, commentId);
      if (!row || row.removedAt !== null) return;
      const one = await meeting.caseOf(await asSystem(organization, row.workspaceId), row.applicationId);
      if (!one) return;
      const named = await database.read({ organization, audience: 'staff' }, (tx) =>
        mentionsOf(tx, organization, [commentId]),
      );
      const mentioned = named.filter(({ mailedAt }) => mailedAt === null).map(({ userId }) => userId);
      const clients = row.kind === 'external' && row.byStaff ? one.clients : [];
      for (const id of new Set([...mentioned, ...clients])) {
        if (id === row.byId) continue;
        const person = await people.user(id);
        if (!person?.emailVerified || !mail.isAddress(person.email)) continue;
        const may = await meeting.mayRead(organization, one, person, row.kind);
        if (may === null || (may.as === 'staff' && !mentioned.includes(id))) continue;
        await database.write(access, async (tx) => {
          const isNamed = mentioned.includes(id) && (await markNamed(tx, row, id));
          const isDue = may.as === 'client' ? await markMailed(tx, row, id) : isNamed;
          if (!isNamed && !isDue) return;
          await send(tx, access, row, { to: person, may, number: one.application.number, isNamed });
        });
      }
    },

    async opened({ organization, actor }, applicationId) {
      const which = { organizationId: organization, applicationId, userId: actor.id };
      const reader = { organization, audience: 'client' } as const;
      const unread = await database.read(reader, (tx) =>
        tx
          .sql<CommentTables>()
          .selectFrom('comment_reader')
          .select('userId')
          .where(({ and }) => and(which))
          .where('readAt', 'is', null)
          .executeTakeFirst(),
      );
      if (unread)
        await database.write(reader, (tx) =>
          tx
            .sql<CommentTables>()
            .updateTable('comment_reader')
            .set({ readAt: clock.now().toISOString() })
            .where(({ and }) => and(which))
            .execute(),
        );
    },
  };

  /** False when they were written to about it before. */
  async function markNamed(
    tx: Transaction,
    { organizationId, id: commentId }: CommentRow,
    userId: string,
  ): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .sql<CommentTables>()
      .updateTable('comment_mention')
      .set({ mailedAt: clock.now().toISOString() })
      .where(({ and }) => and({ organizationId, commentId, userId }))
      .where('mailedAt', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** False when they were written to about the case a moment ago, and have not looked since. */
  async function markMailed(
    tx: Transaction,
    { organizationId, applicationId }: CommentRow,
    userId: string,
  ): Promise<boolean> {
    const now = clock.now();
    const before = new Date(now.getTime() - ONCE_IN).toISOString();
    const marked = await tx
      .sql<CommentTables>()
      .insertInto('comment_reader')
      .values({ organizationId, applicationId, userId, mailedAt: now.toISOString(), readAt: null })
      .onConflict((on) =>
        on
          .columns(['organizationId', 'applicationId', 'userId'])
          .doUpdateSet({ mailedAt: now.toISOString(), readAt: null })
          .where(({ or, eb }) =>
            or([eb('comment_reader.mailedAt', '<=', before), eb('comment_reader.readAt', 'is not', null)]),
          ),
      )
      .returning('userId')
      .executeTakeFirst();
    return marked !== undefined;
  }

  async function send(
    tx: Transaction,
    access: OrganizationAccess,
    { organizationId, applicationId, byName }: CommentRow,
    { to, may, number, isNamed }: Sending,
  ): Promise<void> {
    const organization = await tenancy.organization(organizationId, tx);
    if (!organization) return;
    const logo = await tenancy.logo(organizationId);
    const page = may.as === 'staff' ? 'applications' : 'my';
    const at = `${installation.publicUrl()}/p/${organization.slug}/w/${may.workspace}/${page}/${applicationId}`;
    const { subject, ...content } = letter({ who: byName, number, organization: organization.name, may, isNamed, at });
    const sender = {
      ...organization,
      logo: logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`,
    };
    await mail.send(access, {
      to: { name: to.name, address: to.email },
      from: organization.name,
      subject,
      ...mail.compose(sender, content),
      kind: isNamed ? 'comment-mention' : 'comment-written',
    });
  }
}

interface Sending {
  readonly to: { readonly id: UserId; readonly name: string; readonly email: string };
  readonly may: MayRead;
  readonly number: string;
  readonly isNamed: boolean;
}

/** What they read. */
const letter = (o: {
  readonly who: string;
  readonly number: string;
  readonly organization: string;
  readonly may: MayRead;
  readonly isNamed: boolean;
  readonly at: string;
}): EmailContent & { readonly subject: string } => {
  const what =
    o.may.as === 'client' && !o.isNamed
      ? `${o.who} wrote to you about your application ${o.number}`
      : `${o.who} named you in a comment on application ${o.number}`;
  return {
    subject: what,
    title: what,
    paragraphs: [`You can read it, and answer, at ${o.organization}.`],
    action: { label: 'Read it', url: `${o.at}?tab=dossier-comments` },
    notes:
      o.may.as === 'client'
        ? ['Until you have read it, you get at most one e-mail about this application in ten minutes.']
        : [],
  };
};
