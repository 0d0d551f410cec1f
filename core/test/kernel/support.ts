/** What the host's tests share: a clock that is moved by hand, facilities that remember, accesses made by hand. */
import { definePlugin, systemClock } from '@dossier/sdk';
import type {
  Access,
  Clock,
  ErasedSpec,
  Feature,
  Log,
  Permission,
  Plugin,
  SystemAccess,
  WorkspaceAccess,
} from '@dossier/sdk';
import { events } from '../../facilities/events/facility.ts';
import { graphql } from '../../facilities/graphql/facility.ts';
import { http } from '../../facilities/http/facility.ts';
import { jobs } from '../../facilities/jobs/facility.ts';
import { realtime } from '../../facilities/realtime/facility.ts';
import { settings } from '../../facilities/settings/facility.ts';
import { createRuleBook } from '../../facilities/settings/rules.ts';
import type { Facility, Undo } from '../../kernel/facility.ts';
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
    wait: systemClock.wait,
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

/** The facilities of the platform on something that keeps what is registered now, by `kind plugin name`. */
export function fakeFacilities(): {
  readonly list: readonly Facility[];
  readonly registered: Map<string, unknown>;
  readonly calls: string[];
} {
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
  const nobody = (): never => {
    throw new Error('Not asked for in these tests.');
  };
  return {
    registered,
    calls,
    list: [
      http({
        table: {
          bind: (plugin, handlers) => hold(`routes ${plugin.id}`, handlers),
          mount: (plugin, name, handler) => hold(`mount ${plugin.id} ${name}`, handler),
        },
        running: {},
      }),
      graphql({ bind: (plugin, resolvers) => hold(`resolve ${plugin.id}`, resolvers) }),
      realtime({ running: {}, tell: () => true }),
      events({
        eventLog: { of: nobody, latest: nobody, byIds: nobody, types: [] },
        subscribe({ plugin, ...subscription }) {
          const undo = hold(`on ${plugin} ${subscription.name}`, subscription);
          return async () => undo();
        },
        emit: (event, access, change, payload) =>
          void calls.push(`emit ${event.id} ${change.subject.id} ${JSON.stringify(payload)} ${access.actor.id}`),
      }),
      jobs({
        queue: {
          work(job, handle) {
            const undo = hold(`work ${job.id}`, handle);
            return async () => undo();
          },
          enqueue: async (job, organization, payload) =>
            void calls.push(`enqueue ${job.id} ${JSON.stringify(payload)} ${organization}`),
        },
        running: {},
        asSystem: systemOf,
        installation: nobody,
        givenUp: { note: async () => undefined },
      }),
      settings({
        specs: [],
        store: {
          read: async ({ id }, organization) => ({ of: id, organization }),
          of: nobody,
          change: nobody,
          remove: nobody,
          tried: nobody,
          entries: nobody,
          list: nobody,
          add: nobody,
          rules: createRuleBook(),
          organizations: nobody,
        },
        asSystem: systemOf,
        inTransaction: () => false,
      }),
    ],
  };
}

const systemOf =
  ({ id }: ErasedSpec): SystemAccess =>
  async (organization: string, workspace: string | null = null): Promise<WorkspaceAccess> => ({
    ...accessOf({ actor: id }),
    organization,
    workspace: workspace ?? 'ws-1',
    workspaceType: 'STAFF',
  });

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
    audience: 'client',
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
    facilities: facilities.list,
    asSystem: systemOf,
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
