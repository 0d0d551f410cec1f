import { definePlugin, extensionPoint, service } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { plan } from '../../core/kernel/plan/plan.ts';
import { median } from './load.ts';

const point = extensionPoint<{ run(): number }>('bench/thing@1');

/** Each plugin provides a service, needs that of an earlier one, contributes, and has a route. */
function plugins(count: number): readonly Plugin[] {
  const tokens = Array.from({ length: count }, (_, i) => service<{ value: number }>(`bench/service-${i}@1`));
  const owner = definePlugin({
    id: 'bench-owner',
    version: '1.0.0',
    kernel: '^1.0.0',
    points: [point],
    setup: () => undefined,
  });
  return [
    owner,
    ...tokens.map((token, i) => {
      const before = tokens[Math.floor(i / 2)];
      return definePlugin({
        id: `bench-${i}`,
        version: '1.0.0',
        kernel: '^1.0.0',
        needs: i > 0 && before ? { before } : {},
        provides: [token],
        extends: [point],
        routes: {
          value: {
            method: 'GET',
            url: `/bench/${i}`,
            summary: 'A value.',
            gate: { open: 'to everyone', why: 'It tells a constant.' },
          },
        },
        setup: () => undefined,
      });
    }),
  ];
}

/** Milliseconds for the plan of so many plugins, as the median of twenty; the first ones warm the code up. */
export function planTime(count: number): number {
  const installed = plugins(count);
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const started = performance.now();
    const { problems } = plan(installed, { kernelVersion: '1.0.0' });
    times.push(performance.now() - started);
    if (problems.length > 0) throw new Error(`The plan of the benchmark has a problem: ${problems[0]?.text}`);
  }
  return median(times);
}
