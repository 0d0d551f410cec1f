import { t } from '@dossier/core/testing/t';
import { conflict } from '@dossier/sdk';
import type { ContributionGate, Http } from '@dossier/sdk';
import type { StepHandler } from '@dossier/core/platform/workflow/contract';
import handlers from '../plugin.ts';
import { run, someCase, texts } from './case.ts';

/** Sets the plugin up as the kernel does, and returns what it contributed. */
async function setUp(o: {
  config?: object;
  own?: object;
  broken?: Error;
  simulated?: string | null;
  http?: Pick<Http, 'request'>;
}): Promise<ReadonlyMap<string, { gate: ContributionGate; value: StepHandler }>> {
  const contributed = new Map<string, { gate: ContributionGate; value: StepHandler }>();
  const plugin = {
    config: { bureauTimeout: 1_000, ...o.config },
    settings: async () => {
      if (o.own) return { timeout: 1_000, ...o.own };
      throw o.broken ?? conflict('not-set-up', 'Nothing is set up.');
    },
    contribute: (point: { id: string }, id: string, gate: ContributionGate, value: StepHandler) => {
      if (point.id === 'workflow/step-handler@1') contributed.set(id, { gate, value });
    },
  };
  const needs = {
    http: o.http,
    documents: { of: async () => [] },
    confirmations: { of: async () => [] },
    simulated: o.simulated === undefined ? undefined : { url: () => o.simulated },
  };
  await handlers.spec.setup(needs as never, plugin as never);
  return contributed;
}

/** Notes each address that is asked, and approves. */
function noting(): { http: Pick<Http, 'request'>; asked: string[]; guards: (string | undefined)[] } {
  const asked: string[] = [];
  const guards: (string | undefined)[] = [];
  return {
    asked,
    guards,
    http: {
      request: async (url, o) => {
        asked.push(url);
        guards.push(o?.guard);
        return {
          status: 200,
          headers: {},
          text: JSON.stringify({ reference: o?.headers?.['idempotency-key'], decision: 'approve' }),
        };
      },
    },
  };
}

const credit = async (o: Parameters<typeof setUp>[0]): Promise<StepHandler> => {
  const handler = (await setUp(o)).get('CreditReportCheckHandler');
  if (!handler) throw new Error('CreditReportCheckHandler was not contributed.');
  return handler.value;
};

t.test(
  'it contributes the three handlers by their specified names, each behind a feature of its own that is on at first',
  async (t) => {
    const found = [...(await setUp({}))].map(([id, { gate }]) => [id, 'feature' in gate ? gate.feature?.id : null]);
    t.same(found, [
      ['DocumentCompletenessCheckHandler', 'document-check'],
      ['CreditReportCheckHandler', 'credit-check'],
      ['ClientApprovalCheckHandler', 'client-approval'],
    ]);
    t.same(
      handlers.spec.features?.map((feature) => [feature.id, feature.initially]),
      [
        ['document-check', 'on'],
        ['credit-check', 'on'],
      ],
    );
  },
);

t.test('a configured bureau is asked even where a simulated one serves', async (t) => {
  const { http, asked } = noting();
  const handler = await credit({
    http,
    config: { bureauUrl: 'https://bureau.example/enquiries' },
    simulated: 'http://127.0.0.1:1/simulated',
  });
  t.equal((await run(handler, someCase())).outcome, 'passed');
  t.same(asked, ['https://bureau.example/enquiries']);
});

t.test(
  'the bureau of the organization takes the place of the others, and one whose settings fail is not replaced by another',
  async (t) => {
    const { http, asked, guards } = noting();
    const others = {
      http,
      config: { bureauUrl: 'https://bureau.example/' },
      simulated: 'http://127.0.0.1:1/simulated',
    };
    await run(await credit({ ...others, own: { url: 'https://own.example/' } }), someCase());
    t.same(asked, ['https://own.example/']);
    await t.rejects(
      run(await credit({ ...others, broken: conflict('settings-failing', 'The secret does not open.') }), someCase()),
      { code: 'settings-failing' },
    );
    t.equal(asked.length, 1);
    await run(await credit(others), someCase());
    t.same(guards, ['public', undefined], 'only the installation’s own may lead into the house');
  },
);

t.test('without a configured bureau a demonstration asks the simulated one', async (t) => {
  const { http, asked } = noting();
  await run(await credit({ http, simulated: 'http://127.0.0.1:1/simulated' }), someCase());
  t.same(asked, ['http://127.0.0.1:1/simulated']);
});

t.test('credentials are never sent to the simulated bureau', async (t) => {
  let headers: Readonly<Record<string, string>> = {};
  const http: Pick<Http, 'request'> = {
    request: async (_url, o) => {
      headers = o?.headers ?? {};
      return { status: 400, headers: {}, text: '' };
    },
  };
  await run(
    await credit({ http, config: { bureauToken: 'secret' }, simulated: 'http://127.0.0.1:1/simulated' }),
    someCase(),
  );
  t.notMatch(headers, { authorization: String });
});

for (const [where, simulated] of [
  ['installed and resting', null],
  ['not installed', undefined],
] as const) {
  t.test(`with no bureau configured and the simulator ${where}, the step fails and nobody is asked`, async (t) => {
    const { http, asked } = noting();
    const outcome = await run(await credit({ http, simulated }), someCase());
    t.equal(outcome.outcome, 'failed');
    t.match(texts(outcome)[0], /no credit bureau is configured/i);
    t.same(asked, []);
  });
}
