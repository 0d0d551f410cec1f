import { mock } from 'node:test';
import type { LiveEvent, LiveScope, PluginHost } from '@dossier/sdk/web';
import type { LiveElement } from '@dossier/sdk/web/ui/live-reads';

/** All that is due comes about: what was answered is read, and what follows from it is asked. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

/** An element in a page that hears what the test sends, with what it followed and announced. Timers are the test's. */
export function livePage(o: Partial<PluginHost> = {}) {
  const listeners = new Map<(event: LiveEvent) => void, LiveScope>();
  const announced: string[] = [];
  const host: Partial<PluginHost> = {
    ...o,
    live: (scope, on) => {
      listeners.set(on, scope);
      return { [Symbol.dispose]: () => void listeners.delete(on) };
    },
    announce: (text) => announced.push(text),
  };
  const element: LiveElement = {
    addController: () => undefined,
    requestUpdate: () => undefined,
    host: host as PluginHost,
  };
  const hear = (event: LiveEvent): void => {
    for (const on of listeners.keys()) on(event);
  };
  return {
    element,
    announced,
    followed: () => [...listeners.values()],
    resync: () => hear({ kind: 'resync' }),
    change: (data: unknown = {}) => hear({ kind: 'change', id: '1', type: 'thing', ids: ['1'], data }),
    /** So many milliseconds go by. */
    pass: async (ms: number): Promise<void> => {
      mock.timers.tick(ms);
      await settled();
    },
  };
}
