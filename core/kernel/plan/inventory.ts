import type {
  ErasedSpec,
  EventType,
  Feature,
  Gate,
  Job,
  Migration,
  MountSpec,
  Permission,
  RouteSpec,
  Schedule,
  Table,
  Topic,
  WebElement,
} from '@dossier/sdk';

/** Everything that the installed plugins declare, each with the plugin that declares it, in the order of the plan. */
export interface Inventory {
  readonly features: readonly { readonly plugin: string; readonly feature: Feature }[];
  readonly permissions: readonly { readonly plugin: string; readonly permission: Permission }[];
  readonly services: readonly {
    readonly plugin: string;
    readonly id: string;
    readonly scope: 'app' | 'organization';
  }[];
  readonly points: readonly { readonly plugin: string; readonly id: string }[];
  readonly extensions: readonly { readonly plugin: string; readonly point: string }[];
  readonly routes: readonly { readonly plugin: string; readonly name: string; readonly route: RouteSpec }[];
  readonly mounts: readonly { readonly plugin: string; readonly name: string; readonly mount: MountSpec }[];
  readonly topics: readonly { readonly plugin: string; readonly topic: Topic }[];
  readonly fields: readonly { readonly plugin: string; readonly field: string; readonly gate: Gate | 'inherit' }[];
  readonly events: readonly { readonly plugin: string; readonly event: EventType<unknown> }[];
  readonly jobs: readonly { readonly plugin: string; readonly job: Job<unknown> }[];
  readonly schedules: readonly { readonly plugin: string; readonly schedule: Schedule }[];
  readonly tables: readonly { readonly plugin: string; readonly name: string; readonly table: Table }[];
  readonly migrations: readonly { readonly plugin: string; readonly migration: Migration }[];
  readonly elements: readonly { readonly plugin: string; readonly element: WebElement }[];
}

/** Lists what `specs` declare; pure, runs no code of a plugin. */
export function takeInventory(specs: readonly ErasedSpec[]): Inventory {
  const of = <T, R>(pick: (spec: ErasedSpec) => readonly T[] | undefined, name: (value: T, plugin: string) => R): R[] =>
    specs.flatMap((spec) => (pick(spec) ?? []).map((value) => name(value, spec.id)));
  return {
    features: of(
      (spec) => spec.features,
      (feature, plugin) => ({ plugin, feature }),
    ),
    permissions: of(
      (spec) => spec.permissions,
      (permission, plugin) => ({ plugin, permission }),
    ),
    services: of(
      (spec) => spec.provides,
      ({ id, scope }, plugin) => ({ plugin, id, scope }),
    ),
    points: of(
      (spec) => spec.points,
      ({ id }, plugin) => ({ plugin, id }),
    ),
    extensions: of(
      (spec) => spec.extends,
      ({ id }, plugin) => ({ plugin, point: id }),
    ),
    routes: of(
      (spec) => Object.entries(spec.routes ?? {}),
      ([name, route], plugin) => ({ plugin, name, route }),
    ),
    mounts: of(
      (spec) => Object.entries(spec.mounts ?? {}),
      ([name, mount], plugin) => ({ plugin, name, mount }),
    ),
    topics: of(
      (spec) => spec.topics,
      (topic, plugin) => ({ plugin, topic }),
    ),
    fields: of(
      (spec) => Object.entries(spec.graphql?.fields ?? {}),
      ([field, gate], plugin) => ({ plugin, field, gate }),
    ),
    events: of(
      (spec) => spec.events,
      (event, plugin) => ({ plugin, event }),
    ),
    jobs: of(
      (spec) => spec.jobs,
      (job, plugin) => ({ plugin, job }),
    ),
    schedules: of(
      (spec) => spec.schedules,
      (schedule, plugin) => ({ plugin, schedule }),
    ),
    tables: of(
      (spec) => spec.tables,
      (table, plugin) => ({ plugin, name: tableName(table), table }),
    ),
    migrations: of(
      (spec) => [...(spec.migrations ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1)),
      (migration, plugin) => ({ plugin, migration }),
    ),
    elements: of(
      (spec) => spec.web?.elements,
      (element, plugin) => ({ plugin, element }),
    ),
  };
}

/**
 * The name in the database; an entity without `tableName` gets it from its class by MikroORM, so the class name stands
 * for it here.
 */
function tableName(table: Table): string {
  const meta = table.entity?.meta;
  return meta?.tableName || meta?.className || 'unnamed';
}
