import type { OrganizationId } from '@dossier/sdk';
import type { Activities } from './lifecycle/activity.ts';
import { disposeOf } from './container.ts';
import { pluginNotReady } from './not-ready.ts';

interface Entry {
  readonly value: Promise<unknown>;
  built: boolean;
  dropped: boolean;
}

/**
 * One service of one plugin for each organization: built on first use, kept, and dropped when the organization's
 * settings change.
 */
export interface PerOrganization {
  readonly plugin: string;
  readonly token: string;
  /**
   * Callers that come while it is being built share the one building. A failed building is not kept: the next call
   * tries again.
   */
  get(organization: OrganizationId): Promise<unknown>;
  /** Forgets the value and closes it; the next use builds a new one. */
  drop(organization: OrganizationId): Promise<void>;
  /** Drops the values of all organizations and builds no more. */
  close(): Promise<void>;
}

/** `limit`: milliseconds that building may take. `failed` hears of values that could not be closed. */
export function createPerOrganization(o: {
  readonly plugin: string;
  readonly token: string;
  readonly build: (organization: OrganizationId) => unknown;
  readonly activities: Activities;
  readonly limit: number;
  readonly failed: (error: unknown) => void;
}): PerOrganization {
  const entries = new Map<OrganizationId, Entry>();
  const phase = `building ${o.token}`;

  let closed = false;

  const get = async (organization: OrganizationId): Promise<unknown> => {
    if (closed) throw pluginNotReady(o.plugin);
    let entry = entries.get(organization);
    if (!entry) {
      const made: Entry = {
        value: o.activities.run(o.plugin, phase, o.limit, () => o.build(organization)),
        built: false,
        dropped: false,
      };
      entries.set(organization, made);
      made.value.then(
        () => void (made.built = true),
        () => void (entries.get(organization) === made && entries.delete(organization)),
      );
      entry = made;
    }
    const sharing = entry;
    const value = await o.activities.run(o.plugin, phase, null, () => sharing.value);
    // Settings changed while it was built: this value is closed already, and was made from the old settings.
    return sharing.dropped && entries.get(organization) !== sharing ? get(organization) : value;
  };
  const drop = async (organization: OrganizationId): Promise<void> => {
    const entry = entries.get(organization);
    if (!entry) return;
    entry.dropped = true;
    entries.delete(organization);
    const closing = entry.value.then(disposeOf, () => undefined).catch(o.failed);
    // One that is still being built is closed when it comes; nobody waits for a building that may hang.
    if (entry.built) await closing;
  };
  return {
    plugin: o.plugin,
    token: o.token,
    get,
    drop,
    close: async () => {
      closed = true;
      await Promise.all([...entries.keys()].map(drop));
    },
  };
}
