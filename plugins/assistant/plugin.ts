import {
  AccessControl,
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  Http,
  optional,
  sidePanel,
  Type,
} from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { Cards } from '@dossier/core/platform/applications/cards/contract';
import { Applications, applicationsFeature } from '@dossier/core/platform/applications/contract';
import { CaseComments } from '@dossier/core/platform/comments/contract';
import { Documents } from '@dossier/core/platform/documents/contract';
import { People } from '@dossier/core/platform/people/contract';
import { settingsChecks } from '@dossier/core/platform/settings/contract';
import { Templates } from '@dossier/core/platform/templates/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { SimulatedModel } from '@dossier/model-simulator/contract';
import { asking as askingOf } from './asking.ts';
import { modelCheck } from './connection-test.ts';
import {
  assistantAsked,
  assistantFeature,
  assistantRecords,
  conversationChanged,
  conversationDeleted,
  useAssistant,
} from './contract.ts';
import { conversations as conversationsOf } from './conversation.ts';
import { tables } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { createModels } from './model/models.ts';
import { applicationRecord } from './records/application.ts';
import { checks, handlers, routes } from './routes.ts';
import { AssistantSettings, judged } from './settings.ts';
import { topics } from './topics.ts';
import { createTurns } from './turns.ts';

/** An assistant that people ask about what is open: with their rights, and without a hand of its own. */
export default definePlugin({
  id: 'assistant',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    applications: Applications,
    cards: Cards,
    clock: Clock,
    comments: CaseComments,
    control: AccessControl,
    database: Database,
    documents: Documents,
    grants: AccessAdministration,
    http: Http,
    people: People,
    records: all(assistantRecords),
    simulated: optional(SimulatedModel),
    templates: Templates,
    tenancy: Tenancy,
  },
  points: [assistantRecords],
  extends: [contributions(assistantRecords, 'application'), contributions(settingsChecks, 'assistant')],
  features: [assistantFeature],
  permissions: [useAssistant],
  events: [assistantAsked, conversationDeleted],
  topics,
  hints: [conversationChanged],
  config: Type.Object({
    allowPlain: Type.Boolean({
      default: false,
      description: [
        'Speak to a model at http:// without encryption: what people may read then goes in clear.',
        'For a model of your own in a network that is yours.',
      ].join(' '),
    }),
    wait: Type.Integer({
      default: 60_000,
      minimum: 100,
      maximum: 600_000,
      description: 'Milliseconds for which a model may be silent before an answer is given up.',
    }),
  }),
  settings: AssistantSettings,
  settingOptions: { judging: true },
  tables,
  migrations,
  routes,
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'dossier-assistant',
        slot: sidePanel,
        title: 'Assistant',
        icon: 'sparkles',
        gate: { feature: assistantFeature, permission: useAssistant },
      },
    ],
  },
  setup(needs, plugin) {
    const { clock, http, simulated } = needs;
    const { allowPlain, wait: patience } = plugin.config;
    const turns = createTurns(needs);
    const models = createModels(
      { http, clock, patience },
      (organization) => plugin.settings(organization),
      () => {
        const url = simulated?.url() ?? null;
        return simulated && url !== null ? { url, key: simulated.key, model: simulated.model } : null;
      },
    );
    const changed = (access: WorkspaceAccess): void =>
      void plugin.hint(conversationChanged, access, { userId: access.actor.id }, { workspaceId: access.workspace });
    const asking = askingOf({
      ...needs,
      models,
      turns,
      tell: {
        asked(access, { id: messageId, about, model, digest }) {
          const named = about.map(({ type, id }) => ({ type, id }));
          const subject = named[0] ?? { type: 'assistant-turn', id: messageId };
          plugin.emit(assistantAsked, access, { subject }, { messageId, about: named, model, digest });
        },
        changed,
        notKept: (error) => plugin.log.error({ err: error }, 'An answer could not be kept.'),
      },
    });
    const conversations = conversationsOf({
      ...needs,
      models,
      turns,
      tell: {
        changed,
        deleted: (access, count) =>
          plugin.emit(
            conversationDeleted,
            access,
            { subject: { type: 'workspace', id: access.workspace } },
            { turns: count },
          ),
      },
    });
    plugin.settingRules({
      judging: ({ values }) => judged(values, allowPlain),
    });
    plugin.contribute(assistantRecords, 'application', { feature: applicationsFeature }, applicationRecord(needs));
    plugin.contribute(settingsChecks, 'assistant', { open: 'to members' }, modelCheck({ http, clock, patience }));
    plugin.routes(handlers({ asking, conversations }), checks);
    plugin.stop(() => asking.stop());
  },
});
