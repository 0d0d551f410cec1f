import { defineEntity, p } from '@mikro-orm/core';
import { globalTable, tenantTable } from '@dossier/sdk';
import type { Migration, Table } from '@dossier/sdk';

const counter = () => p.text().columnType('bigint');
const transactionId = () => p.text().columnType('xid8');

const Event = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    seq: counter(),
    xid: transactionId(),
    workspaceId: p.uuid().nullable(),
    type: p.text(),
    audience: p.text().$type<'internal' | 'external'>(),
    subjectType: p.text(),
    subjectId: p.text(),
    actorKind: p.text(),
    actorId: p.text(),
    actorName: p.text(),
    before: p.json<NonNullable<unknown>>().nullable(),
    after: p.json<NonNullable<unknown>>().nullable(),
    payload: p.json<unknown>(),
    at: p.datetime(),
    /** Null for what was written before there were formats; see `0008-personal`. */
    format: p.smallint().nullable(),
    keys: p.array().columnType('uuid[]').nullable(),
    sealed: p.json<NonNullable<unknown>>().nullable(),
  },
});

/** A key of whom events are about. Its subject reads as `user:…` or `application:…`. */
const EventKey = defineEntity({
  name: 'EventKey',
  tableName: 'event_key',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    subject: p.text(),
    wrapped: p.text(),
    createdAt: p.datetime(),
  },
});

const RelayPosition = defineEntity({
  name: 'RelayPosition',
  tableName: 'relay_position',
  properties: {
    id: p.text().primary(),
    xid: transactionId(),
    seq: counter(),
    holder: p.uuid().nullable(),
    fence: counter(),
    until: p.datetime().nullable(),
  },
});

const ConsumerPosition = defineEntity({
  name: 'ConsumerPosition',
  tableName: 'consumer_position',
  properties: { id: p.text().primary(), xid: transactionId(), seq: counter() },
});

const DeadEvent = defineEntity({
  name: 'DeadEvent',
  tableName: 'dead_event',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    consumer: p.text(),
    eventId: p.uuid(),
    attempts: p.integer(),
    error: p.text(),
    at: p.datetime(),
  },
});

const Redelivery = defineEntity({
  name: 'Redelivery',
  tableName: 'redelivery',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    consumer: p.text(),
    eventId: p.uuid(),
    askedAt: p.datetime(),
    settledAt: p.datetime().nullable(),
    error: p.text().nullable(),
  },
});

const SealEntry = defineEntity({
  name: 'SealEntry',
  tableName: 'seal_entry',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    number: counter(),
    digest: p.text(),
    link: p.text(),
  },
});

const SealSalt = defineEntity({
  name: 'SealSalt',
  tableName: 'seal_salt',
  properties: { organizationId: p.uuid().primary(), id: p.uuid().primary(), salt: p.text() },
});

const AccessHead = defineEntity({
  name: 'AccessHead',
  tableName: 'access_head',
  properties: { number: counter().primary() },
});

const AccessChangeRow = defineEntity({
  name: 'AccessChange',
  tableName: 'access_change',
  properties: {
    number: counter().primary(),
    organizationId: p.uuid().nullable(),
    workspaceId: p.text().nullable(),
    userId: p.text().nullable(),
    credential: p.text().nullable(),
    ended: p.boolean(),
    at: p.datetime(),
  },
});

const SpentTicket = defineEntity({
  name: 'SpentTicket',
  tableName: 'spent_ticket',
  properties: { id: p.text().primary(), endsAt: p.datetime() },
});

