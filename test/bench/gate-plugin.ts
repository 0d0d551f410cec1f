import { definePlugin, inWorkspace, Type } from '@dossier/sdk';
import { readApplications } from '@dossier/core/platform/applications/contract';

const params = Type.Object({ workspaceId: Type.String() });

/** Two routes that answer the same constant: one behind a gate with feature and permission, one open. Loaded by the benchmark only. */
export default definePlugin({
  id: 'bench-gate', version: '1.0.0', kernel: '^1.0.0',
  routes: {
    gated: { method: 'GET', url: '/bench/gated/:workspaceId', gate: inWorkspace({ permission: readApplications }), summary: 'A constant behind a gate.', params, hidden: true },
    open: { method: 'GET', url: '/bench/open/:workspaceId', gate: { open: 'to everyone', why: 'It tells a constant.' }, summary: 'The same constant.', params, hidden: true },
  },
  setup(_needs, plugin) {
    plugin.routes({ gated: () => ({ ok: true }), open: () => ({ ok: true }) });
  },
});
