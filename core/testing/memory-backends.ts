import { randomBytes } from 'node:crypto';
import { Problem } from '@dossier/sdk';
import type {
  Database,
  ErasedSpec,
  EventLog,
  LogEntry,
  LogQuery,
  OrganizationAccess,
  OrganizationId,
  SettingValues,
} from '@dossier/sdk';
import { passes } from '../kernel/access/contribution-gate.ts';
import { current } from '../facilities/database/scope.ts';
import { events } from '../facilities/events/kinds.ts';
import { createTopicTable } from '../facilities/events/topics.ts';
import type { Refused } from '../kernel/index.ts';
import type { Backends, KernelContext } from '../boot/backends.ts';
import type { IdempotentRunner } from '../facilities/http/idempotency.ts';
import { topics } from '../facilities/realtime/kinds.ts';
import { createVault } from '../facilities/secrets/vault.ts';
import { settingsChanged } from '../facilities/events/settings-changed.ts';
import { createRuleBook } from '../facilities/settings/rules.ts';
import { completeValues } from '../facilities/settings/values.ts';
import { memoryWork } from './memory-work.ts';
import type { MemoryWork } from './memory-work.ts';

export interface MemoryBackends extends Backends {
  readonly work: MemoryWork;
  /** Replaces the settings of an organization for one plugin. */
  saveSettings(plugin: ErasedSpec, access: OrganizationAccess, values: SettingValues): Promise<void>;
}

/** What plugins with tables or idempotent routes need in addition to it. */
export interface Storage {
  readonly database: Database;
  readonly stores: boolean;
  readonly idempotent: IdempotentRunner;
  readonly barred?: ReadonlyMap<string, Refused>;
  close(): Promise<void>;
}

/** The backends of a light test. Nothing is pushed to browsers: topics belong to `testPlatform`. */
export function memoryBackends(
  context: KernelContext,
  o: { storage: Storage; organization: OrganizationId; settings: Readonly<Record<string, SettingValues>> },
): MemoryBackends {
  const { clock, accessResolver, plan } = context;
  const titles = new Map(plan.inventory.of(events).map(({ name, value }) => [name, value]));
  createTopicTable(plan.inventory.of(topics).map(({ value }) => value));
  const work = memoryWork({
    clock,
    isReady: context.isReady,
    async accessFor(plugin, gate, event) {
      const access =
        event.organization &&
        (await accessResolver.system(
          { kind: 'system', id: plugin, name: 'System' },
          event.organization,
          event.workspace,
        ));
      return access && passes(gate, access) ? access : null;
    },
  });
  const saved = new Map(Object.entries(o.settings));
  const key = (plugin: string, organization: OrganizationId): string => `${organization} ${plugin}`;
  const entries = (access: OrganizationAccess): readonly LogEntry[] =>
    work.events
      .filter((event) => event.organization === access.organization)
      .map((event) => ({
        ...event,
        title: titles.get(event.type)?.title ?? event.type,
        audience: titles.get(event.type)?.audience ?? ('internal' as const),
      }));
  const isAbout = (event: LogEntry, subject: LogQuery['subject']): boolean =>
    !subject ||
    ((subject.type === undefined || event.subject.type === subject.type) && event.subject.id === subject.id);
  const eventLog: EventLog = {
    async of(access, { subject, workspace, audience, after, limit = 100 }) {
      const all = entries(access);
      return all
        .slice(after === undefined ? 0 : all.findIndex((event) => event.place === after) + 1)
        .filter(
          (event) =>
            (!workspace || event.workspace === workspace) &&
            (!audience || event.audience === audience) &&
            isAbout(event, subject),
        )
        .slice(0, limit);
    },
    async latest(access, { type, actor, subject, workspace, from, to }, { before, limit = 100 } = {}) {
      const all = entries(access).toReversed();
      return all
        .slice(before === undefined ? 0 : all.findIndex((event) => event.place === before) + 1)
        .filter(
          (event) =>
            (!type || event.type === type) &&
            (!actor || event.actor.id === actor) &&
            (!workspace || event.workspace === workspace) &&
            isAbout(event, subject) &&
            (!from || new Date(event.at) >= from) &&
            (!to || new Date(event.at) < to),
        )
        .slice(0, limit);
    },
    byIds: async (access, ids) => entries(access).filter(({ id }) => ids.includes(id)),
    types: [...titles.values()].map(({ id, title, says, tells }) => ({
      type: id,
      title,
      ...(says === undefined ? {} : { says }),
      ...(tells === undefined ? {} : { tells }),
    })),
  };
  const noPush = async (): Promise<never> => {
    throw new Problem(503, 'no-push', 'No push here', {
      detail: 'testKernel has no broker; use testPlatform to try what browsers hear.',
    });
  };
  const unsupported = async (): Promise<never> => {
    throw new Problem(503, 'no-settings', 'No settings page here', {
      detail:
        'testKernel gives plugins their settings by its options; use testPlatform to try what administrators change.',
    });
  };
  return {
    work,
    eventLog,
    // Nothing is sealed in memory.
    logSeal: {
      of: async () => new Map(),
      verify: async () => ({ entries: 0, signedUpTo: null, unsealed: 0, broken: null }),
    },
    database: o.storage.database,
    stores: o.storage.stores,
    idempotent: o.storage.idempotent,
    inTransaction: () => current() !== undefined,
    vault: createVault(randomBytes(32)),
    settings: {
      async read(plugin, organization) {
        return completeValues(plugin, saved.get(key(plugin.id, organization)) ?? o.settings[plugin.id] ?? null);
      },
      entries: unsupported,
      async organizations({ id }, after) {
        const isSetUp = saved.has(id) || saved.has(key(id, o.organization));
        return isSetUp && after === null ? [o.organization] : [];
      },
      of: unsupported,
      list: unsupported,
      add: unsupported,
      change: unsupported,
      remove: unsupported,
      tried: unsupported,
      rules: createRuleBook(),
    },
    async saveSettings(plugin, access, values) {
      if (!plugin.settings) throw new TypeError(`The plugin ${plugin.id} has no settings.`);
      completeValues(plugin, values);
      await o.storage.database.write(access, async () => {
        work.emit(
          settingsChanged,
          access,
          { subject: { type: 'settings', id: plugin.id }, workspace: null },
          { plugin: plugin.id },
        );
        o.storage.database.afterCommit(() => saved.set(key(plugin.id, access.organization), values));
      });
      await context.dropOrganization(access.organization, plugin.id);
    },
    emit: work.emit,
    subscribe: work.subscribe,
    // Nobody listens.
    tell: () => true,
    jobs: work.jobs,
    revoke: context.accessDropped,
    current: null,
    ticket: noPush,
    rateExchange: null,
    since: noPush,
    attach: async () => undefined,
    disconnectAll: async () => undefined,
    barred: o.storage.barred ?? new Map(),
    running: { database: { stop: o.storage.close }, realtime: {}, jobs: {} },
  };
}