/** The tables of the event log. Only the kernel's own role moves positions; nobody changes or deletes an event. */
const eventTables: readonly Table[] = [
  tenantTable(Event, {
    appendOnly: true,
    jobsMay: ['select', 'insert'],
    audience: { column: 'audience', open: ['external'] },
  }),
  tenantTable(EventKey, { appendOnly: true, jobsMay: ['select', 'insert', 'delete'] }),
  globalTable(RelayPosition, {
    why: 'One relay serves all organizations.',
    jobsMay: ['select', 'insert', 'update'],
    appMay: [],
  }),
  globalTable(ConsumerPosition, {
    why: 'One cursor per subscription serves all organizations.',
    jobsMay: ['select', 'insert', 'update'],
    appMay: [],
  }),
  tenantTable(DeadEvent, { appendOnly: true, jobsMay: ['select', 'insert'], audience: 'staff' }),
  tenantTable(Redelivery, { appendOnly: true, jobsMay: ['select', 'insert', 'update'], audience: 'staff' }),
  tenantTable(SealEntry, { appendOnly: true, jobsMay: ['select', 'insert'], audience: 'staff' }),
  tenantTable(SealSalt, { appendOnly: true, jobsMay: ['select', 'insert'], audience: 'staff' }),
  // Numbered in the transaction of the change, of any actor; read before it is known whose a request is.
  globalTable(AccessHead, {
    why: 'Changes of access are numbered throughout the installation.',
    jobsMay: ['select', 'update'],
    appMay: ['select', 'update'],
  }),
  globalTable(AccessChangeRow, {
    why: 'Every node reads what was changed of access before it knows whose a request is.',
    jobsMay: ['select', 'insert', 'delete'],
    appMay: ['insert'],
  }),
  globalTable(SpentTicket, {
    why: 'A ticket is spent before anybody is connected.',
    jobsMay: ['select', 'insert', 'delete'],
    appMay: [],
  }),
];

const first: Migration = {
  id: '0001-event-log',
  async up(run) {
    await run(`create table event (
      "organizationId" uuid not null, id uuid not null, seq bigint generated always as identity, xid xid8 not null default pg_current_xact_id(),
      "workspaceId" uuid, type text not null, audience text not null, "subjectType" text not null, "subjectId" text not null,
      "actorKind" text not null, "actorId" text not null, "actorName" text not null, before jsonb, after jsonb, payload jsonb not null, at timestamptz not null,
      primary key ("organizationId", id))`);
    await run('create index event_order on event (xid, seq)');
    await run('create index event_catch_up on event ("organizationId", xid, seq)');
    await run('create index event_subject on event ("organizationId", "subjectType", "subjectId")');
    await run(`create index event_access on event (xid, seq) where type = 'kernel/access-changed@1'`);
    await run(`create function event_stays() returns trigger language plpgsql as $$ begin
      raise exception 'The event log only grows: % on % is refused.', lower(tg_op), tg_table_name using errcode = 'restrict_violation'; end $$`);
    await run(
      'create trigger event_stays before update or delete on event for each row execute function event_stays()',
    );
    await run(
      'create trigger event_stays_whole before truncate on event for each statement execute function event_stays()',
    );
    await run(
      'create table relay_position (id text primary key, xid xid8 not null, seq bigint not null, holder uuid, fence bigint not null default 0, until timestamptz)',
    );
    await run('create table consumer_position (id text primary key, xid xid8 not null, seq bigint not null)');
    await run(`create table dead_event ("organizationId" uuid not null, id uuid not null, consumer text not null, "eventId" uuid not null, attempts integer not null, error text not null, at timestamptz not null,
      primary key ("organizationId", id), unique ("organizationId", consumer, "eventId"))`);
    await run(`create table seal_entry ("organizationId" uuid not null, id uuid not null, number bigint not null, digest text not null, link text not null,
      primary key ("organizationId", id), unique ("organizationId", number))`);
    await run(
      'create table seal_salt ("organizationId" uuid not null, id uuid not null, salt text not null, primary key ("organizationId", id))',
    );
  },
};

/**
 * Reports read the events of a period. The log grows in the order of time, so the times of each few pages tell which of
 * them to read: unlike a tree, it is no work for who writes, and a thousandth of the size.
 */
