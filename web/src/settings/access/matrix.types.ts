/** Who changed something last, and when. */
export interface Change {
  readonly by: { readonly id: string; readonly name: string };
  readonly at: string;
}

export interface MatrixFeature {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Its own switch, also while something that it requires is off. */
  readonly on: boolean;
  readonly requires: readonly string[];
  readonly changed: Change | null;
}

export interface MatrixRole {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly name: string;
}

export interface MatrixPermission {
  readonly id: string;
  readonly title: string;
  readonly feature: string | null;
  readonly featureTitle: string | null;
}

/** `GET /api/v1/workspaces/{id}/access`, or `/api/v1/organization/access`, which has no features. */
export interface Matrix {
  readonly version: string;
  readonly features: readonly MatrixFeature[];
  /** Those of one team stand together. */
  readonly roles: readonly MatrixRole[];
  /** Those of one feature stand together. */
  readonly permissions: readonly MatrixPermission[];
  readonly grants: readonly { readonly teamRoleId: string; readonly permission: string }[];
  readonly changes: readonly ({ readonly teamRoleId: string; readonly permission: string } & Change)[];
}

interface Concerned {
  readonly userId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly features: readonly string[];
}

/** `POST …/access/preview`: whose access a save would change. */
export interface Effect {
  readonly losing: readonly Concerned[];
  readonly gaining: readonly Concerned[];
}
