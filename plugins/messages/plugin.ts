import { AccessControl, Clock, contributions, Database, definePlugin, job, tenantTable, Type } from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { Cards } from '@dossier/core/platform/applications/cards/contract';
import { CommentThreads } from '@dossier/core/platform/comments/contract';
import { Documents } from '@dossier/core/platform/documents/contract';
import { FileRecords } from '@dossier/core/platform/files/contract';
import { noticeKinds } from '@dossier/core/platform/notices/contract';
import { People } from '@dossier/core/platform/people/contract';
import { searchSources, Spelling } from '@dossier/core/platform/search/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { CaseStore } from '@dossier/core/platform/workflow/contract';
import { createColleagues } from './colleagues.ts';
import {
  messageBeingWritten,
  messageRemoved,
  messagesChanged,
  messagesFeature,
  messageWritten,
  useMessages,
} from './contract.ts';
import { createConversations } from './conversations.ts';
import { MemberEntity, MessageEntity, MessageFileEntity, MessageTermEntity, ThreadEntity } from './entities.ts';
import { messageFiles } from './files.ts';
import { graphql, resolvers } from './graphql.ts';
import { live as liveOf } from './live.ts';
import { migrations } from './migrations/index.ts';
import { messageKind } from './notices.ts';
import { opening as openingOf } from './opening.ts';
import { web } from './pages.ts';
import { threadPeople } from './people.ts';
import { reaching } from './reach.ts';
import { createReading } from './reading.ts';
import { checks, handlers, routes } from './routes.ts';
import { messagesFound } from './search-source.ts';
import { createThreads } from './threads.ts';
import { topics } from './topics.ts';
import { writing as writingOf } from './writing.ts';

/** Takes away files that were sent for a message which nobody wrote. */
const sweep = job('messages/sweep-files', { schema: Type.Object({}), retries: 0, concurrency: 1 });

/** All of it is of the staff alone; whose it is among them is asked where it is read. */
const audience = 'staff';

export default definePlugin({
  id: 'messages',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    control: AccessControl,
    grants: AccessAdministration,
    cards: Cards,
    comments: CommentThreads,
    documents: Documents,
    people: People,
    records: FileRecords,
    spelling: Spelling,
    store: CaseStore,
    tenancy: Tenancy,
  },
  extends: [contributions(noticeKinds, 'message'), contributions(searchSources, 'messages')],
  features: [messagesFeature],
  permissions: [useMessages],
  events: [messageWritten, messageRemoved],
  topics,
  hints: [messagesChanged, messageBeingWritten],
  jobs: [sweep],
  schedules: [{ id: 'messages/sweep-files', job: sweep, cron: '47 * * * *', timeZone: 'UTC' }],
  tables: [
    tenantTable(ThreadEntity, { audience }),
    tenantTable(MemberEntity, { audience }),
    tenantTable(MessageEntity, { audience }),
    // Those that wait for too long are looked for in all organizations at once.
    tenantTable(MessageFileEntity, { audience, jobsMay: ['select'] }),
    tenantTable(MessageTermEntity, { audience }),
  ],
  migrations,
  web,
  routes,
  graphql,
  setup(needs, plugin) {
    const { database } = needs;
    const system = plugin.asSystem;
    const reach = reaching({ ...needs, system });
    const live = liveOf({
      ...needs,
      reach,
      system,
      tell: {
        changed: (access, userId, threadId) => plugin.hint(messagesChanged, access, { userId }, { threadId }),
        typing: (access, userId, what) => plugin.hint(messageBeingWritten, access, { userId }, what),
      },
    });
    const threads = createThreads({ ...needs, reach });
    const colleagues = createColleagues({ ...needs, reach });
    const opening = openingOf({ ...needs, reach, colleagues, threads });
    const reading = createReading({ ...needs, reach, live });
    const writing = writingOf({ ...needs, reach, reading, live, log: plugin });
    const files = messageFiles({ ...needs, reach, system });
    const conversations = createConversations({ ...needs, reach });
    const gate = { feature: messagesFeature, permission: useMessages };
    plugin.contribute(noticeKinds, 'message', gate, messageKind({ database, reach, threads }));
    plugin.contribute(searchSources, 'messages', gate, messagesFound(database, reach));
    plugin.work(sweep, () => files.sweep());
    plugin.resolve(resolvers({ threads, reading, colleagues, conversations }));
    plugin.routes(
      handlers({
        threads,
        opening,
        people: threadPeople({ ...needs, reach, colleagues, live }),
        reading,
        writing,
        files,
        colleagues,
        conversations,
      }),
      checks({ opening }),
    );
  },
});
