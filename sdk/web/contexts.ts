import { createContext } from '@lit/context';
import type { HostSession, HostWorkspace, PluginHost } from './host.ts';

// Keys from Symbol.for: two copies of this module would still meet.
export const hostContext = createContext<PluginHost>(Symbol.for('dossier.ctx.host.v1'));
export const sessionContext = createContext<HostSession>(Symbol.for('dossier.ctx.session.v1'));
export const workspaceContext = createContext<HostWorkspace>(Symbol.for('dossier.ctx.workspace.v1'));
/** Whether changes are heard at the moment; the shell itself says when they have been cut off. */
export const liveContext = createContext<boolean>(Symbol.for('dossier.ctx.live.v1'));
