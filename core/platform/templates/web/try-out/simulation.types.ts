/** A trial with past applications, as `GET /api/v1/simulations/:id` replies it. */
export interface Simulation {
  readonly id: string;
  readonly templateId: string;
  readonly workspaceId: string;
  readonly state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly total: number;
  readonly tried: number;
  readonly same: number;
  readonly different: number;
  readonly notTried: readonly { readonly reason: string; readonly count: number }[];
  readonly groups: readonly Group[];
  readonly cases: readonly Case[];
  readonly reason: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}
export interface Group {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}
export interface Case {
  readonly applicationId: string;
  readonly number: string;
  readonly applicantName: string;
  readonly then: string;
  readonly now: string;
  readonly reasons: readonly string[];
}

export const isOpen = ({ state }: Simulation): boolean => state === 'waiting' || state === 'running';
export const simulationUrl = (id: string, rest = ''): string => `/api/v1/simulations/${encodeURIComponent(id)}${rest}`;
