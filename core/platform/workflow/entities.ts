import { defineEntity, p } from '@mikro-orm/core';
import type { Selectable } from 'kysely';
import type { TableOf } from '@dossier/sdk';
import type { ManualRules } from '../templates/contract.ts';
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

/** Points of a checklist that are ticked, each by whom and when; one that is not ticked any more has no row. */
export const TickEntity = defineEntity({
  name: 'WorkflowTick',
  tableName: 'workflow_tick',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    /** Of the step. */
    key: p.text().primary(),
    /** Key of the point. */
    point: p.text().primary(),
    userId: p.uuid(),
    at: p.datetime(),
  },
});

/**
 * First approvals at steps that two approve. One counts for the visit of the step in which it was given: whatever makes
 * it void raises that.
 */
export const VoteEntity = defineEntity({
  name: 'WorkflowVote',
  tableName: 'workflow_vote',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    key: p.text().primary(),
    visit: p.integer().primary(),
    userId: p.uuid().primary(),
    note: p.text().nullable(),
    at: p.datetime(),
  },
});

/** Time in which somebody else was waited for. */
export interface Wait {
  readonly from: string;
  readonly to: string;
}

/** By when a case that halts is decided, what that follows from, and what was done about it. */
export const DueEntity = defineEntity({
  name: 'WorkflowDue',
  tableName: 'workflow_due',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    workspaceId: p.uuid(),
    key: p.text(),
    haltedAt: p.datetime(),
    span: p.json<NonNullable<ManualRules['due']>>(),
    waits: p.json<readonly Wait[]>(),
    /** Since when the client is waited for. */
    stoppedAt: p.datetime().nullable(),
    remindAt: p.datetime(),
    dueAt: p.datetime(),
    remindedAt: p.datetime().nullable(),
    escalatedAt: p.datetime().nullable(),
    nextAt: p.datetime().nullable(),
  },
});

/** Whose turn it was, of those who are given cases in turn. */
export const TurnEntity = defineEntity({
  name: 'WorkflowTurn',
  tableName: 'workflow_turn',
  properties: {
    organizationId: p.uuid().primary(),
    workspaceId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    key: p.text().primary(),
    userId: p.uuid(),
  },
});

/** The tables as the query builder sees them. */
export interface WorkflowTables {
  readonly workflow_step: TableOf<typeof WorkflowStepEntity>;
  readonly workflow_outside_answer: TableOf<typeof OutsideAnswerEntity>;
  readonly workflow_tick: TableOf<typeof TickEntity>;
  readonly workflow_vote: TableOf<typeof VoteEntity>;
  readonly workflow_due: TableOf<typeof DueEntity>;
  readonly workflow_turn: TableOf<typeof TurnEntity>;
}

export type DueRow = Selectable<WorkflowTables['workflow_due']>;

export type OutsideAnswerRow = Selectable<WorkflowTables['workflow_outside_answer']>;

type Row = Selectable<WorkflowTables['workflow_step']>;
type Fixed = 'organizationId' | 'applicationId' | 'key' | 'position' | 'name' | 'kind' | 'handler';

/**
 * One step of one case. `visit` counts the times it was checked anew, or a case halted at it, `attempt` the tries
 * within a visit: together they are its version.
 */
export type StepRow = Readonly<Pick<Row, Fixed>> & Omit<Row, Fixed>;
