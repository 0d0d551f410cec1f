import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';
import type { CaseStatus } from '../workflow/contract.ts';
import type { CaseFlag } from './contract.ts';

export const ApplicationEntity = defineEntity({
  name: 'Application',
  tableName: 'application',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** `2026-000123`: unique in the organization. */
    number: p.text(),
    workspaceId: p.uuid(),
    templateId: p.uuid(),
    templateVersion: p.integer(),
    templateName: p.text(),
    status: p.text().$type<CaseStatus>(),
    applicantName: p.text(),
    /** Of the field that the template names, in the newest answers; null where there is none, or it does not count. */
    amount: p.double().$type<number>().nullable(),
    /** ISO 4217; null where the amount is a number without one. */
    currency: p.text().nullable(),
    /** Whether anybody is its assignee. */
    assigned: p.boolean(),
    /** When the officer's step is to be decided; null where nothing says so. */
    dueAt: p.datetime().nullable(),
    /** Since when the client is waited for; null while they are not. */
    waitingSince: p.datetime().nullable(),
    /** By when the client was asked to answer. */
    waitingUntil: p.datetime().nullable(),
    sourceKind: p.text(),
    sourceId: p.text(),
    sourceName: p.text(),
    createdAt: p.datetime(),
    submittedAt: p.datetime().nullable(),
    decidedAt: p.datetime().nullable(),
    decidedByKind: p.text().nullable(),
    decidedById: p.text().nullable(),
    decidedByName: p.text().nullable(),
    decisionReason: p.text().nullable(),
    updatedAt: p.datetime(),
    version: p.integer(),
  },
});

/**
 * What was answered, one row for each time that it was: the newest is what the application says now. `templateVersion`
 * is the one whose fields they answer. Rows are added and never changed.
 */
export const AnswerRevisionEntity = defineEntity({
  name: 'AnswerRevision',
  tableName: 'answer_revision',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    /** From 1. */
    revision: p.integer().primary(),
    templateVersion: p.integer(),
    answers: p.json<Readonly<Record<string, unknown>>>(),
    byKind: p.text(),
    byId: p.text(),
    byName: p.text(),
    at: p.datetime(),
  },
});

export const ApplicantEntity = defineEntity({
  name: 'Applicant',
  tableName: 'applicant',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    position: p.smallint().primary(),
    type: p.text(),
    firstName: p.text(),
    lastName: p.text(),
    email: p.text(),
    userId: p.uuid().nullable(),
  },
});

export const AssigneeEntity = defineEntity({
  name: 'Assignee',
  tableName: 'assignee',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    userId: p.uuid().primary(),
    automatic: p.boolean(),
    /** Whether they could decide when they were assigned. */
    able: p.boolean(),
    /** Until the application is decided. */
    open: p.boolean(),
    assignedAt: p.datetime(),
  },
});

export const ConfirmationEntity = defineEntity({
  name: 'Confirmation',
  tableName: 'confirmation',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    userId: p.uuid().primary(),
    at: p.datetime(),
  },
});

/** How many numbers of a year an organization has given. */
export const NumberEntity = defineEntity({
  name: 'ApplicationNumber',
  tableName: 'application_number',
  properties: {
    organizationId: p.uuid().primary(),
    year: p.smallint().primary(),
    last: p.integer(),
  },
});

/** Words by whose beginning an application is found. `audience` external: also by its clients and its source. */
export const TermEntity = defineEntity({
  name: 'ApplicationTerm',
  tableName: 'application_term',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    term: p.text().primary(),
    audience: p.text().$type<'internal' | 'external'>(),
    workspaceId: p.uuid(),
  },
});

/** Something remarkable about an application, for staff: the row is there while it is so. */
export const FlagEntity = defineEntity({
  name: 'ApplicationFlag',
  tableName: 'application_flag',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    flag: p.text().$type<CaseFlag>().primary(),
  },
});

/** The tables as the query builder sees them. */
export interface ApplicationTables {
  readonly application: TableOf<typeof ApplicationEntity>;
  readonly answer_revision: TableOf<typeof AnswerRevisionEntity>;
  readonly applicant: TableOf<typeof ApplicantEntity>;
  readonly assignee: TableOf<typeof AssigneeEntity>;
  readonly confirmation: TableOf<typeof ConfirmationEntity>;
  readonly application_term: TableOf<typeof TermEntity>;
  readonly application_flag: TableOf<typeof FlagEntity>;
  readonly application_number: TableOf<typeof NumberEntity>;
}
