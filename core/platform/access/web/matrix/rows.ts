import { isFound } from '@dossier/sdk/web/ui/names';
import { boxKey, isGranted } from './draft.ts';
import type { Base, BoxKey, Draft } from './draft.ts';
import type { MatrixPermission, MatrixRole } from './matrix.types.ts';

/** The permissions of one feature, as far as they are shown. `id` is null for what belongs to no feature. */
export interface Group {
  readonly id: string | null;
  readonly title: string;
  readonly permissions: readonly MatrixPermission[];
}

export interface RowFilter {
  readonly search: string;
  /** Only rows in which roles differ. */
  readonly differences: boolean;
}

/**
 * Rows whose boxes are alike are hidden by "only differences", unless one of them was just changed: nothing goes from
 * under one's hand.
 */
const differs = (base: Base, draft: Draft, roles: readonly MatrixRole[], permission: string): boolean => {
  const keys = roles.map((role) => boxKey(role.id, permission));
  const mixed = (granted: (key: BoxKey) => boolean): boolean => new Set(keys.map(granted)).size > 1;
  return mixed((key) => base.granted.has(key)) || keys.some((key) => draft.boxes.has(key));
};

/** The rows to show, in groups, in the order of the server. */
export const groupsOf = (base: Base, draft: Draft, { search, differences }: RowFilter): readonly Group[] => {
  const { permissions, roles } = base.matrix;
  const shown = permissions.filter(
    (one) =>
      isFound(`${one.title} ${one.featureTitle ?? ''}`, search) &&
      (!differences || differs(base, draft, roles, one.id)),
  );
  return [...Map.groupBy(shown, (one) => one.feature)].map(([id, rows]) => ({
    id,
    title: rows[0]?.featureTitle ?? 'General',
    permissions: rows,
  }));
};

/** How many of these boxes are ticked: all, some or none. */
export const stateOf = (base: Base, draft: Draft, keys: readonly BoxKey[]): 'all' | 'some' | 'none' => {
  const ticked = keys.filter((key) => isGranted(base, draft, key)).length;
  return ticked === 0 ? 'none' : ticked === keys.length ? 'all' : 'some';
};

export const keysOf = (group: Group, roleId: string): readonly BoxKey[] =>
  group.permissions.map((one) => boxKey(roleId, one.id));

/** Roles by team, in the order of the columns. */
export const teamsOf = (
  roles: readonly MatrixRole[],
): readonly { readonly id: string; readonly name: string; readonly roles: readonly MatrixRole[] }[] =>
  [...Map.groupBy(roles, (one) => one.teamId)].map(([id, own]) => ({ id, name: own[0]?.teamName ?? '', roles: own }));
