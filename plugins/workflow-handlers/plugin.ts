import { Clock, contributions, definePlugin, Http, optional, Type } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import {
  clientAction,
  clientApprovalFeature,
  confirmApplications,
  Confirmations,
} from '@dossier/core/platform/applications/contract';
import { Documents } from '@dossier/core/platform/documents/contract';
import { settingsChecks } from '@dossier/core/platform/settings/contract';
import { stepHandlers } from '@dossier/core/platform/workflow/contract';
import { SimulatedBureau } from '@dossier/bureau-simulator/contract';
import { bureauCheck, BureauSettings, ownBureau, webAddress } from './bureau-settings.ts';
import { creditCheckFeature, documentCheckFeature } from './contract.ts';
import { clientApproval } from './client-approval.ts';
import { creditCheck } from './credit-check.ts';
import type { Bureau } from './credit-report.ts';
import { documentCheck } from './document-check.ts';

export default definePlugin({
  id: 'workflow-handlers',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    http: Http,
    clock: Clock,
    documents: Documents,
    confirmations: Confirmations,
    simulated: optional(SimulatedBureau),
  },
  extends: [
    contributions(
      stepHandlers,
      'DocumentCompletenessCheckHandler',
      'CreditReportCheckHandler',
      'ClientApprovalCheckHandler',
    ),
    contributions(settingsChecks, 'workflow-handlers'),
  ],
  features: [documentCheckFeature, creditCheckFeature],
  config: Type.Object({
    bureauUrl: Type.Optional(
      Type.String({
        ...webAddress,
        description:
          'Address, without user and password, to which credit enquiries are posted. Default: the simulated bureau in a demonstration, else none.',
      }),
    ),
    bureauToken: Type.Optional(
      Type.String({ minLength: 1, secret: true, description: 'Bearer token for the credit bureau.' }),
    ),
    bureauTimeout: Type.Integer({
      default: 10_000,
      minimum: 100,
      maximum: 25_000,
      description: 'Milliseconds that the credit bureau may take for one answer.',
    }),
  }),
  settings: BureauSettings,
  web: {
    entry: 'web/index.ts',
    elements: [
      {
        tag: 'dossier-confirm-application',
        slot: clientAction,
        title: 'Confirm the application',
        gate: { permission: confirmApplications },
      },
    ],
  },
  setup({ http, clock, documents, confirmations, simulated }, plugin) {
    const { bureauUrl, bureauToken: token, bureauTimeout: timeout } = plugin.config;
    const bureau = async (organization: OrganizationId): Promise<Bureau | null> => {
      const own = await ownBureau(plugin.settings(organization));
      if (own) return own;
      if (bureauUrl) return { url: bureauUrl, token, timeout };
      const url = simulated?.url();
      return url ? { url, timeout } : null;
    };
    plugin.contribute(
      stepHandlers,
      'DocumentCompletenessCheckHandler',
      { feature: documentCheckFeature },
      documentCheck(documents),
    );
    plugin.contribute(
      stepHandlers,
      'CreditReportCheckHandler',
      { feature: creditCheckFeature },
      creditCheck({ http, clock }, bureau),
    );
    plugin.contribute(settingsChecks, 'workflow-handlers', { open: 'to members' }, bureauCheck(http));
    plugin.contribute(
      stepHandlers,
      'ClientApprovalCheckHandler',
      { feature: clientApprovalFeature },
      clientApproval(confirmations),
    );
  },
});
