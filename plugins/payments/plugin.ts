import { Clock, contributions, Database, definePlugin, isInOrganization, optional, tenantTable } from '@dossier/sdk';
import { Cards } from '@dossier/core/platform/applications/cards/contract';
import {
  Answers,
  applicationCard,
  applicationChanged,
  applicationMoved,
  Applications,
  clientAction,
  readApplications,
  readOwnApplications,
} from '@dossier/core/platform/applications/contract';
import { noticeKinds } from '@dossier/core/platform/notices/contract';
import { Papers, reportSources } from '@dossier/core/platform/reporting/contract';
import { Templates } from '@dossier/core/platform/templates/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { CaseStore, decidedStatuses, stepHandlers, Workflow } from '@dossier/core/platform/workflow/contract';
import {
  PAYMENT_CHECK,
  paymentDue,
  paymentRecorded,
  paymentsFeature,
  paymentWaived,
  recordPayments,
} from './contract.ts';
import { PaymentEntity } from './entities.ts';
import { paymentCheck } from './handler.ts';
import { createLedger } from './ledger.ts';
import { migrations } from './migrations/index.ts';
import { paymentKinds } from './notices.ts';
import { createReceipts } from './receipt.ts';
import { paymentsSource } from './report-source.ts';
import { handlers, routes } from './routes.ts';
import { accountOf, judged, PaymentSettings } from './settings.ts';
import { topics } from './topics.ts';

/** Fees of applications, which the staff records by hand. */
export default definePlugin({
  id: 'payments',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    answers: Answers,
    applications: Applications,
    cards: Cards,
    clock: Clock,
    database: Database,
    papers: optional(Papers),
    store: CaseStore,
    templates: Templates,
    tenancy: Tenancy,
    workflow: Workflow,
  },
  extends: [
    contributions(stepHandlers, PAYMENT_CHECK),
    contributions(reportSources, 'payments'),
    contributions(noticeKinds, 'payment-due', 'payment-settled'),
  ],
  features: [paymentsFeature],
  permissions: [recordPayments],
  events: [paymentDue, paymentRecorded, paymentWaived],
  topics,
  tables: [tenantTable(PaymentEntity)],
  migrations,
  routes,
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'dossier-pay',
        slot: clientAction,
        title: 'Pay what is due',
        order: 8,
        gate: { feature: paymentsFeature, permission: readOwnApplications },
      },
      {
        tag: 'dossier-payment',
        slot: applicationCard,
        title: 'Payment',
        order: 15,
        gate: { feature: paymentsFeature, anyOf: [readApplications, readOwnApplications] },
      },
    ],
  },
  settings: PaymentSettings,
  settingOptions: { judging: true },
  setup({ papers, ...needs }, plugin) {
    const { database, cards, store } = needs;
    const ledger = createLedger({
      ...needs,
      events: plugin,
      account: (organization) => accountOf(plugin.settings(organization)),
      drawsReceipts: papers !== undefined,
    });
    plugin.settingRules({ judging: ({ values }) => judged(values) });
    plugin.contribute(
      stepHandlers,
      PAYMENT_CHECK,
      { feature: paymentsFeature },
      paymentCheck({ ...needs, events: plugin }),
    );
    plugin.contribute(
      reportSources,
      'payments',
      { feature: paymentsFeature, permission: readApplications },
      paymentsSource,
    );
    const kinds = paymentKinds({ database, cards });
    const ofClients = { feature: paymentsFeature, permission: readOwnApplications };
    plugin.contribute(noticeKinds, 'payment-due', ofClients, kinds.due);
    plugin.contribute(noticeKinds, 'payment-settled', ofClients, kinds.settled);
    plugin.on(applicationChanged, 'drop-ended', { open: 'to members' }, async ({ payload, subject }, access) => {
      const isOver = decidedStatuses.some((status) => status === payload.row.status);
      if (isOver && isInOrganization(access)) await ledger.drop(access, subject.id);
    });
    plugin.on(applicationMoved, 'drop-unasked', { open: 'to members' }, async ({ subject }, access) => {
      if (!isInOrganization(access)) return;
      const moved = await store.load(access, subject.id);
      const isAsked = moved?.template.workflow.some(({ handler }) => handler === PAYMENT_CHECK) ?? false;
      if (!isAsked) await ledger.drop(access, subject.id);
    });
    plugin.routes(handlers({ ledger, receipts: createReceipts({ ...needs, ledger, papers }) }));
  },
});
