import { defineEntity, p } from '@mikro-orm/core';
import type { Selectable } from 'kysely';
import type { Static, TableOf } from '@dossier/sdk';
import type { FileTables } from '../files/contract.ts';
import type { draftContent } from './contract.ts';

type Content = { readonly [K in keyof typeof draftContent]: Static<(typeof draftContent)[K]> };

/** The application that a draft became, as it was answered then. */
export interface Sent {
  readonly applicationId: string;
  readonly number: string;
  readonly status: string;
}

export const DraftEntity = defineEntity({
  name: 'ApplicationDraft',
  tableName: 'application_draft',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Where it was begun, and where its owner needs the right to create applications. */
    workspaceId: p.uuid(),
    ownerId: p.uuid(),
    templateId: p.uuid(),
    templateVersion: p.integer(),
    language: p.text(),
    answers: p.json<Content['answers']>(),
    typed: p.json<Content['typed']>(),
    step: p.text().nullable(),
    done: p.json<Content['done']>(),
    applicants: p.json<Content['applicants']>(),
    /** Counts what was saved; its entity tag. */
    revision: p.integer(),
    createdAt: p.datetime(),
    savedAt: p.datetime(),
    /** When its owner was reminded that it will be deleted; null since it was saved again. */
    remindedAt: p.datetime().nullable(),
    /** What it became, as it was answered. Of what was in it nothing is left then, and nobody sees it any more. */
    sent: p.json<Sent>().columnType('json').nullable(),
    sentAt: p.datetime().nullable(),
  },
});

export const DraftFileEntity = defineEntity({
  name: 'ApplicationDraftFile',
  tableName: 'application_draft_file',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    draftId: p.uuid(),
    requirementKey: p.text(),
    fileName: p.text(),
    /** The record of its file, which says what it is and where its bytes are. */
    fileId: p.uuid(),
    createdAt: p.datetime(),
  },
});

/** The tables as the query builder sees them. */
export interface DraftTables extends FileTables {
  readonly application_draft: TableOf<typeof DraftEntity>;
  readonly application_draft_file: TableOf<typeof DraftFileEntity>;
}

export type StoredDraft = Selectable<DraftTables['application_draft']>;
