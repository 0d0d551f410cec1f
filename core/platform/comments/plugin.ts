import {
  AccessControl,
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  Installation,
  job,
  isInOrganization,
  subjects,
  tenantTable,
  Type,
} from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { Applications, applicationTab, readOwnApplications } from '../applications/contract.ts';
import { Documents } from '../documents/contract.ts';
import { FileRecords } from '../files/contract.ts';
import { Mail } from '../mail/contract.ts';
import { People } from '../people/contract.ts';
import { Tenancy } from '../tenancy/contract.ts';
import { CaseStore } from '../workflow/contract.ts';
import {
  commentBeingWritten,
  commentsFeature,
  readComments,
  shareComments,
  writeComments,
  writeOwnComments,
} from './contract.ts';
import {
  CommentEntity,
  CommentFileEntity,
  CommentMentionEntity,
  CommentReaderEntity,
  CommentRevisionEntity,
} from './entities.ts';
import { allEvents, commentEvents } from './events.ts';
import { commentFiles } from './files.ts';
import { graphql, resolvers } from './graphql.ts';
import { mailing } from './mailing.ts';
import { meeting as meetingOf } from './meeting.ts';
import { migrations } from './migrations/index.ts';
import { reading as readingOf } from './reading.ts';
import { handlers, routes } from './routes.ts';
import { storedRows } from './rows.ts';
import { topics } from './topics.ts';
import { writing as writingOf } from './writing.ts';

/** Writes to those whom a comment concerns. */
const tell = job('comments/tell@1', { schema: Type.Object({ commentId: Type.String() }) });
/** Takes away files that were sent for a comment which nobody wrote. */
const sweep = job('comments/sweep-files', { schema: Type.Object({}), retries: 0, concurrency: 1 });

/** What is for staff is a wall of the database, in every table that holds what somebody said. */
const audience = { column: 'kind', open: ['external'] };

export default definePlugin({
  id: 'comments',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    applications: Applications,
    database: Database,
    clock: Clock,
    control: AccessControl,
    grants: AccessAdministration,
    documents: Documents,
    installation: Installation,
    mail: Mail,
    people: People,
    places: all(subjects),
    records: FileRecords,
    store: CaseStore,
    tenancy: Tenancy,
  },
  extends: [contributions(subjects, 'comment')],
  features: [commentsFeature],
  permissions: [readComments, writeComments, shareComments, writeOwnComments],
  events: allEvents,
  topics,
  hints: [commentBeingWritten],
  jobs: [tell, sweep],
  schedules: [{ id: 'comments/sweep-files', job: sweep, cron: '37 * * * *', timeZone: 'UTC' }],
  tables: [
    tenantTable(CommentEntity, { audience }),
    tenantTable(CommentRevisionEntity, { audience, appendOnly: true }),
    tenantTable(CommentMentionEntity, { audience }),
    // Those that wait for too long are looked for in all organizations at once.
    tenantTable(CommentFileEntity, { audience, jobsMay: ['select'] }),
    tenantTable(CommentReaderEntity),
  ],
  migrations,
  routes,
  graphql,
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'dossier-comments',
        slot: applicationTab,
        title: 'Comments',
        gate: { feature: commentsFeature, anyOf: [readComments, readOwnApplications] },
      },
    ],
  },
  setup(needs, plugin) {
    const { database, places } = needs;
    const rows = storedRows(database);
    const events = commentEvents(plugin);
    const meeting = meetingOf(needs);
    const mails = mailing({ ...needs, rows, meeting, asSystem: plugin.asSystem });
    const reading = readingOf({ ...needs, rows, meeting, opened: mails.opened });
    const writing = writingOf({
      ...needs,
      meeting,
      reading,
      events,
      tell: (access, commentId) => plugin.enqueue(tell, access, { commentId }),
    });
    const files = commentFiles({ ...needs, meeting, reading, events, system: plugin.asSystem });
    plugin.contribute(
      subjects,
      'comment',
      { open: 'to members' },
      {
        // A comment is met where its application is met; one for staff only where staff handles it.
        async locate(organization, id, actor) {
          const comment = await rows.find({ organization, audience: 'staff' }, id);
          if (comment === null) return [];
          const met = await places
            .demand(await plugin.asSystem(organization), 'application')
            .locate(organization, comment.applicationId, actor);
          return comment.kind === 'external'
            ? met
            : met.filter((place) => 'workspace' in place && place.workspace === comment.workspaceId);
        },
      },
    );
    plugin.work(tell, async ({ payload, access }) => {
      if (isInOrganization(access)) await mails.about(access, payload.commentId);
    });
    plugin.work(sweep, () => files.sweep());
    plugin.resolve(resolvers(reading));
    plugin.routes(
      handlers({
        reading,
        writing,
        files,
        async isWriting(access, id) {
          const { as } = await meeting.meet(access, id);
          if (as === 'staff')
            plugin.hint(commentBeingWritten, access, { id }, { userId: access.actor.id, name: access.actor.name });
        },
      }),
    );
  },
});
