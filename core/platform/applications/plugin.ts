import {
  AccessControl,
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  EventLog,
  isInOrganization,
  job,
  optional,
  shellPage,
  subjects,
  tenantTable,
  Type,
} from '@dossier/sdk';
import type { Access, FieldResolver } from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import {
  grantChanged,
  memberAdded,
  memberRemoved,
  memberRoleChanged,
  memberSuspended,
  roleDeleted,
  teamUnassigned,
} from '../access/events/contract.ts';
import { invitationAccepted, Invitations } from '../invitations/contract.ts';
import { People, personWork, signInSwitched, userEntered } from '../people/contract.ts';
import { noticeKinds, noticeQueues } from '../notices/contract.ts';
import { communicationSources, reportSources } from '../reporting/contract.ts';
import { searchSources, Spelling } from '../search/contract.ts';
import { Templates } from '../templates/contract.ts';
import { tenantHooks, Tenancy } from '../tenancy/contract.ts';
import { CaseStore, Workflow } from '../workflow/contract.ts';
import { createApplicationService } from './applications.ts';
import { Cards } from './cards/contract.ts';
import { cards } from './cards/cards.ts';
import { caseStore } from './case-store.ts';
import { clientLinks } from './clients.ts';
import {
  Answers,
  applicantLinked,
  applicationAnswersChanged,
  applicationAssigned,
  applicationChanged,
  applicationCard,
  applicationConfirmed,
  applicationMoved,
  applicationReleased,
  applicationParts,
  Applications,
  applicationTab,
  applicationTimed,
  applicationsFeature,
  applicationSubmitted,
  applicationUnassigned,
  Assignments,
  clientAction,
  listAction,
  ownPart,
  listColumn,
  staffAction,
  tabCount,
  clientApprovalFeature,
  Confirmations,
  assignApplications,
  CaseFlags,
  confirmApplications,
  createApplications,
  PastApplications,
  readApplications,
  readOwnApplications,
  readSubmitted,
  submitApplications,
  withdrawOwnApplications,
} from './contract.ts';
import {
  AnswerRevisionEntity,
  ApplicantEntity,
  ApplicationEntity,
  AssigneeEntity,
  ConfirmationEntity,
  FlagEntity,
  NumberEntity,
  TermEntity,
} from './entities.ts';
import { flagging } from './flags.ts';
import { applicationsExported } from './exporting.ts';
import { listHandlers, listRoutes } from './list-routes.ts';
import { graphql, resolvers } from './graphql.ts';
import { invitedClients } from './invited.ts';
import { migrations } from './migrations/index.ts';
import { caseNumbers } from './numbers.ts';
import { assignedKind } from './notices/assigned.ts';
import { courseKinds } from './notices/course.ts';
import { deadlineKinds } from './notices/deadlines.ts';
import { nobodyKind } from './notices/nobody.ts';
import { outcomeKinds } from './notices/outcome.ts';
import { newApplications } from './notices/queue.ts';
import { occupancy } from './occupancy.ts';
import { Queue } from './queue/contract.ts';
import { createQueue } from './queue/queue.ts';
import { reaching } from './reach.ts';
import { communications, reported } from './reporting.ts';
import { pastApplications } from './past-applications.ts';
import { assigneeHandlers, assigneeRoutes } from './assignee-routes.ts';
import { createAssigning } from './assignees.ts';
import { openCases } from './person-work.ts';
import { returning } from './returning.ts';
import type { Place } from './returning.ts';
import { createMoving } from './moving.ts';
import { movingHandlers, movingRoutes } from './moving-routes.ts';
import { applicationBeingRead, presenceHandlers, presenceRoutes } from './presence.ts';
import { examine } from './record.ts';
import { createRevising } from './revising.ts';
import { checks, handlers, routes } from './routes.ts';
import { applicationSubject } from './subject.ts';
import { applicationsFound } from './search-source.ts';
import { submission } from './submission.ts';
import { topics } from './topics.ts';
import { withdrawing } from './withdrawing.ts';
import { withdrawingHandlers, withdrawingRoutes } from './withdrawing-routes.ts';

/** Takes open applications back from those who cannot work on them any more. */
const bringBack = job('applications/bring-back@1', {
  purpose: 'taking applications back from somebody who no longer works on them',
  schema: Type.Object({
    after: Type.Union([Type.Object({ applicationId: Type.String(), userId: Type.String() }), Type.Null()]),
  }),
  limit: 240,
  concurrency: 1,
});

/** Checks an application again whose applicant was recognised. */
const recheck = job('applications/recheck@1', { schema: Type.Object({ applicationId: Type.String() }), limit: 120 });

