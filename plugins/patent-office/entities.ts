import { defineEntity, p } from '@mikro-orm/core';
import type { ActorKind, TableOf, UserId, WorkspaceId } from '@dossier/sdk';
import type { PatentPart } from './contract.ts';

/** A publication that somebody of the organization has met. */
export const PatentEntity = defineEntity({
  name: 'Patent',
  tableName: 'patent',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Country, number and kind: `EP1000000A1`. One of its kind in the organization. */
    docdb: p.text(),
    country: p.text(),
    number: p.text(),
    kind: p.text(),
    family: p.text().nullable(),
    title: p.text().nullable(),
    titleLanguage: p.text().nullable(),
    applicants: p.json<readonly string[]>(),
    classes: p.json<readonly string[]>(),
    /** YYYY-MM-DD */
    publishedOn: p.date().nullable(),
    at: p.datetime(),
  },
});

/** What the office said of it. */
export const PatentPartEntity = defineEntity({
  name: 'PatentPart',
  tableName: 'patent_part',
  properties: {
    organizationId: p.uuid().primary(),
    patentId: p.uuid().primary(),
    part: p.text().primary().$type<PatentPart>(),
    /** As `answers` reads it; null where the office has none. */
    data: p.json<NonNullable<unknown>>().nullable(),
    /** Nothing of what was promised is missing. What is not whole is asked for anew. */
    whole: p.boolean(),
    at: p.datetime(),
  },
});

/** Somebody is asking the office for this now; others wait for the answer. */
export const FlightEntity = defineEntity({
  name: 'PatentFlight',
  tableName: 'patent_flight',
  properties: {
    organizationId: p.uuid().primary(),
    key: p.text().primary(),
    /** Who asks: so that one whose time has passed does not end another's. */
    by: p.uuid(),
    until: p.datetime(),
  },
});

/** What the operator lets an organization use in a period; without a row it is the usual. */
export const QuotaEntity = defineEntity({
  name: 'PatentQuota',
  tableName: 'patent_quota',
  properties: { organizationId: p.uuid().primary(), credits: p.integer() },
});

/** Credits of a period. Nothing is reserved beyond `quota`; a lower one that is set later may be below what is used. */
export const CreditPeriodEntity = defineEntity({
  name: 'PatentCreditPeriod',
  tableName: 'patent_credit_period',
  properties: {
    organizationId: p.uuid().primary(),
    /** The first day of a month, in the time zone of the organization. */
    begins: p.date().primary(),
    quota: p.integer(),
    used: p.integer(),
    reserved: p.integer(),
  },
});

/**
 * States of a purchase: reserved, then sent, when the office is asked; then used, or released when it gave no answer.
 * A process that dies in between leaves it: it is lost where nothing was sent yet, and interrupted where the office may
 * have answered.
 */
export type CreditState = 'reserved' | 'sent' | 'used' | 'released' | 'lost' | 'interrupted';

/** A purchase, and what has become of it. */
export const CreditEntryEntity = defineEntity({
  name: 'PatentCreditEntry',
  tableName: 'patent_credit_entry',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    begins: p.date(),
    at: p.datetime(),
    /** After this its process has died. */
    until: p.datetime(),
    byKind: p.text(),
    byId: p.text(),
    byName: p.text(),
    /** search, page, or a part. */
    what: p.text(),
    /** The query, or the number of the patent. */
    about: p.text(),
    state: p.text().$type<CreditState>(),
    /** Reserved, and in the end used. */
    credits: p.integer(),
  },
});

/** A page of hits as the office gave it, for everybody of the organization. */
export const AnswerEntity = defineEntity({
  name: 'PatentAnswer',
  tableName: 'patent_answer',
  properties: {
    organizationId: p.uuid().primary(),
    /** Digest of what the office was asked. */
    query: p.text().primary(),
    /** The first hit of it, from 1. */
    from: p.integer().primary(),
    total: p.integer(),
    /** Publications, in the order of the office. */
    numbers: p.json<readonly string[]>(),
    until: p.datetime(),
  },
});

/** Searches of a person, the newest of which they find again. */
export const SearchEntity = defineEntity({
  name: 'PatentSearch',
  tableName: 'patent_search',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid().$type<UserId>(),
    cql: p.text(),
    /** The form that it was made from; null of what was written as CQL. */
    form: p.json<NonNullable<unknown>>().nullable(),
    total: p.integer(),
    at: p.datetime(),
  },
});

/** That a person has opened a patent: what they have seen is lighter in their lists. */
export const SeenEntity = defineEntity({
  name: 'PatentSeen',
  tableName: 'patent_seen',
  properties: {
    organizationId: p.uuid().primary(),
    userId: p.uuid().primary().$type<UserId>(),
    patentId: p.uuid().primary(),
    at: p.datetime(),
  },
});

