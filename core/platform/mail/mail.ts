import { actingAs, idArray, invalid, isId, newId, shapeOf, Type } from '@dossier/sdk';
import type { Clock, Contributions, Database, OrganizationAccess, OrganizationId, Vault } from '@dossier/sdk';
import { sql } from 'kysely';
import { isAddress, oneLine } from './address.ts';
import type { Mail, MailTransport } from './contract.ts';
import type { MailTables } from './entities.ts';
import { compose } from './message.ts';
import { transportOf } from './serving.ts';

/** Everything about a message that nobody but its recipient may read. */
const Content = shapeOf(
  Type.Object({
    to: Type.Object({ name: Type.String(), address: Type.String() }),
    from: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
    locale: Type.String(),
    files: Type.Optional(Type.Array(Type.Object({ from: Type.String(), id: Type.String(), reader: Type.String() }))),
  }),
);
type Content = ReturnType<typeof Content.demand>;

/** Bound to the row, so that a message moved to another organization does not open there. */
const contextOf = (organization: OrganizationId, id: string): string => `mail|${organization}|${id}`;

const sealContent = (vault: Vault, organization: OrganizationId, id: string, content: Content): string =>
  vault.seal(JSON.stringify(content), contextOf(organization, id));
export function openContent(vault: Vault, organization: OrganizationId, id: string, sealed: string): Content {
  try {
    return Content.demand(JSON.parse(vault.open(sealed, contextOf(organization, id))));
  } catch (cause) {
    // What cannot be read as JSON is quoted by the error that says so.
    throw new Error('What was written down of the message cannot be opened.', { cause });
  }
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly transports: Contributions<MailTransport>;
  /** Address from which the installation sends. */
  readonly from: () => string;
  /** Has the message delivered after the open transaction. */
  readonly enqueue: (access: OrganizationAccess, messageId: string) => Promise<void>;
}

/** The installation itself, which belongs to no organization. */
const installation = actingAs({ kind: 'system', id: 'mail', name: 'Mail' }, null);

const languageOf = (locale: string): string => (/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(locale) ? locale : 'en');

/** Writes messages down; {@link createDelivery} sends them. */
export function createMail({ database, clock, vault, transports, from: sender, enqueue }: Deps): Mail {
  return {
    isAddress,
    compose,
    async send(access, { to, from, subject, text, html, kind, locale = 'en', files = [] }) {
      if (!isAddress(to.address))
        throw invalid([
          {
            pointer: '/to',
            code: 'bad-address',
            detail: 'This is not an e-mail address to which a message can be sent.',
          },
        ]);
      const id = newId();
      const content = {
        to: { name: oneLine(to.name, 200), address: to.address },
        from: oneLine(from, 200),
        subject: oneLine(subject, 200),
        text,
        html,
        locale: languageOf(locale),
        files: [...files],
      };
      const { organization: organizationId } = access;
      await database.write(access, async (tx) => {
        await tx
          .sql<MailTables>()
          .insertInto('mail_message')
          .values({
            organizationId,
            id,
            kind,
            sealed: sealContent(vault, organizationId, id, content),
            state: 'queued',
            reason: null,
            createdAt: clock.now().toISOString(),
            settledAt: null,
          })
          .execute();
        await enqueue(access, id);
      });
      return id;
    },
    async deliveries(organization, ids) {
      const known = ids.filter(isId);
      if (known.length === 0) return new Map();
      const rows = await database.read(organization, (tx) =>
        tx
          .sql<MailTables>()
          .selectFrom('mail_message')
          .select(['id', 'state', 'reason'])
          .where('organizationId', '=', organization)
          .where(sql<boolean>`"id" = any(${idArray(known)}::uuid[])`)
          .execute(),
      );
      return new Map(rows.map(({ id, state, reason }) => [id, { state, reason }]));
    },
    async count(organization, kind, after) {
      const { n } = await database.read(organization, (tx) =>
        tx
          .sql<MailTables>()
          .selectFrom('mail_message')
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .where('organizationId', '=', organization)
          .where('kind', '=', kind)
          .where('createdAt', '>', after.toISOString())
          .executeTakeFirstOrThrow(),
      );
      return Number(n);
    },
    canSend: () => transports.list(installation).length > 0,
    async sendNow({ to, from, subject, text, html, kind, locale = 'en' }, { id, signal }) {
      if (!isAddress(to.address)) return 'refused';
      const answer = await transportOf(transports, installation).send(
        {
          id,
          organization: null,
          from: { name: oneLine(from, 200), address: sender() },
          to: { name: oneLine(to.name, 200), address: to.address },
          subject: oneLine(subject, 200),
          text,
          html,
          locale: languageOf(locale),
          kind,
          files: [],
        },
        signal,
      );
      return answer.outcome;
    },
  };
}
