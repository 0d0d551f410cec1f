import {
  AccessControl,
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  job,
  subjects,
  tenantTable,
  Type,
} from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { Cards } from '../applications/cards/contract.ts';
import { Applications, applicationTab, readOwnApplications, tabCount } from '../applications/contract.ts';
import { Documents } from '../documents/contract.ts';
import { FileRecords } from '../files/contract.ts';
import { noticeKinds } from '../notices/contract.ts';
import { People } from '../people/contract.ts';
import { searchSources, Spelling } from '../search/contract.ts';
import { Tenancy } from '../tenancy/contract.ts';
import { CaseStore } from '../workflow/contract.ts';
import { beingWritten } from './being-written.ts';
import {
  CaseComments,
  commentBeingWritten,
  commentsFeature,
  commentsRead,
  CommentThreads,
  ownCommentBeingWritten,
  ownCommentsRead,
  readComments,
  shareComments,
  writeComments,
  writeOwnComments,
} from './contract.ts';
import {
  CommentEntity,
  CommentFileEntity,
  CommentMarkEntity,
  CommentMentionEntity,
  CommentRevisionEntity,
  CommentTermEntity,
} from './entities.ts';
import { allEvents, commentEvents } from './events.ts';
import { commentFiles } from './files.ts';
import { graphql, resolvers } from './graphql.ts';
import { meeting as meetingOf } from './meeting.ts';
import { migrations } from './migrations/index.ts';
import { commentKinds } from './notices/kinds.ts';
import { reading as readingOf } from './reading.ts';
import { handlers, routes } from './routes.ts';
import { storedRows } from './rows.ts';
import { commentsFound } from './search-source.ts';
import { telling } from './telling.ts';
import { commentThreads } from './threads.ts';
import { topics } from './topics.ts';
import { writing as writingOf } from './writing.ts';

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
    cards: Cards,
    database: Database,
    clock: Clock,
    control: AccessControl,
    grants: AccessAdministration,
    documents: Documents,
    people: People,
    places: all(subjects),
    records: FileRecords,
    spelling: Spelling,
    store: CaseStore,
    tenancy: Tenancy,
  },
  provides: [CaseComments, CommentThreads],
  extends: [
    contributions(subjects, 'comment'),
    contributions(searchSources, 'comments'),
    contributions(noticeKinds, 'comment-naming-me', 'comment-on-my-case', 'comment-for-client'),
  ],
  features: [commentsFeature],
  permissions: [readComments, writeComments, shareComments, writeOwnComments],
  events: allEvents,
  topics,
  hints: [commentBeingWritten, ownCommentBeingWritten, commentsRead, ownCommentsRead],
  jobs: [sweep],
  schedules: [{ id: 'comments/sweep-files', job: sweep, cron: '37 * * * *', timeZone: 'UTC' }],
  tables: [
    tenantTable(CommentEntity, { audience }),
    tenantTable(CommentRevisionEntity, { audience, appendOnly: true }),
    tenantTable(CommentMentionEntity, { audience }),
    // Those that wait for too long are looked for in all organizations at once.
    tenantTable(CommentFileEntity, { audience, jobsMay: ['select'] }),
    tenantTable(CommentMarkEntity, { audience }),
    tenantTable(CommentTermEntity, { audience }),
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
      {
        tag: 'dossier-comments-count',
        slot: tabCount,
        kind: 'dossier-comments',
        title: 'Number of comments',
        gate: { feature: commentsFeature, anyOf: [readComments, readOwnApplications] },
      },
    ],
  },
  setup(needs, plugin) {
    const { database, places } = needs;
    const rows = storedRows(database);
    const events = commentEvents(plugin);
    const meeting = meetingOf(needs);
    const reading = readingOf({
      ...needs,
      rows,
      meeting,
      tellRead: telling(plugin.asSystem, {
        staff: (access, id) => plugin.hint(commentsRead, access, { id }, { ids: [id] }),
        client: (access, userId, id) => plugin.hint(ownCommentsRead, access, { userId }, { ids: [id] }),
      }),
    });
    const writing = writingOf({ ...needs, meeting, reading, events });
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
          const record = places.demand(await plugin.asSystem(organization), 'application');
          const met = (await record.locate?.(organization, comment.applicationId, actor)) ?? [];
          return comment.kind === 'external'
            ? met
            : met.filter((place) => 'workspace' in place && place.workspace === comment.workspaceId);
        },
      },
    );
    plugin.provide(CaseComments, reading);
    plugin.provide(CommentThreads, commentThreads(needs));
    plugin.contribute(
      searchSources,
      'comments',
      { feature: commentsFeature, anyOf: [readComments, readOwnApplications] },
      commentsFound(needs),
    );
    const kinds = commentKinds({ ...needs, rows, meeting, reading });
    const staff = { feature: commentsFeature, permission: readComments };
    plugin.contribute(noticeKinds, 'comment-naming-me', staff, kinds.named);
    plugin.contribute(noticeKinds, 'comment-on-my-case', staff, kinds.onMyCase);
    plugin.contribute(
      noticeKinds,
      'comment-for-client',
      { feature: commentsFeature, permission: readOwnApplications },
      kinds.forClient,
    );
    plugin.work(sweep, () => files.sweep());
    plugin.resolve(resolvers(reading));
    plugin.routes(
      handlers({
        reading,
        writing,
        files,
        isWriting: beingWritten({
          ...needs,
          meeting,
          system: plugin.asSystem,
          tell: {
            staff: (access, id, who) => plugin.hint(commentBeingWritten, access, { id }, who),
            client: (access, userId, id) =>
              plugin.hint(ownCommentBeingWritten, access, { userId }, { applicationId: id }),
          },
        }),
      }),
    );
  },
});
