import { t } from '@dossier/core/testing/t';
import { stepHandlers } from '@dossier/core/platform/workflow/contract';
import { definePlugin, all, service } from '@dossier/sdk';
import { testPlatform } from '../../testing/index.ts';
import creditCheck from './credit-check.ts';

interface Seen {
  ids(): readonly string[];
}
const Seen = service<Seen>('test/seen@1');
const looking = definePlugin({
  id: 'looking',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { handlers: all(stepHandlers) },
  provides: [Seen],
  setup: ({ handlers }, plugin) => plugin.provide(Seen, { ids: () => handlers.ids() }),
});

t.test(
  'the plugin of the README works next to those that are installed, and takes nothing away from them',
  async (t) => {
    const platform = await testPlatform({
      plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers', creditCheck, looking],
      env: { CREDIT_CHECK_BUREAU: 'https://bureau.example' },
    });
    t.teardown(() => platform.stop());
    t.same([...platform.service(Seen).ids()].sort(), [
      'BureauReportCheckHandler',
      'ClientApprovalCheckHandler',
      'CreditReportCheckHandler',
      'DocumentCompletenessCheckHandler',
    ]);
  },
);
