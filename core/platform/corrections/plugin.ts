import {
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  Installation,
  isInOrganization,
  job,
  subjects,
  tenantTable,
  Type,
} from '@dossier/sdk';
import { AccessAdministration, featureSwitched } from '../access/contract.ts';
import { Cards } from '../applications/cards/contract.ts';
import {
  Answers,
  applicationChanged,
  Applications,
  applicationTab,
  Assignments,
  CaseFlags,
  applicationCard,
  clientAction,
  readApplications,
  readOwnApplications,
  staffAction,
} from '../applications/contract.ts';
import { Documents, uploadRules } from '../documents/contract.ts';
import { Mail } from '../mail/contract.ts';
import { noticeKinds } from '../notices/contract.ts';
import { Templates } from '../templates/contract.ts';
import { Tenancy } from '../tenancy/contract.ts';
import { CaseClock, CaseStore, decidedStatuses } from '../workflow/contract.ts';
import { adding } from './adding.ts';
import { answering as answeringOf } from './answering.ts';
import { asking as askingOf } from './asking.ts';
import { closing } from './closing.ts';
import { answerCorrections, askCorrections, correctionsFeature } from './contract.ts';
import { CorrectionItemEntity, CorrectionRoundEntity } from './entities.ts';
import { allEvents, correctionEvents } from './events.ts';
import { graphql, resolvers } from './graphql.ts';
import { meeting } from './meeting.ts';
import { migrations } from './migrations/index.ts';
import { correctionKinds } from './notices/kinds.ts';
import { papersAsked } from './papers-asked.ts';
import { reading as readingOf } from './reading.ts';
import { reminding } from './reminding.ts';
import { handlers, routes } from './routes.ts';
import { findRound, updateRound } from './rows.ts';
import { switchedOff } from './switched-off.ts';
import { topics } from './topics.ts';
import { mailing } from './unknown-clients.ts';

/** Writes to clients who are not known here. */
const tell = job('corrections/tell@1', {
  purpose: 'writing to a client about what they are asked for',
  schema: Type.Object({
    correctionId: Type.String(),
    what: Type.Union([Type.Literal('asked'), Type.Literal('taken-back')]),
  }),
});
/** Reminds clients who have not answered. */
const remind = job('corrections/remind', { schema: Type.Object({}), retries: 0, concurrency: 1 });

export default definePlugin({
  id: 'corrections',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    answers: Answers,
    applications: Applications,
    assignments: Assignments,
    cards: Cards,
    caseClock: CaseClock,
    clock: Clock,
    database: Database,
    grants: AccessAdministration,
    documents: Documents,
    flags: CaseFlags,
    installation: Installation,
    mail: Mail,
    places: all(subjects),
    store: CaseStore,
    templates: Templates,
    tenancy: Tenancy,
  },
  extends: [
    contributions(subjects, 'correction'),
    contributions(uploadRules, 'corrections'),
    contributions(noticeKinds, 'correction-asked', 'correction-reminded', 'correction-taken-back', 'correction-sent'),
  ],
  features: [correctionsFeature],
  permissions: [askCorrections, answerCorrections],
  events: allEvents,
  topics,
  jobs: [tell, remind],
  schedules: [{ id: 'corrections/remind', job: remind, cron: '11 * * * *', timeZone: 'UTC' }],
  tables: [
    // Whose client is to be reminded is looked for in all organizations at once.
    tenantTable(CorrectionRoundEntity, { jobsMay: ['select'] }),
    tenantTable(CorrectionItemEntity),
  ],
  migrations,
  routes,
  graphql,
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'dossier-ask-correction',
        slot: staffAction,
        title: 'Request correction',
        order: 20,
        gate: { permission: askCorrections },
      },
      {
        tag: 'dossier-correct',
        slot: clientAction,
        title: 'Correct the application',
        order: 5,
        gate: { permission: answerCorrections },
      },
      {
        tag: 'dossier-corrected',
        slot: applicationCard,
        title: 'What was corrected',
        order: 50,
        gate: { permission: answerCorrections },
      },
      {
        tag: 'dossier-add-forgotten',
        slot: applicationCard,
        title: 'Add what was left open',
        order: 60,
        gate: { permission: answerCorrections },
      },
      {
        tag: 'dossier-corrections',
        slot: applicationTab,
        title: 'Corrections',
        order: 40,
        gate: { feature: correctionsFeature, permission: readApplications },
      },
    ],
  },
  setup(needs, plugin) {
    const { database, clock, places } = needs;
    const events = correctionEvents(plugin);
    const meet = meeting(needs);
    const reading = readingOf({ ...needs, meet });
    const telling = (
      access: Parameters<typeof plugin.enqueue>[1],
      correctionId: string,
      what: 'asked' | 'taken-back',
    ) => plugin.enqueue(tell, access, { correctionId, what });
    const asking = askingOf({ ...needs, events, meet, reading, tell: telling });
    const answering = answeringOf({ ...needs, events, meet, reading });
    const mails = mailing({
      ...needs,
      meet,
      asSystem: plugin.asSystem,
      async note(tx, access, round, { clients }) {
        await updateRound(tx, round, { remindedAt: clock.now().toISOString() });
        events.reminded(access, round, clients);
      },
    });
    const turn = reminding({ database, clock, log: plugin.log, mails });
    plugin.contribute(
      subjects,
      'correction',
      { open: 'to members' },
      {
        // It is met where its application is met.
        async locate(organization, id, actor) {
          const round = await database.read(organization, (tx) => findRound(tx, organization, id));
          if (round === undefined) return [];
          const record = places.demand(await plugin.asSystem(organization), 'application');
          return (await record.locate?.(organization, round.applicationId, actor)) ?? [];
        },
      },
    );
    const { asked, reminded, takenBack, sent } = correctionKinds({ ...needs, meet });
    plugin.contribute(noticeKinds, 'correction-asked', { permission: readOwnApplications }, asked);
    plugin.contribute(noticeKinds, 'correction-reminded', { permission: readOwnApplications }, reminded);
    plugin.contribute(noticeKinds, 'correction-taken-back', { permission: readOwnApplications }, takenBack);
    plugin.contribute(
      noticeKinds,
      'correction-sent',
      { feature: correctionsFeature, permission: readApplications },
      sent,
    );
    plugin.work(tell, async ({ payload, access }) => {
      if (isInOrganization(access)) await mails.about(access.organization, payload.correctionId, payload.what);
    });
    plugin.work(remind, ({ signal }) => turn(signal));
    const close = closing({ database, clock });
    plugin.on(applicationChanged, 'close', { open: 'to members' }, async ({ payload, subject }, access) => {
      const isOver = decidedStatuses.some((status) => status === payload.row.status);
      if (isOver && isInOrganization(access)) await close(access, subject.id);
    });
    plugin.contribute(uploadRules, 'corrections', { feature: correctionsFeature }, papersAsked({ ...needs, meet }));
    const takeAllBack = switchedOff({ database, asking });
    plugin.on(featureSwitched, 'take-back', { open: 'to members' }, async ({ payload, workspace }, access) => {
      if (payload.feature === correctionsFeature.id && !payload.on && workspace !== null && isInOrganization(access))
        await takeAllBack(await plugin.asSystem(access.organization, workspace));
    });
    plugin.resolve(resolvers(reading));
    plugin.routes(handlers({ reading, asking, answering, add: adding({ ...needs, meet }) }));
  },
});
