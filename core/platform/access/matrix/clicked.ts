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
  readonly boxes: readonly { readonly teamRoleId: string; readonly permission: Permission; readonly granted: boolean }[];
}

/** Throws `invalid` (422) naming each switch and box that does not exist there, and 404 for a role that has no column there. */
export async function clickedAt(db: Kysely<AccessTables>, registry: Registry, place: Place, change: MatrixChange): Promise<Clicked> {
  const type = place.workspace?.type;
  const faults: Fault[] = [];
  const switched = (change.features ?? []).flatMap(({ id, on }, i) => {
    const feature = registry.features.find((candidate) => candidate.id === id);
    if (feature && type && feature.workspaces.includes(type)) return [{ feature, on }];
    const detail = feature ? `"${feature.title}" is not available in a workspace of type ${type ?? 'none'}.` : `There is no feature "${id}".`;
    faults.push({ pointer: `/features/${i}/id`, code: feature ? 'not-here' : 'unknown-feature', detail });
    return [];
  });
  const permissions = new Map(permissionsAt(registry, place).map((permission) => [permission.id, permission]));
  const boxes = (change.grants ?? []).flatMap(({ teamRoleId, permission: id, granted }, i) => {
    const permission = permissions.get(id);
    if (permission) return [{ teamRoleId, permission, granted }];
    faults.push({ pointer: `/grants/${i}/permission`, code: 'unknown-permission', detail: `There is no permission "${id}" in this matrix.` });
    return [];
  });
  if (faults.length > 0) throw invalid(faults);
  const columns = boxes.length === 0 ? new Set() : new Set((await rolesAt(db, place)).map((role) => role.id));
  if (boxes.some(({ teamRoleId }) => !columns.has(teamRoleId))) throw notFound();
  // A box that was clicked twice is as it was left.
  return { switched: last(switched, ({ feature }) => feature.id), boxes: last(boxes, ({ teamRoleId, permission }) => `${teamRoleId} ${permission.id}`) };
}

const last = <T>(clicks: readonly T[], keyOf: (click: T) => string): readonly T[] => [...new Map(clicks.map((click) => [keyOf(click), click])).values()];
