import { createContext } from '@lit/context';
import type { HostSession, HostWorkspace, PluginHost } from './host.ts';

// Keys from Symbol.for: two copies of this module would still meet.
export const hostContext = createContext<PluginHost>(Symbol.for('dossier.ctx.host.v1'));
export const sessionContext = createContext<HostSession>(Symbol.for('dossier.ctx.session.v1'));
export const workspaceContext = createContext<HostWorkspace>(Symbol.for('dossier.ctx.workspace.v1'));
