/** Two plugins of which one stands on the other, for tests of what happens to the second when the first fails. */
import { definePlugin, service } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';

export const base = { version: '1.0.0', kernel: '^1.0.0' };
export const A = service<{ name: string }>('a/a@1');
export const B = service<{ name: string }>('b/b@1');
export const never = (): Promise<never> => new Promise(() => undefined);

/** Provides A and counts its runs; `fail` is asked before each phase. */
export const providerOf = (
  o: { fail?: (phase: 'setup' | 'start' | 'stop', run: number) => void; events?: string[] } = {},
): Plugin => {
  let runs = 0;
  return definePlugin({
    ...base,
    id: 'a',
    provides: [A],
    setup(_, plugin) {
      const run = ++runs;
      const note = (phase: 'setup' | 'start' | 'stop'): void => {
        o.events?.push(`${phase} a${run}`);
        o.fail?.(phase, run);
      };
      note('setup');
      plugin.provide(A, { name: `a${run}` });
      plugin.start(() => note('start'));
      plugin.stop(() => note('stop'));
    },
  });
};
export const userOf = (events: string[] = []): Plugin =>
  definePlugin({
    ...base,
    id: 'b',
    needs: { a: A },
    provides: [B],
    setup({ a }, plugin) {
      events.push(`setup b with ${a.name}`);
      plugin.provide(B, { name: `b on ${a.name}` });
      plugin.start(() => void events.push('start b'));
      plugin.stop(() => void events.push('stop b'));
    },
  });
