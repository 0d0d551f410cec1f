import { defineEntity, p } from '@mikro-orm/core';
import type { ColumnType } from 'kysely';
import type { Reason, StepKind, StepState } from './contract.ts';

export const WorkflowStepEntity = defineEntity({
  name: 'WorkflowStep',
  tableName: 'workflow_step',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    position: p.smallint().primary(),
    name: p.text(),
    kind: p.text(),
    handler: p.text().nullable(),
    state: p.text(),
    reasons: p.json<readonly Reason[]>(),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    visit: p.integer(),
    attempt: p.integer(),
    dueAt: p.datetime().nullable(),
    rechecks: p.json<readonly string[]>().nullable(),
  },
});

/** One step of one case. `visit` counts the times it was checked anew, `attempt` the tries within a visit: together they are its version. */
export interface StepRow {
  readonly organizationId: string;
  readonly applicationId: string;
  readonly position: number;
  readonly name: string;
  readonly kind: StepKind;
  readonly handler: string | null;
  state: StepState;
  reasons: readonly Reason[];
  startedAt: string | null;
  endedAt: string | null;
  visit: number;
  attempt: number;
  /** While a job checks it: when the answer is expected. One that is long overdue has lost its job. */
  dueAt: string | null;
  /** Causes after which its result may no longer hold, as its handler said. Null when none could be asked: then every cause is one. */
  rechecks: readonly string[] | null;
}

/** The table as the query builder sees it: times are text, what is JSON is written as its text. */
export interface WorkflowTables {
  readonly workflow_step: Omit<StepRow, 'reasons' | 'rechecks'> & { reasons: ColumnType<readonly Reason[], string, string>; rechecks: ColumnType<readonly string[] | null, string | null, string | null> };
}
