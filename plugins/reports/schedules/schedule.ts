import type { Format } from '../computed.ts';
import type { Parameters } from '../definition/contract.ts';
import type { LastRun } from './last-runs.ts';
import type { Recurrence } from './recurrence.ts';

/**
 * A report that runs by itself. The person who saved it last answers for it: it runs with their rights. `next` are the
 * next five moments, none while it is paused.
 */
export interface ReportSchedule {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly template: string;
  readonly parameters: Parameters;
  readonly format: Format;
  readonly recurrence: Recurrence;
  readonly timeZone: string;
  readonly recipients: readonly string[];
  readonly paused: boolean;
  readonly owner: { readonly id: string; readonly name: string };
  /** Its newest run; `occurrence` is the moment it was planned for. */
  readonly lastRun: LastRun | null;
  readonly next: readonly string[];
  readonly version: number;
  readonly updatedAt: string;
}

export interface ScheduleDraft {
  readonly name: string;
  readonly template: string;
  readonly parameters?: Parameters;
  readonly format: Format;
  readonly recurrence: Recurrence;
  /** That of the organization unless given, or else UTC. */
  readonly timeZone?: string;
  readonly recipients: readonly string[];
  readonly paused?: boolean;
}
