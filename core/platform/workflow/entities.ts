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

/**
 * What a handler that calls outside came to, each time: rows are added and never changed. By it a case can be run again
 * without asking anybody. The newest of a key counts.
 */
export const OutsideAnswerEntity = defineEntity({
  name: 'WorkflowOutsideAnswer',
  tableName: 'workflow_outside_answer',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    key: p.text(),
    handler: p.text(),
    settings: p.json<Readonly<Record<string, unknown>>>(),
    outcome: p.text().$type<'passed' | 'failed' | 'waiting'>(),
    reasons: p.json<readonly Reason[]>(),
    /** What the service answered, as the handler gave it. */
    evidence: p.json<unknown>().nullable(),
    at: p.datetime(),
  },
});

/** The tables as the query builder sees them. */
export interface WorkflowTables {
  readonly workflow_step: TableOf<typeof WorkflowStepEntity>;
  readonly workflow_outside_answer: TableOf<typeof OutsideAnswerEntity>;
}

export type OutsideAnswerRow = Selectable<WorkflowTables['workflow_outside_answer']>;

type Row = Selectable<WorkflowTables['workflow_step']>;
type Fixed = 'organizationId' | 'applicationId' | 'key' | 'position' | 'name' | 'kind' | 'handler';

/**
 * One step of one case. `visit` counts the times it was checked anew, `attempt` the tries within a visit: together they
 * are its version.
 */
export type StepRow = Readonly<Pick<Row, Fixed>> & Omit<Row, Fixed>;
