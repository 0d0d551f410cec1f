import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';
import type { TemplateVersion } from '../templates/contract.ts';

/** `waiting` has not begun; the last three are final. */
export type SimulationState = 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';

/** So many cases ended in one way then, and would end in another now. */
export interface Group {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}
export interface NotTried {
  readonly reason: string;
  readonly count: number;
}

export const SimulationEntity = defineEntity({
  name: 'Simulation',
  tableName: 'simulation',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    templateId: p.uuid(),
    workspaceId: p.uuid(),
    /** The draft as it was when it was started. */
    template: p.json<TemplateVersion>(),
    requestedBy: p.uuid(),
    requestedByName: p.text(),
    state: p.text().$type<SimulationState>(),
    /** How many are to be looked at: all there are, up to as many as were asked for. */
    total: p.integer(),
    tried: p.integer(),
    same: p.integer(),
    different: p.integer(),
    notTried: p.json<readonly NotTried[]>(),
    /** Those that end differently. */
    groups: p.json<readonly Group[]>(),
    /** Where it goes on: the cursor behind what has been looked at. */
    after: p.text().nullable(),
    /** Why it failed. */
    reason: p.text().nullable(),
    createdAt: p.datetime(),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    /** When it last came further. */
    movedAt: p.datetime(),
  },
});

/** An application that would end differently. */
export const SimulationCaseEntity = defineEntity({
  name: 'SimulationCase',
  tableName: 'simulation_case',
  properties: {
    organizationId: p.uuid().primary(),
    simulationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    /** In the order in which they were looked at, from 0. */
    position: p.integer(),
    number: p.text(),
    applicantName: p.text(),
    then: p.text(),
    now: p.text(),
    reasons: p.json<readonly string[]>(),
  },
});

export interface SimulationTables {
  readonly simulation: TableOf<typeof SimulationEntity>;
  readonly simulation_case: TableOf<typeof SimulationCaseEntity>;
}
export type SimulationRow = SimulationTables['simulation'];