export default definePlugin({
  id: 'applications',
  version: '1.0.0',
  kernel: '^1.0.0',
  critical: true,
  needs: {
    database: Database,
    clock: Clock,
    log: EventLog,
    control: AccessControl,
    tenancy: Tenancy,
    people: People,
    grants: AccessAdministration,
    templates: Templates,
    workflow: Workflow,
    spelling: Spelling,
    invitations: optional(Invitations),
    parts: all(applicationParts),
  },
  provides: [Applications, Answers, Cards, Assignments, CaseFlags, Confirmations, PastApplications, Queue, CaseStore],
  extends: [
    contributions(subjects, 'application'),
    contributions(tenantHooks, 'applications'),
    contributions(reportSources, ...Object.keys(reported)),
    contributions(communicationSources, 'applications'),
    contributions(searchSources, 'applications'),
    contributions(personWork, 'applications'),
    contributions(
      noticeKinds,
      'received',
      'assigned',
      'halted',
      'decided',
      'decided-by-others',
      'withdrawn',
      'due-soon',
      'overdue',
      'second-approval',
      'nobody-available',
    ),
    contributions(noticeQueues, 'new'),
  ],
  points: [applicationParts],
  features: [applicationsFeature, clientApprovalFeature],
  permissions: [
    readApplications,
    readOwnApplications,
    readSubmitted,
    submitApplications,
    createApplications,
    confirmApplications,
    assignApplications,
    withdrawOwnApplications,
  ],
  events: [
    applicationsExported,
    applicationSubmitted,
    applicationChanged,
    applicationAssigned,
    applicationUnassigned,
    applicationReleased,
    applicantLinked,
    applicationConfirmed,
    applicationMoved,
    applicationAnswersChanged,
    applicationTimed,
  ],
  jobs: [recheck, bringBack],
  topics,
  hints: [applicationBeingRead],
  tables: [
    tenantTable(ApplicationEntity),
    tenantTable(AnswerRevisionEntity, { appendOnly: true }),
    tenantTable(ApplicantEntity),
    tenantTable(AssigneeEntity),
    tenantTable(ConfirmationEntity),
    tenantTable(TermEntity, { audience: { column: 'audience', open: ['external'] } }),
    tenantTable(NumberEntity),
    tenantTable(FlagEntity, { audience: 'staff' }),
  ],
  migrations,
  routes: {
    ...routes,
    ...movingRoutes,
    ...assigneeRoutes,
    ...listRoutes,
    ...withdrawingRoutes,
    ...presenceRoutes,
  },
  graphql,
  slots: [applicationTab, tabCount, applicationCard, clientAction, staffAction, listColumn, listAction, ownPart],
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'dossier-applications-page',
        slot: shellPage,
        path: 'applications',
        title: 'Applications',
        icon: 'applications',
        order: 10,
        gate: { permission: readApplications },
      },
      {
        tag: 'dossier-my-page',
        slot: shellPage,
        path: 'my',
        title: 'My applications',
        icon: 'inbox',
        order: 20,
        gate: { permission: readOwnApplications },
      },
    ],
  },
  setup(needs, plugin) {
    const {
      database,
      clock,
      log,
      control,
      tenancy,
      people,
      grants,
      templates,
      workflow,
      invitations,
      parts,
      spelling,
    } = needs;
    const clients = clientLinks({
      database,
      clock,
      people,
      grants,
      events: plugin,
      recheck: (access, applicationId) => plugin.enqueue(recheck, access, { applicationId }, { once: applicationId }),
    });
    plugin.work(recheck, async ({ payload, access }) => {
      if (isInOrganization(access)) await workflow.recheck(access, payload.applicationId, 'applicants');
    });
    const numbers = caseNumbers({ database, clock, log: plugin.log });
    plugin.start(() => void numbers.run(plugin.signal));
    const submit = submission({
      database,
      clock,
      templates,
      workflow,
      people,
      clients,
      numbers,
      spelling,
      events: plugin,
    });
    const service = createApplicationService({
      database,
      clock,
      log,
      templates,
      workflow,
      clients,
      parts,
      events: plugin,
      submit,
      faults: async (access, record, o) => (await examine({ database, templates, people }, access, record, o)).faults,
    });
    const withdraw = withdrawing({ database, workflow, service });
    const reach = reaching({ tenancy, control, grants });

    plugin.provide(Applications, service);
    plugin.provide(Confirmations, service.confirmations);
    plugin.provide(PastApplications, pastApplications(database));
    const queue = createQueue({ database, clock, templates });
    plugin.provide(Queue, queue);
    const store = caseStore({ database, clock, templates, events: plugin });
    plugin.provide(CaseStore, store);
    workflow.keepIn(store);
    plugin.contribute(subjects, 'application', { open: 'to members' }, applicationSubject(needs));
    plugin.contribute(tenantHooks, 'applications', { open: 'to members' }, occupancy({ database }));
    for (const [id, source] of Object.entries(reported))
      plugin.contribute(reportSources, id, { permission: readApplications }, source);
    const shownAs = cards(database);
    plugin.provide(Cards, shownAs);
    const { decided, decidedByOthers, withdrawn } = outcomeKinds(shownAs, needs.grants);
    const { received, halted } = courseKinds(shownAs);
    plugin.contribute(noticeKinds, 'received', { permission: readOwnApplications }, received);
    plugin.contribute(noticeKinds, 'halted', { permission: readApplications }, halted);
    plugin.contribute(noticeKinds, 'assigned', { permission: readApplications }, assignedKind(shownAs));
    plugin.contribute(noticeKinds, 'decided', { permission: readOwnApplications }, decided);
    plugin.contribute(noticeKinds, 'decided-by-others', { permission: readApplications }, decidedByOthers);
    plugin.contribute(noticeKinds, 'withdrawn', { permission: readApplications }, withdrawn);
    const { dueSoon, overdue, secondApproval } = deadlineKinds({ ...needs, cards: shownAs });
    plugin.contribute(noticeKinds, 'due-soon', { permission: readApplications }, dueSoon);
    plugin.contribute(noticeKinds, 'overdue', { permission: readApplications }, overdue);
    plugin.contribute(noticeKinds, 'second-approval', { permission: readApplications }, secondApproval);
    plugin.contribute(noticeKinds, 'nobody-available', { permission: assignApplications }, nobodyKind(needs));
    plugin.contribute(noticeQueues, 'new', { permission: readApplications }, newApplications(database));
    plugin.contribute(
      searchSources,
      'applications',
      { anyOf: [readApplications, readOwnApplications] },
      applicationsFound(database, clock),
    );
    plugin.contribute(communicationSources, 'applications', { permission: readApplications }, communications);
    const answers = createRevising({ database, clock, templates, workflow, spelling, events: plugin });
    plugin.provide(Answers, answers);
    plugin.provide(CaseFlags, flagging(database));
    const moving = createMoving({ database, clock, control, grants, templates, workflow, spelling, events: plugin });
    const assigning = createAssigning({ database, clock, grants, people, cases: store, workflow, events: plugin });
    plugin.provide(Assignments, { claim: assigning.claim });
    const giveBack = returning({ database, grants, templates, workflow, store, system: plugin.asSystem });
    const lookForThem = (access: Access, after: Place | null): Promise<void> =>
      database.write(access, () => plugin.enqueue(bringBack, access, { after }));
    plugin.work(bringBack, async ({ payload, access }) => {
      if (!isInOrganization(access)) return;
      const rest = await giveBack(access, payload.after);
      if (rest) await lookForThem(access, { applicationId: rest.applicationId, userId: rest.userId });
    });
    const members = { open: 'to members' } as const;
    plugin.contribute(personWork, 'applications', members, openCases(database));
    plugin.on(memberRemoved, 'back-from-who-left', members, (_event, access) => lookForThem(access, null));
    plugin.on(memberSuspended, 'back-from-who-may-not', members, (_event, access) => lookForThem(access, null));
    plugin.on(memberRoleChanged, 'back-from-other-role', members, (_event, access) => lookForThem(access, null));
    plugin.on(teamUnassigned, 'back-from-team', members, (_event, access) => lookForThem(access, null));
    plugin.on(roleDeleted, 'back-from-role', members, (_event, access) => lookForThem(access, null));
    plugin.on(grantChanged, 'back-from-right', members, async ({ payload }, access) => {
      if (!payload.granted) await lookForThem(access, null);
    });
    plugin.on(signInSwitched, 'back-from-suspended', members, async ({ payload }, access) => {
      if (!payload.enabled) await lookForThem(access, null);
    });
    plugin.routes(
      {
        ...handlers(service, reach),
        ...movingHandlers(moving),
        ...assigneeHandlers(assigning),
        ...listHandlers({ database, clock, people, templates, events: plugin }),
        ...withdrawingHandlers(withdraw),
        ...presenceHandlers({
          store,
          tell: (access, id, seen) => plugin.hint(applicationBeingRead, access, { id }, seen),
        }),
      },
      checks(async (access, record) => (await examine({ database, templates, people }, access, record)).faults),
    );
    plugin.resolve({
      ...resolvers({ service, templates, people, answers, queue }),
      'Query.templateRunning': ((_parent, { templateId }, access) =>
        moving.running(access, templateId)) satisfies FieldResolver<{ templateId: string }>,
    });

    const recognise = invitedClients({ clients, grants, invitations });
    plugin.on(memberAdded, 'link-new-member', members, (event, access) => recognise(access, event.payload.userId));
    plugin.on(invitationAccepted, 'link-invited', members, (event, access) => recognise(access, event.payload.userId));
    // An e-mail may have been verified since: each sign-in looks again, in every organization of the person.
    plugin.on(userEntered, 'link-on-sign-in', members, async (event) => {
      for (const organization of await grants.organizationsOf(event.payload.userId))
        await recognise(await plugin.asSystem(organization), event.payload.userId);
    });
  },
});
