import {
  AccessControl,
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  isInOrganization,
  job,
  optional,
  shellPage,
  subjects,
  tenantTable,
  Type,
} from '@dossier/sdk';
import type { FieldResolver } from '@dossier/sdk';
import { AccessAdministration, memberAdded } from '../access/contract.ts';
import { invitationAccepted, Invitations } from '../invitations/contract.ts';
import { People, userEntered } from '../people/contract.ts';
import { communicationSources, reportSources } from '../reporting/contract.ts';
import { Templates } from '../templates/contract.ts';
import { tenantHooks, Tenancy } from '../tenancy/contract.ts';
import { CaseStore, Workflow } from '../workflow/contract.ts';
import { createApplicationService } from './applications.ts';
import { caseStore } from './case-store.ts';
import { clientLinks } from './clients.ts';
import {
  applicantLinked,
  applicationAssigned,
  applicationChanged,
  applicationCard,
  applicationConfirmed,
  applicationMoved,
  applicationReleased,
  applicationParts,
  Applications,
  applicationTab,
  applicationsFeature,
  applicationSubmitted,
  applicationUnassigned,
  clientAction,
  listAction,
  ownPart,
  listColumn,
  staffAction,
  clientApprovalFeature,
  Confirmations,
  assignApplications,
  confirmApplications,
  createApplications,
  PastApplications,
  readApplications,
  readOwnApplications,
  readSubmitted,
  submitApplications,
} from './contract.ts';
import {
  AnswerRevisionEntity,
  ApplicantEntity,
  ApplicationEntity,
  AssigneeEntity,
  ConfirmationEntity,
  NumberEntity,
  TermEntity,
} from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { invitedClients } from './invited.ts';
import { migrations } from './migrations/index.ts';
import { caseNumbers } from './numbers.ts';
import { occupancy } from './occupancy.ts';
import { reaching } from './reach.ts';
import { communications, reported } from './reporting.ts';
import { pastApplications } from './past-applications.ts';
import { assigneeHandlers, assigneeRoutes } from './assignee-routes.ts';
import { createAssigning } from './assignees.ts';
import { createMoving } from './moving.ts';
import { movingHandlers, movingRoutes } from './moving-routes.ts';
import { examine } from './record.ts';
import { checks, handlers, routes } from './routes.ts';
import { applicationSubject } from './subject.ts';
import { submission } from './submission.ts';
import { topics } from './topics.ts';

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
    control: AccessControl,
    tenancy: Tenancy,
    people: People,
    grants: AccessAdministration,
    templates: Templates,
    workflow: Workflow,
    invitations: optional(Invitations),
    parts: all(applicationParts),
  },
  provides: [Applications, Confirmations, PastApplications, CaseStore],
  extends: [
    contributions(subjects, 'application'),
    contributions(tenantHooks, 'applications'),
    contributions(reportSources, ...Object.keys(reported)),
    contributions(communicationSources, 'applications'),
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
  ],
  events: [
    applicationSubmitted,
    applicationChanged,
    applicationAssigned,
    applicationUnassigned,
    applicationReleased,
    applicantLinked,
    applicationConfirmed,
    applicationMoved,
  ],
  jobs: [recheck],
  topics,
  tables: [
    tenantTable(ApplicationEntity),
    tenantTable(AnswerRevisionEntity, { appendOnly: true }),
    tenantTable(ApplicantEntity),
    tenantTable(AssigneeEntity),
    tenantTable(ConfirmationEntity),
    tenantTable(TermEntity, { audience: { column: 'audience', open: ['external'] } }),
    tenantTable(NumberEntity),
  ],
  migrations,
  routes: { ...routes, ...movingRoutes, ...assigneeRoutes },
  graphql,
  slots: [applicationTab, applicationCard, clientAction, staffAction, listColumn, listAction, ownPart],
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
  setup({ database, clock, control, tenancy, people, grants, templates, workflow, invitations, parts }, plugin) {
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
    const submit = submission({ database, clock, templates, workflow, people, clients, numbers, events: plugin });
    const service = createApplicationService({
      database,
      clock,
      workflow,
      clients,
      parts,
      events: plugin,
      submit,
      faults: async (access, record, o) => (await examine({ database, templates, people }, access, record, o)).faults,
    });
    const reach = reaching({ tenancy, control, grants });

    plugin.provide(Applications, service);
    plugin.provide(Confirmations, service.confirmations);
    plugin.provide(PastApplications, pastApplications(database));
    const store = caseStore({ database, clock, templates, events: plugin });
    plugin.provide(CaseStore, store);
    workflow.keepIn(store);
    plugin.contribute(subjects, 'application', { open: 'to members' }, applicationSubject({ database, tenancy }));
    plugin.contribute(tenantHooks, 'applications', { open: 'to members' }, occupancy({ database }));
    for (const [id, source] of Object.entries(reported))
      plugin.contribute(reportSources, id, { permission: readApplications }, source);
    plugin.contribute(communicationSources, 'applications', { permission: readApplications }, communications);
    const moving = createMoving({ database, clock, control, grants, templates, workflow, events: plugin });
    const assigning = createAssigning({ database, clock, grants, people, cases: store, events: plugin });
    plugin.routes(
      { ...handlers(service, reach), ...movingHandlers(moving), ...assigneeHandlers(assigning) },
      checks(async (access, record) => (await examine({ database, templates, people }, access, record)).faults),
    );
    plugin.resolve({
      ...resolvers(service, templates, people),
      'Query.templateRunning': ((_parent, { templateId }, access) =>
        moving.running(access, templateId)) satisfies FieldResolver<{ templateId: string }>,
    });

    const recognise = invitedClients({ clients, grants, invitations });
    plugin.on(memberAdded, 'link-new-member', { open: 'to members' }, (event, access) =>
      recognise(access, event.payload.userId),
    );
    plugin.on(invitationAccepted, 'link-invited', { open: 'to members' }, (event, access) =>
      recognise(access, event.payload.userId),
    );
    // An e-mail may have been verified since: each sign-in looks again, in every organization of the person.
    plugin.on(userEntered, 'link-on-sign-in', { open: 'to members' }, async (event) => {
      for (const organization of await grants.organizationsOf(event.payload.userId))
        await recognise(await plugin.asSystem(organization), event.payload.userId);
    });
  },
});
