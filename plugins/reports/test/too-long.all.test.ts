/** A run that takes longer than a run may. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, Type } from '@dossier/sdk';
import { sectionKinds } from '../contract.ts';
import { stage } from './stage.ts';

/** Milliseconds after which a run is stopped. */
const LIMIT = 300_000;

t.test('it is stopped, says what can be done, and is not tried again', async (t) => {
  let begun = 0;
  let stopNow = (): void => undefined;
  const usual = globalThis.setTimeout;
  t.intercept(globalThis, 'setTimeout', {
    value: Object.assign((work: () => void, delay: number, ...rest: unknown[]) => {
      if (delay !== LIMIT) return usual(work, delay, ...rest);
      stopNow = work;
      return usual(() => undefined, 0);
    }, usual),
  });
  const endless = definePlugin({
    id: 'endless',
    version: '1.0.0',
    kernel: '^1.0.0',
    extends: [sectionKinds],
    setup: (_needs, plugin) =>
      plugin.contribute(
        sectionKinds,
        'endless',
        { open: 'to members' },
        {
          title: 'Endless',
          schema: Type.Object({ kind: Type.Literal('endless') }, { additionalProperties: false }),
          uses: () => [],
          compute: (_section, { signal }) =>
            new Promise((_done, refuse) => {
              begun++;
              signal.addEventListener('abort', () => refuse(signal.reason));
              stopNow();
            }),
        },
      ),
  });
  const { platform, acme, base } = await stage({ plugins: [endless] });
  t.teardown(() => platform.stop());
  const { id } = (
    await acme.officer.post(`${base}/report-runs`, {
      format: 'csv',
      definition: {
        title: 'Endless',
        period: { kind: 'lastWeek' },
        compare: false,
        filters: {},
        grouping: 'auto',
        targetDays: 10,
        sections: [{ kind: 'endless' }],
      },
    })
  ).body;
  for (let i = 0; i < 6; i++) {
    await platform.settle();
    platform.clock.advance(60_000);
  }
  t.match((await acme.officer.get(`/api/v1/report-runs/${id}`)).body, {
    state: 'failed',
    reason: /^The report took too long and was stopped\. Choose a shorter period/,
  });
  t.equal(begun, 1);
});
