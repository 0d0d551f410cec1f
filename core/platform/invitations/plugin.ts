import {
  Clock,
  contributions,
  Database,
  definePlugin,
  Installation,
  isId,
  job,
  subjects,
  tenantTable,
  Type,
  Vault,
} from '@dossier/sdk';
import { AccessAdministration, joinPolicies } from '../access/contract.ts';
import { Mail } from '../mail/contract.ts';
import { noticeKinds } from '../notices/contract.ts';
import { People } from '../people/contract.ts';
import { tenantHooks, Tenancy } from '../tenancy/contract.ts';
import { invitationJoinPolicy } from './join-policy.ts';
import { createAnswering } from './answering.ts';
import {
  invitationAccepted,
  invitationDeclined,
  invitationExpired,
  invitationResent,
  invitationRevoked,
  Invitations,
  invitationUsed,
  personInvited,
} from './contract.ts';
import { createEndings } from './endings.ts';
import { TeamInvitationEntity } from './entities.ts';
import type { InvitationTables } from './entities.ts';
import { expire } from './expiry.ts';
import { createInviting } from './inviting.ts';
import { migrations } from './migrations/index.ts';
import { answeredKind, receivedKind } from './notices.ts';
import { createInvitationEmails } from './emails.ts';
import { createReading } from './reading.ts';
import { checks, handlers, routes } from './routes.ts';
import { createSecondThoughts } from './revoke-resend.ts';
import { web } from './pages.ts';

const expireInvitations = job('invitations/expire@1', { schema: Type.Object({}) });

export default definePlugin({
  id: 'invitations',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    vault: Vault,
    installation: Installation,
    mail: Mail,
    people: People,
    tenancy: Tenancy,
    administration: AccessAdministration,
  },
  provides: [Invitations],
  extends: [
    contributions(joinPolicies, 'invitation'),
    contributions(tenantHooks, 'invitations'),
    contributions(subjects, 'team-invitation'),
    contributions(noticeKinds, 'invitation-received', 'invitation-answered'),
  ],
  events: [
    personInvited,
    invitationResent,
    invitationRevoked,
    invitationExpired,
    invitationAccepted,
    invitationDeclined,
    invitationUsed,
  ],
  jobs: [expireInvitations],
  schedules: [{ id: 'invitations/expire', job: expireInvitations, cron: '7 * * * *', timeZone: 'UTC' }],
  settings: Type.Object(
    {
      days: Type.Integer({
        default: 7,
        minimum: 1,
        maximum: 90,
        title: 'Days to answer',
        description: 'After so many days an invitation expires. It can be sent again.',
      }),
    },
    {
      title: 'Invitations',
      description: 'How long a person who is invited to a team has time to answer.',
      additionalProperties: false,
    },
  ),
  // An invited person is not a member yet: the invitation is found by its secret, by its address or by its id before
  // any organization is known.
  tables: [tenantTable(TeamInvitationEntity, { jobsMay: ['select'] })],
  migrations,
  routes,
  web,
  setup({ database, clock, vault, installation, mail, people, tenancy, administration }, plugin) {
    const post = createInvitationEmails({
      database,
      clock,
      mail,
      tenancy,
      administration,
      installation,
      lifetime: async (organization) => (await plugin.settings(organization)).days,
    });
    const answering = createAnswering({
      database,
      clock,
      vault,
      people,
      administration,
      asSystem: (organization) => plugin.asSystem(organization),
      log: plugin,
    });

    plugin.provide(Invitations, {
      async offer(token) {
        const row = await answering.offered(token);
        const organization = row && (await tenancy.organization(row.organizationId));
        return row && organization ? { email: row.email, organizationName: organization.name } : null;
      },
      provenAddresses: async (organization, user) =>
        !isId(user)
          ? []
          : database.read(organization, async (tx) =>
              (
                await tx
                  .sql<InvitationTables>()
                  .selectFrom('team_invitation')
                  .select('email')
                  .distinct()
                  .where('organizationId', '=', organization)
                  .where('invitedUserId', '=', user)
                  .where('proven', '=', true)
                  .where('status', 'in', ['accepted', 'used'])
                  .execute()
              ).map(({ email }) => email),
            ),
    });
    const { teamRemoved, ...endings } = createEndings({ database, people, administration, log: plugin });
    plugin.contribute(
      joinPolicies,
      'invitation',
      { open: 'to members' },
      { ...invitationJoinPolicy({ database, clock, log: plugin }), ...endings },
    );
    plugin.contribute(tenantHooks, 'invitations', { open: 'to members' }, { teamRemoved });
    plugin.contribute(
      subjects,
      'team-invitation',
      { open: 'to members' },
      {
        locate: (organization, id) =>
          database.read(organization, async (tx) =>
            (
              await tx
                .sql<InvitationTables>()
                .selectFrom('team_invitation')
                .select('teamId')
                .where('organizationId', '=', organization)
                .where('id', '=', id)
                .execute()
            ).map(({ teamId }) => ({ team: teamId })),
          ),
      },
    );
    plugin.contribute(
      noticeKinds,
      'invitation-received',
      { open: 'to members' },
      receivedKind({ database, clock, people, tenancy, administration }),
    );
    plugin.contribute(
      noticeKinds,
      'invitation-answered',
      { open: 'to members' },
      answeredKind({ database, administration }),
    );
    plugin.work(expireInvitations, () =>
      expire({ database, clock, asSystem: (organization) => plugin.asSystem(organization), log: plugin }),
    );
    const inviting = createInviting({ database, clock, vault, mail, people, administration, post, log: plugin });
    plugin.routes(
      handlers({
        inviting,
        answering,
        reading: createReading({ database, clock, mail, tenancy, administration }),
        secondThoughts: createSecondThoughts({ database, clock, vault, administration, post, log: plugin }),
      }),
      checks(inviting),
    );
  },
});
