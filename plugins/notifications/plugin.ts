import {
  AccessControl,
  all,
  Clock,
  Database,
  definePlugin,
  EventLog,
  eventStream,
  Installation,
  isInOrganization,
  job,
  tenantTable,
  topic,
  Type,
} from '@dossier/sdk';
import type { Delivered, OrganizationAccess, UserId } from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { Sentences } from '@dossier/core/platform/audit/contract';
import { Mail } from '@dossier/core/platform/mail/contract';
import { noticeKinds, noticeQueues } from '@dossier/core/platform/notices/contract';
import { People } from '@dossier/core/platform/people/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { noticesChanged } from './contract.ts';
import { createActs } from './acts.ts';
import { ChoiceEntity, CursorEntity, HoursEntity, MuteEntity, NoticeEntity } from './entities.ts';
import { choosing } from './choosing.ts';
import { digests } from './digest.ts';
import { checks, handlers } from './handling.ts';
import { hoursOf } from './hours.ts';
import { createInbox } from './inbox.ts';
import { createListing } from './listing.ts';
import { letters } from './letters.ts';
import { mailing } from './mailing.ts';
import { muting } from './muting.ts';
import { createQueues } from './queues.ts';
import { migrations } from './migrations/index.ts';
import { reaching } from './reach.ts';
import { retention } from './retention.ts';
import { web } from './pages.ts';
import { routes } from './routes.ts';
import { sayingWith } from './saying.ts';
import { storing } from './storing.ts';
import { textsFor } from './texts.ts';

const members = { open: 'to members' } as const;
const forClients = eventStream('notifications/for-clients', { audience: 'external', gate: members });
const forStaff = eventStream('notifications/for-staff', { audience: 'internal', gate: members });
const Ids = Type.Object({ userId: Type.String() });
/** Sends one notice by mail. */
const mailOne = job('notifications/mail@1', {
  purpose: 'writing an e-mail about news',
  schema: Type.Object({ noticeId: Type.String() }),
});
/** Somebody's windows count again: something comes back that was put off. */
const wakeOne = job('notifications/wake@1', { purpose: 'showing news that were put off', schema: Ids });
/** Sends the mails of the day that are due. */
const daily = job('notifications/daily@1', { schema: Type.Object({}), retries: 0, concurrency: 1 });
/** Deletes what was over long ago. */
const old = job('notifications/old@1', { schema: Type.Object({}), retries: 0, concurrency: 1 });

const own = topic('notifications/own', {
  address: 'dossier/1/o/{organizationId}/u/{userId}/notices',
  title: 'What one hears of',
  gate: { scope: 'organization' },
  events: [],
});

export default definePlugin({
  id: 'notifications',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    control: AccessControl,
    log: EventLog,
    sentences: Sentences,
    grants: AccessAdministration,
    kinds: all(noticeKinds),
    queues: all(noticeQueues),
    people: People,
    tenancy: Tenancy,
    mail: Mail,
    installation: Installation,
  },
  streams: [forClients, forStaff],
  topics: [own],
  hints: [noticesChanged],
  jobs: [mailOne, wakeOne, daily, old],
  schedules: [
    { id: 'notifications/daily', job: daily, cron: '* * * * *', timeZone: 'UTC' },
    { id: 'notifications/old', job: old, cron: '41 * * * *', timeZone: 'UTC' },
  ],
  tables: [
    // What is over is looked for in all organizations at once.
    tenantTable(NoticeEntity, { audience: { column: 'audience', open: ['client'] }, jobsMay: ['select'] }),
    tenantTable(MuteEntity, { jobsMay: ['select'] }),
    tenantTable(ChoiceEntity),
    tenantTable(CursorEntity),
    tenantTable(HoursEntity, { jobsMay: ['select'] }),
  ],
  migrations,
  web,
  routes,
  setup(
    { database, clock, control, log, sentences, grants, kinds, queues, people, tenancy, mail, installation },
    plugin,
  ) {
    const wake = (access: OrganizationAccess, woken: ReadonlySet<UserId>): void => {
      for (const userId of woken) plugin.hint(noticesChanged, access, { userId }, {});
    };
    const reach = reaching({ kinds, control, grants });
    const texts = textsFor({ people, reach, events: log, sentences, log: plugin.log });
    const hours = hoursOf({ people, tenancy });
    const written = letters({ installation, mail, tenancy });
    const after = (moment: string): number => Math.max(1, Math.ceil((Date.parse(moment) - clock.time()) / 1000));
    const post = mailing({
      database,
      clock,
      kinds,
      people,
      hours,
      texts,
      letters: written,
      later: (access, noticeId, seconds) =>
        plugin.enqueue(mailOne, access, { noticeId }, { after: seconds, once: noticeId }),
    });
    const store = storing({
      database,
      clock,
      kinds,
      hears: reach.hears,
      async send(_tx, access, stored) {
        for (const { id, mail: how } of stored)
          if (how === 'due') await plugin.enqueue(mailOne, access, { noticeId: id });
      },
      wake,
    });
    const ofQueues = createQueues({ database, clock, queues, control, grants, tenancy, wake });
    const sendDue = digests({
      database,
      clock,
      log: plugin.log,
      people,
      hours,
      texts,
      letters: written,
      system: plugin.asSystem,
    });
    const follow = async (delivered: readonly Delivered[]): Promise<void> => {
      await store(delivered);
      await ofQueues.follow(delivered);
    };
    const heardOf = () => [
      ...kinds.installed().flatMap(({ value: { events, ends } }) => [...events, ...(ends?.events ?? [])]),
      ...queues.installed().flatMap(({ value }) => value.events),
    ];
    plugin.followBatches(forClients, follow, heardOf);
    plugin.followBatches(forStaff, follow, heardOf);
    plugin.work(mailOne, async ({ payload, access }) => {
      if (isInOrganization(access)) await post.send(access, payload.noticeId);
    });
    plugin.work(wakeOne, async ({ payload, access }) => {
      if (isInOrganization(access)) wake(access, new Set([payload.userId]));
    });
    plugin.work(daily, ({ signal }) => sendDue(signal));
    const deleteOld = retention({ database, clock, log: plugin.log });
    plugin.work(old, ({ signal }) => deleteOld(signal));
    const acts = createActs({
      database,
      clock,
      reach,
      wake,
      wakeAt: (access, userId, moment) =>
        plugin.enqueue(wakeOne, access, { userId }, { after: after(moment), once: `${userId} ${moment}` }),
    });
    const saying = sayingWith(texts, acts);
    const deps = {
      clock,
      acts,
      inbox: createInbox({ database, clock, reach, saying }),
      listing: createListing({ database, clock, reach, saying, acts, tenancy }),
      queues: ofQueues,
      choosing: choosing({ database, reach, hours }),
      muting: muting({ database, clock, reach, texts, wake }),
    };
    plugin.routes(handlers(deps), checks(deps));
  },
});
