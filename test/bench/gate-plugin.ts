import { monitorEventLoopDelay } from 'node:perf_hooks';
import { definePlugin, inWorkspace, Type } from '@dossier/sdk';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { bareFastify } from './bare.ts';

const params = Type.Object({ workspaceId: Type.String() });
const Stood = Type.Object({ milliseconds: Type.Number() });
const Beside = Type.Object({ origin: Type.String() });

/**
 * Routes that answer the same constant: one behind a gate with permission, one open, and one of a bare Fastify on a
 * port of its own in this process, where the heap and what the engine has made of the code they share are the same.
 * Loaded by the benchmark only.
 */
export default definePlugin({
  id: 'bench-gate',
  version: '1.0.0',
  kernel: '^1.0.0',
  routes: {
    gated: {
      method: 'GET',
      url: '/bench/gated/:workspaceId',
      gate: inWorkspace({ permission: readApplications }),
      summary: 'A constant behind a gate.',
      params,
      hidden: true,
    },
    open: {
      method: 'GET',
      url: '/bench/open/:workspaceId',
      gate: { open: 'to everyone', why: 'It tells a constant.' },
      summary: 'The same constant.',
      params,
      hidden: true,
    },
    stood: {
      method: 'GET',
      url: '/bench/stood',
      gate: { open: 'to everyone', why: 'It tells how long nobody was served.' },
      summary: 'For how long the process stood still since it was asked before.',
      reply: Stood,
      hidden: true,
    },
    beside: {
      method: 'GET',
      url: '/bench/beside',
      gate: { open: 'to everyone', why: 'It tells where the bare one is.' },
      summary: 'Where the bare Fastify listens.',
      reply: Beside,
      hidden: true,
    },
  },
  async setup(_needs, plugin) {
    // It begins to look when it is asked: each look costs a little.
    const delay = monitorEventLoopDelay({ resolution: 1 });
    plugin.stop(() => {
      delay.disable();
    });
    const stood = (): { milliseconds: number } => {
      const milliseconds = delay.max / 1e6;
      delay.enable();
      delay.reset();
      return { milliseconds };
    };
    const bare = bareFastify();
    const origin = await bare.listen({ port: 0, host: '127.0.0.1' });
    plugin.stop(() => bare.close());
    plugin.routes({ gated: () => ({ ok: true }), open: () => ({ ok: true }), beside: () => ({ origin }), stood });
  },
});
