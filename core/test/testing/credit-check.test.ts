import { t } from '@dossier/core/testing/t';
import { given, stepOf, testKernel } from '@dossier/core/testing';
import { stepHandlers } from '@dossier/core/platform/workflow/contract';
import { Http } from '@dossier/sdk';
import creditCheck, { creditChecks } from './credit-check.ts';

t.test('fails whom the bureau does not know, and is gone while it is switched off', async (t) => {
  const bureau = { request: async () => ({ status: 404, headers: {}, text: '' }) };
  await using kernel = await testKernel({
    plugins: [creditCheck],
    with: [given(Http, bureau)],
    workspace: { on: [creditChecks] },
    env: { CREDIT_CHECK_BUREAU: 'https://bureau.example' },
  });
  const handlers = kernel.contributions(stepHandlers);
  t.match(await handlers.demand(await kernel.access(), 'BureauReportCheckHandler').run(await stepOf(kernel)), {
    outcome: 'failed',
  });
  kernel.switch(creditChecks, 'off');
  t.equal(handlers.get(await kernel.access(), 'BureauReportCheckHandler'), undefined);
});