const times: Migration = {
  id: '0002-event-times',
  async up(run) {
    await run('create index event_times on event using brin (at) with (pages_per_range = 32)');
  },
};

/**
 * Reports read the events of a few types, and with the times above those of a period. A hundredth of the log's size,
 * because a type is written down once for all its places. Writers wait while it is built, about a second for a million
 * events.
 */
const kinds: Migration = {
  id: '0003-event-kinds',
  async up(run) {
    await run('create index event_kind on event ("organizationId", "type")');
  },
};

/**
 * When the house first answered is asked of what people did and others may know: few of all events, whose rows need not
 * be looked at for that. Nothing to do for what the system or a key writes. Writers wait while it is built, half a
 * second for a million events.
 */
const acts: Migration = {
  id: '0004-event-acts',
  async up(run) {
    await run(
      `create index event_act on event ("organizationId", "at") include ("subjectType", "type", "subjectId", "actorId") where "audience" = 'external' and "actorKind" = 'user'`,
    );
  },
};

/** The index lets an event be asked for once at a time and succeed once: of those that failed there may be many. */
const again: Migration = {
  id: '0005-redelivery',
  async up(run) {
    await run(`create table redelivery ("organizationId" uuid not null, id uuid not null, consumer text not null, "eventId" uuid not null, "askedAt" timestamptz not null, "settledAt" timestamptz, error text,
      primary key ("organizationId", id))`);
    await run(
      'create unique index redelivery_once on redelivery ("organizationId", consumer, "eventId") where error is null',
    );
    await run('create index redelivery_open on redelivery (consumer) where "settledAt" is null');
  },
};

/**
 * What was changed of access once more, numbered: the log itself can be read only up to the oldest transaction that is
 * still open, and every request needs to know at once. One row counts, so that numbers have no gaps and come in the
 * order of commits; it is locked for as long as a commit takes.
 */
const numbered: Migration = {
  id: '0006-access-changes',
  async up(run) {
    await run('create table access_head (number bigint primary key)');
    await run('insert into access_head (number) values (0)');
    await run(
      `create table access_change (number bigint primary key, "organizationId" uuid, "workspaceId" text, "userId" text, credential text, ended boolean not null, at timestamptz not null)`,
    );
    await run('create index access_change_credential on access_change (credential) where credential is not null');
    await run('create index access_change_ended on access_change ("userId") where ended');
    await run('create table spent_ticket (id text primary key, "endsAt" timestamptz not null)');
  },
};

/**
 * What somebody did, newest first, and what happened to something, of whatever kind it is: asked for one person among
 * thousands, the whole log would be read. An identifier says enough without its type, so that index takes the place of
 * the one that began with it.
 */
const asked: Migration = {
  id: '0007-event-asked',
  async up(run) {
    await run('create index event_actor on event ("organizationId", "actorId", xid, seq)');
    await run('create index event_subject_id on event ("organizationId", "subjectId")');
    await run('drop index event_subject');
  },
};

/**
 * What is personal in an event is kept as ciphertext under a key of whom it is about: `sealed` holds it, `keys` names
 * the keys, which are rows of their own and can be erased. Entries that exist stay as they are, without a format.
 */
const personal: Migration = {
  id: '0008-personal',
  async up(run) {
    await run('alter table event add column format smallint, add column keys uuid[], add column sealed jsonb');
    await run(
      `create table event_key ("organizationId" uuid not null, id uuid not null, subject text not null, wrapped text not null, "createdAt" timestamptz not null,
      primary key ("organizationId", id))`,
    );
    await run('create index event_key_subject on event_key ("organizationId", subject)');
  },
};

const eventMigrations: readonly Migration[] = [first, times, kinds, acts, again, numbered, asked, personal];

/** What the database opens and migrates for the event log. */
export const eventData = { id: 'kernel-events', tables: eventTables, migrations: eventMigrations };
