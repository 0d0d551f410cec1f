/** What the host's tests share: a clock that is moved by hand, facilities that remember, accesses made by hand. */
import { definePlugin } from '@dossier/sdk';
import type { Access, Clock, Feature, Log, Permission, Plugin, WorkspaceAccess } from '@dossier/sdk';
import type { Facilities, Undo } from '../../kernel/facilities.ts';
import { createHost } from '../../kernel/index.ts';
import type { Host, HostOptions, Timers } from '../../kernel/index.ts';

export interface Time extends Clock, Timers {
  /** Moves the clock and lets everything that became due run to its end. */
  pass(ms: number): Promise<void>;
  readonly waiting: number;
}

function manualTime(): Time {
  let now = Date.UTC(2026, 0, 1);
  const due = new Set<{ at: number; run: () => void }>();
  return {
    now: () => new Date(now),
    time: () => now,
    get waiting() {
      return due.size;
    },
    after(ms, run) {
      const timer = { at: now + ms, run };
      due.add(timer);
      return () => due.delete(timer);
    },
    async pass(ms) {
      const end = now + ms;
      await settled();
      for (;;) {
        const next = [...due].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = next.at;
        due.delete(next);
        next.run();
        await settled();
      }
      now = end;
    },
  };
}

/** Until every promise that can go on has gone on. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Facilities that keep what is registered now, by `kind plugin name`. */
export function fakeFacilities(): Facilities & { readonly registered: Map<string, unknown>; readonly calls: string[] } {
  const registered = new Map<string, unknown>();
  const calls: string[] = [];
  const hold = (key: string, value: unknown): Undo => {
    registered.set(key, value);
    calls.push(`+ ${key}`);
    return () => {
      if (registered.get(key) === value) registered.delete(key);
      calls.push(`- ${key}`);
    };
  };
  return {
    registered,
    calls,
    routes: (plugin, handlers) => hold(`routes ${plugin.id}`, handlers),
    mount: (plugin, name, handler) => hold(`mount ${plugin.id} ${name}`, handler),
    resolve: (plugin, resolvers) => hold(`resolve ${plugin.id}`, resolvers),
    on: (plugin, event, name, gate, handle) => hold(`on ${plugin.id} ${name}`, { event, gate, handle }),
    work: (plugin, job, handle) => hold(`work ${plugin.id} ${job.id}`, handle),
    emit: (plugin, event, access, change, payload) =>
      void calls.push(
        `emit ${plugin.id} ${event.id} ${change.subject.id} ${JSON.stringify(payload)} ${access.actor.id}`,
      ),
    enqueue: async (plugin, job, access, payload) =>
      void calls.push(`enqueue ${plugin.id} ${job.id} ${JSON.stringify(payload)} ${access.actor.id}`),
    settings: async (plugin, organization) => ({ of: plugin.id, organization }),
    asSystem:
      (plugin) =>
      async (organization: string, workspace: string | null = null): Promise<WorkspaceAccess> => ({
        ...accessOf({ actor: plugin.id }),
        organization,
        workspace: workspace ?? 'ws-1',
        workspaceType: 'STAFF',
      }),
  };
}

export function accessOf(
  o: {
    on?: readonly Feature[];
    may?: readonly Permission[];
    organization?: string | null;
    workspace?: string | null;
    actor?: string;
    anonymous?: boolean;
  } = {},
): Access {
  const access: Access = {
    scope: 'workspace',
    actor: { kind: o.anonymous ? 'anonymous' : 'user', id: o.actor ?? 'user-1', name: 'User' },
    organization: o.organization === undefined ? 'org-1' : o.organization,
    workspace: o.workspace ?? 'ws-1',
    has: (feature) => (o.on ?? []).some((other) => other.id === feature.id),
    can: (permission) =>
      (permission.feature === null || access.has(permission.feature)) &&
      (o.may ?? []).some((other) => other.id === permission.id),
    demand: () => undefined,
  };
  return access;
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A host under manual time. */
export function hostOf(
  plugins: readonly Plugin[],
  o: Partial<HostOptions> = {},
): { host: Host; time: Time; facilities: ReturnType<typeof fakeFacilities> } {
  const time = manualTime();
  const facilities = fakeFacilities();
  const host = createHost({
    plugins,
    kernelVersion: '1.2.0',
    given: new Map(),
    facilities,
    clock: time,
    timers: time,
    log: silent,
    ...o,
  });
  return { host, time, facilities };
}

/** A plugin that does nothing but what is given. */
export const bare = (id: string, setup: () => void | Promise<void> = () => undefined): Plugin =>
  definePlugin({ id, version: '1.0.0', kernel: '^1.0.0', setup });
