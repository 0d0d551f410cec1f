import { defineEntity, p } from '@mikro-orm/core';
import type { Selectable } from 'kysely';
import type { TableOf } from '@dossier/sdk';
import type { Reason, StepKind, StepState } from './contract.ts';

export const WorkflowStepEntity = defineEntity({
  name: 'WorkflowStep',
  tableName: 'workflow_step',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    /** As the template has it; by it everything refers to the step. */
    key: p.text().primary(),
    position: p.smallint(),
    name: p.text(),
    kind: p.text().$type<StepKind>(),
    handler: p.text().nullable(),
    state: p.text().$type<StepState>(),
    reasons: p.json<readonly Reason[]>(),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    visit: p.integer(),
    attempt: p.integer(),
    /** While a job checks it: when the answer is expected. One that is long overdue has lost its job. */
    dueAt: p.datetime().nullable(),
    /**
     * Causes after which its result may no longer hold, as its handler said. Null when none could be asked: then every
     * cause is one.
     */
    rechecks: p.json<readonly string[]>().nullable(),
  },
});

/** The table as the query builder sees it. */
export interface WorkflowTables {
  readonly workflow_step: TableOf<typeof WorkflowStepEntity>;
}

type Row = Selectable<WorkflowTables['workflow_step']>;
type Fixed = 'organizationId' | 'applicationId' | 'key' | 'position' | 'name' | 'kind' | 'handler';

/**
 * One step of one case. `visit` counts the times it was checked anew, `attempt` the tries within a visit: together they
 * are its version.
 */
export type StepRow = Readonly<Pick<Row, Fixed>> & Omit<Row, Fixed>;