export type WatchEvery = 'day' | 'week';

/** A saved search, asked anew by itself. */
export const WatchEntity = defineEntity({
  name: 'PatentWatch',
  tableName: 'patent_watch',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid().$type<UserId>(),
    workspaceId: p.uuid().$type<WorkspaceId>(),
    /** In whose Patent Search it was saved, and is found again; null of one that was saved elsewhere. */
    applicationId: p.uuid().nullable(),
    name: p.text(),
    cql: p.text(),
    every: p.text().$type<WatchEvery>(),
    nextAt: p.datetime(),
    lastAt: p.datetime().nullable(),
    /** What it found then, of all that there is; null before the first time. */
    total: p.integer().nullable(),
    /** Why it found nothing the last time, as a code; null when it went well. */
    trouble: p.text().nullable(),
    version: p.integer(),
  },
});

/** What a saved search has found once: it is not new again. */
export const WatchHitEntity = defineEntity({
  name: 'PatentWatchHit',
  tableName: 'patent_watch_hit',
  properties: {
    organizationId: p.uuid().primary(),
    watchId: p.uuid().primary(),
    docdb: p.text().primary(),
    at: p.datetime(),
    /** Null of what was there when the search was saved. */
    toldAt: p.datetime().nullable(),
  },
});

export const SavedEntity = defineEntity({
  name: 'PatentSaved',
  tableName: 'patent_saved',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    patentId: p.uuid().primary(),
    tag: p.text(),
    reason: p.text(),
    byId: p.uuid().$type<UserId>(),
    byName: p.text(),
    at: p.datetime(),
    version: p.integer(),
  },
});

/** For its author alone: the database shows it to nobody else. */
export const NoteEntity = defineEntity({
  name: 'PatentNote',
  tableName: 'patent_note',
  properties: {
    organizationId: p.uuid().primary(),
    authorId: p.uuid().primary().$type<UserId>(),
    patentId: p.uuid().primary(),
    text: p.text(),
    at: p.datetime(),
    version: p.integer(),
  },
});

/** The pages of a publication, or of its drawings, as one file. */
export const DocumentEntity = defineEntity({
  name: 'PatentDocument',
  tableName: 'patent_document',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    patentId: p.uuid(),
    /** Where the office has it. */
    link: p.text(),
    pages: p.integer(),
    /** The merged file; null until all pages are there. */
    fileId: p.uuid().nullable(),
    /** Bytes of all that is kept of it. */
    size: p.bigint('number'),
    /** Who asked for it last: they stand in the ledger for its pages. */
    byKind: p.text().$type<ActorKind>(),
    byId: p.text(),
    byName: p.text(),
    at: p.datetime(),
    /** When somebody last read it: what nobody has read for longest makes room. */
    usedAt: p.datetime(),
  },
});

export type PageState = 'waiting' | 'there' | 'failed';

export const PageEntity = defineEntity({
  name: 'PatentPage',
  tableName: 'patent_page',
  properties: {
    organizationId: p.uuid().primary(),
    documentId: p.uuid().primary(),
    /** From 1. */
    page: p.integer().primary(),
    state: p.text().$type<PageState>(),
    fileId: p.uuid().nullable(),
    /** Why it is not there, as a code. */
    trouble: p.text().nullable(),
    /** Digest of what is seen on it; null of a blank sheet, which others may equal, and while it is not there. */
    content: p.text().nullable(),
    /** A credit was used for it: if it has to be asked for anew, that costs nothing. */
    paid: p.boolean(),
  },
});

export interface PatentTables {
  patent: TableOf<typeof PatentEntity>;
  patent_part: TableOf<typeof PatentPartEntity>;
  patent_flight: TableOf<typeof FlightEntity>;
  patent_quota: TableOf<typeof QuotaEntity>;
  patent_credit_period: TableOf<typeof CreditPeriodEntity>;
  patent_credit_entry: TableOf<typeof CreditEntryEntity>;
  patent_answer: TableOf<typeof AnswerEntity>;
  patent_search: TableOf<typeof SearchEntity>;
  patent_seen: TableOf<typeof SeenEntity>;
  patent_watch: TableOf<typeof WatchEntity>;
  patent_watch_hit: TableOf<typeof WatchHitEntity>;
  patent_saved: TableOf<typeof SavedEntity>;
  patent_note: TableOf<typeof NoteEntity>;
  patent_document: TableOf<typeof DocumentEntity>;
  patent_page: TableOf<typeof PageEntity>;
}
