import type { ErasedSpec, OrganizationId, OrganizationsVisited, SettingVerbs, SystemAccess } from '@dossier/sdk';
import type { Registering } from '../../kernel/facility.ts';
import type { SettingsStore } from './store.ts';

type Visit = Parameters<SettingVerbs['eachOrganization']>[0];

interface Parts {
  readonly store: Pick<SettingsStore, 'organizations'>;
  readonly asSystem: (plugin: ErasedSpec) => SystemAccess;
  readonly inTransaction: () => boolean;
}

/** `plugin.eachOrganization` for one plugin: its walks end when it stops. */
export function organizationWalk(registering: Registering, o: Parts): SettingVerbs['eachOrganization'] {
  const { spec, refuse, surface } = registering;
  const stopping = new AbortController();
  // The undo of a surface is called when the plugin stops, and when a new run takes its place.
  surface(() => () => stopping.abort());
  return async (visit) => {
    if (!spec.settings)
      refuse(
        'K_NOT_DECLARED',
        'walks through the organizations that have set it up, and has no settings; add settings to the spec',
      );
    if (o.inTransaction())
      refuse(
        'K_WALK_INSIDE',
        'walks through organizations inside an open transaction, which is of one of them or of none; walk before it, or in a job',
      );
    return walk(following(spec, o.store, stopping.signal), o.asSystem(spec), visit, registering);
  };
}

/** Reads a page when the one before has been gone through, and ends when the plugin stops. */
async function* following(
  spec: ErasedSpec,
  store: Parts['store'],
  stopping: AbortSignal,
): AsyncGenerator<OrganizationId> {
  let after: OrganizationId | null = null;
  while (!stopping.aborted) {
    const page: readonly OrganizationId[] = await store.organizations(spec, after);
    if (page.length === 0) return;
    for (const organization of page) {
      if (stopping.aborted) return;
      yield (after = organization);
    }
  }
}

async function walk(
  organizations: AsyncIterable<OrganizationId>,
  enter: SystemAccess,
  visit: Visit,
  { log }: Registering,
): Promise<OrganizationsVisited> {
  let [visited, failed] = [0, 0];
  for await (const organization of organizations) {
    try {
      await visit(await enter(organization));
      visited += 1;
    } catch (error) {
      failed += 1;
      log.warn({ err: error, organization }, 'A visit of an organization failed; the walk goes on to the next one.');
    }
  }
  return { visited, failed };
}
