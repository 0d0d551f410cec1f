import { contributions, definePlugin, feature, Http, Type } from '@dossier/sdk';
import { stepHandlers } from '@dossier/core/platform/workflow/contract';

export const creditChecks = feature('creditChecks', { title: 'Credit checks' });

export default definePlugin({
  id: 'credit-check',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { http: Http },
  extends: [contributions(stepHandlers, 'BureauReportCheckHandler')],
  features: [creditChecks],
  config: Type.Object({ bureau: Type.String({ format: 'uri' }) }),
  setup({ http }, plugin) {
    plugin.contribute(
      stepHandlers,
      'BureauReportCheckHandler',
      { feature: creditChecks },
      {
        title: 'Credit report',
        outside: true,
        async run({ case: { id }, signal }) {
          const { status } = await http.request(`${plugin.config.bureau}/${id}`, { signal });
          return status === 200
            ? { outcome: 'passed' }
            : { outcome: 'failed', reasons: ['The credit bureau has no report.'] };
        },
      },
    );
  },
});
