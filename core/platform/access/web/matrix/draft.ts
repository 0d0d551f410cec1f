import type { Change, Matrix } from './matrix.types.ts';

/** A box of the matrix: `{teamRoleId} {permission}`. */
export type BoxKey = string;
export const boxKey = (teamRoleId: string, permission: string): BoxKey => `${teamRoleId} ${permission}`;

/** The matrix as it was read, with its boxes for quick asking. */
export interface Base {
  readonly matrix: Matrix;
  readonly granted: ReadonlySet<BoxKey>;
  readonly on: ReadonlySet<string>;
  readonly changes: ReadonlyMap<BoxKey, Change>;
}

export const baseOf = (matrix: Matrix): Base => ({
  matrix,
  granted: new Set(matrix.grants.map((one) => boxKey(one.teamRoleId, one.permission))),
  on: new Set(matrix.features.filter((one) => one.on).map((one) => one.id)),
  changes: new Map(matrix.changes.map((one) => [boxKey(one.teamRoleId, one.permission), one])),
});

/** What was clicked and differs from what was read. */
export interface Draft {
  readonly boxes: ReadonlyMap<BoxKey, boolean>;
  readonly features: ReadonlyMap<string, boolean>;
}

export const noDraft: Draft = { boxes: new Map(), features: new Map() };

export const countOf = (draft: Draft): number => draft.boxes.size + draft.features.size;
export const isGranted = (base: Base, draft: Draft, key: BoxKey): boolean =>
  draft.boxes.get(key) ?? base.granted.has(key);
export const isOn = (base: Base, draft: Draft, feature: string): boolean =>
  draft.features.get(feature) ?? base.on.has(feature);

const kept = <K>(saved: ReadonlySet<K>, wanted: ReadonlyMap<K, boolean>): ReadonlyMap<K, boolean> =>
  new Map([...wanted].filter(([key, value]) => saved.has(key) !== value));

/** Ticks or unticks boxes; one that is as it was read is no change any more. */
export const withBoxes = (base: Base, draft: Draft, keys: readonly BoxKey[], granted: boolean): Draft => ({
  ...draft,
  boxes: kept(base.granted, new Map([...draft.boxes, ...keys.map((key) => [key, granted] as const)])),
});

export const withFeature = (base: Base, draft: Draft, feature: string, on: boolean): Draft => ({
  ...draft,
  features: kept(base.on, new Map([...draft.features, [feature, on] as const])),
});

/** The body of a save and of its preview. */
export const changeOf = (draft: Draft): { features?: readonly object[]; grants: readonly object[] } => ({
  ...(draft.features.size > 0 ? { features: [...draft.features].map(([id, on]) => ({ id, on })) } : {}),
  grants: [...draft.boxes].map(([key, granted]) => {
    const at = key.indexOf(' ');
    return { teamRoleId: key.slice(0, at), permission: key.slice(at + 1), granted };
  }),
});

const differing = <K>(a: ReadonlySet<K>, b: ReadonlySet<K>): readonly K[] => [
  ...[...a].filter((one) => !b.has(one)),
  ...[...b].filter((one) => !a.has(one)),
];

/**
 * Carries one's own changes over to what somebody else has saved meanwhile. `theirs` are the boxes and features that
 * the other person changed.
 */
export const rebased = (
  before: Base,
  after: Base,
  draft: Draft,
): { readonly draft: Draft; readonly theirs: ReadonlySet<string> } => {
  const roles = new Set(after.matrix.roles.map((one) => one.id));
  const permissions = new Set(after.matrix.permissions.map((one) => one.id));
  const features = new Set(after.matrix.features.map((one) => one.id));
  const stands = (key: BoxKey): boolean =>
    roles.has(key.slice(0, key.indexOf(' '))) && permissions.has(key.slice(key.indexOf(' ') + 1));
  return {
    draft: {
      boxes: kept(after.granted, new Map([...draft.boxes].filter(([key]) => stands(key)))),
      features: kept(after.on, new Map([...draft.features].filter(([id]) => features.has(id)))),
    },
    theirs: new Set([...differing(before.granted, after.granted).filter(stands), ...differing(before.on, after.on)]),
  };
};
