import type { Kysely } from 'kysely';
import { invalid, notFound } from '@dossier/sdk';
import type { Fault, Feature, Permission, Registry } from '@dossier/sdk';
import type { AccessTables } from '../entities.ts';
import { permissionsAt, rolesAt } from './matrix.ts';
import type { Place } from './matrix.ts';

/** What was changed on the page: only what was clicked. */
export interface MatrixChange {
  readonly features?: readonly { readonly id: string; readonly on: boolean }[];
  readonly grants?: readonly { readonly teamRoleId: string; readonly permission: string; readonly granted: boolean }[];
}

/** The same with what the ids stand for. */
export interface Clicked {
  readonly switched: readonly { readonly feature: Feature; readonly on: boolean }[];
  readonly boxes: readonly {
    readonly teamRoleId: string;
    readonly permission: Permission;
    readonly granted: boolean;
  }[];
}

/**
 * Throws `invalid` (422) naming each switch and box that does not exist there, or is on and off at once, and 404 for a
 * role that has no column there.
 */
export async function clickedAt(
  db: Kysely<AccessTables>,
  registry: Registry,
  place: Place,
  change: MatrixChange,
): Promise<Clicked> {
  const type = place.workspace?.type;
  const faults: Fault[] = [];
  const switched = (change.features ?? []).flatMap(({ id, on }, i) => {
    const feature = registry.features.find((candidate) => candidate.id === id);
    if (feature && type && feature.workspaces.includes(type)) return [{ feature, on }];
    const detail = feature
      ? `"${feature.title}" is not available in a workspace of type ${type ?? 'none'}.`
      : `There is no feature "${id}".`;
    faults.push({ pointer: `/features/${i}/id`, code: feature ? 'not-here' : 'unknown-feature', detail });
    return [];
  });
  const permissions = new Map(permissionsAt(registry, place).map((permission) => [permission.id, permission]));
  const boxes = (change.grants ?? []).flatMap(({ teamRoleId, permission: id, granted }, i) => {
    const permission = permissions.get(id);
    if (permission) return [{ teamRoleId, permission, granted }];
    faults.push({
      pointer: `/grants/${i}/permission`,
      code: 'unknown-permission',
      detail: `There is no permission "${id}" in this matrix.`,
    });
    return [];
  });
  faults.push(...contradictions(change.features ?? [], 'features', ({ id, on }) => [id, on]));
  faults.push(
    ...contradictions(change.grants ?? [], 'grants', ({ teamRoleId, permission, granted }) => [
      `${teamRoleId} ${permission}`,
      granted,
    ]),
  );
  if (faults.length > 0) throw invalid(faults);
  const columns = boxes.length === 0 ? new Set() : new Set((await rolesAt(db, place)).map((role) => role.id));
  if (boxes.some(({ teamRoleId }) => !columns.has(teamRoleId))) throw notFound();
  return {
    switched: once(switched, ({ feature }) => feature.id),
    boxes: once(boxes, ({ teamRoleId, permission }) => `${teamRoleId} ${permission.id}`),
  };
}

/** Those that say the opposite of one before them: which of the two was meant, nobody but the sender knows. */
function contradictions<T>(
  clicks: readonly T[],
  member: string,
  read: (click: T) => readonly [what: string, on: boolean],
): readonly Fault[] {
  const first = new Map<string, boolean>();
  return clicks.flatMap((click, i) => {
    const [what, on] = read(click);
    if (!first.has(what)) first.set(what, on);
    return first.get(what) === on
      ? []
      : [
          {
            pointer: `/${member}/${i}`,
            code: 'contradiction',
            detail: 'This is on and off in the same change. Send it once, as it is to be.',
          },
        ];
  });
}

/** What is said twice counts once. */
const once = <T>(clicks: readonly T[], keyOf: (click: T) => string): readonly T[] => [
  ...new Map(clicks.map((click) => [keyOf(click), click])).values(),
];
