import { isForPerson, demandWriting, newId, shapeOf } from '@dossier/sdk';
import type { Access, Change, EventType, Transaction } from '@dossier/sdk';
import { CompiledQuery } from 'kysely';
import { allStorable } from '../database/index.ts';
import { accessChanged } from './access-changed.ts';
import { takeOut } from './personal.ts';
import type { PersonalParts, Sealing, TakenPart } from './personal.ts';
import type { LogScope } from './port.ts';
import { installation } from './row.ts';

/** Writes the log. */
export interface EventWriter {
  /**
   * Notes one row for the open transaction. All rows of a transaction are written by one statement just before it
   * commits; none when it rolls back, and none of an `attempt` that failed.
   * @throws Error `K_EVENT_PAYLOAD` when the payload (or what was before or after) cannot be stored, or when checks are
   * on and it does not fit the event's schema: here, where an `attempt` can be undone alone, and not when all is
   * written.
   */
  emit(event: EventType<unknown>, access: Access, change: Change, payload: unknown): void;
}

/** `wake` is called after each commit that wrote events; `check` validates payloads (development and tests). */
export function createEventWriter(o: {
  scope: LogScope;
  personal: Pick<PersonalParts, 'sealing'>;
  now: () => Date;
  wake: () => void;
  check: boolean;
}): EventWriter {
  const add = o.scope.buffer<Noted>(async (tx, rows) => {
    const { remember } = await insert(tx, rows, o.personal);
    o.scope.afterCommit(remember);
    o.scope.afterCommit(o.wake);
  });

  return {
    emit(event, access, change, payload) {
      if (event.isReading !== true) demandWriting(access);
      if (o.check) checkPayload(event, payload);
      const { before = null, after = null } = change;
      if (!allStorable([before, after, payload]))
        throw new Error(
          `K_EVENT_PAYLOAD No database holds what ${event.id} tells: a text in it holds the character NUL or half of a character, a number in it is infinite, or it is nested without end.`,
        );
      const at = o.now().toISOString();
      const { actor } = access;
      const about = takeOut({ actor, before, after, payload: payload ?? {} }, nameOf(change.subject), event.personal);
      const by = isForPerson(actor)
        ? takeOut(about.rest, `user:${actor.id}`, ['/actor/name'])
        : { ...about, taken: null };
      const organization = access.organization ?? installation;
      const id = newId();
      const row = JSON.stringify({
        organizationId: organization,
        id,
        workspaceId: change.workspace === undefined ? access.workspace : change.workspace,
        type: event.id,
        audience: event.audience,
        subjectType: change.subject.type,
        subjectId: change.subject.id,
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: by.taken ? '' : actor.name,
        before: by.rest.before,
        after: by.rest.after,
        payload: by.rest.payload,
        at,
      });
      add({
        organization,
        id,
        at,
        row,
        personal: [about.taken, by.taken].filter((part) => part !== null),
        change:
          event.id === accessChanged.id
            ? JSON.stringify({ organizationId: access.organization, ended: false, at, ...(payload as object) })
            : null,
      });
    },
  };
}

const nameOf = ({ type, id }: Change['subject']): string => `${type}:${id}`;

/** A row to be written, as JSON, what was taken out of it to be sealed, and the change of access that it tells of. */
interface Noted {
  readonly organization: string;
  readonly id: string;
  readonly at: string;
  readonly row: string;
  readonly personal: readonly TakenPart[];
  readonly change: string | null;
}

/** Written out once: it is part of every change. */
const insertRows = `insert into event ("organizationId", id, "workspaceId", type, audience, "subjectType", "subjectId", "actorKind", "actorId", "actorName", before, after, payload, at, format, keys, sealed)
    select r."organizationId", r.id, r."workspaceId", r.type, r.audience, r."subjectType", r."subjectId", r."actorKind", r."actorId", r."actorName",
           nullif(r.before, 'null'::jsonb), nullif(r.after, 'null'::jsonb), r.payload, r.at, 1, r.keys, r.sealed
    from rows from (jsonb_to_recordset($1::text::jsonb) as (
      "organizationId" uuid, id uuid, "workspaceId" uuid, type text, audience text, "subjectType" text, "subjectId" text, "actorKind" text, "actorId" text, "actorName" text,
      before jsonb, after jsonb, payload jsonb, at timestamptz, keys uuid[], sealed jsonb)) with ordinality as r
    order by r.ordinality`;

/**
 * The same, and the changes of access among them under the next numbers. It travels with the commit: nothing of this
 * process happens while the row that counts is locked.
 */
const insertWithChanges = `with logged as (${insertRows}),
  changed as (select * from rows from (jsonb_to_recordset($2::text::jsonb) as (
    "organizationId" uuid, workspace text, "user" text, credential text, ended boolean, at timestamptz)) with ordinality as c),
  head as (update access_head set number = number + (select count(*) from changed) returning number)
  insert into access_change (number, "organizationId", "workspaceId", "userId", credential, ended, at)
    select head.number - (select count(*) from changed) + changed.ordinality, changed."organizationId", changed.workspace, changed."user", changed.credential, changed.ended, changed.at from head, changed`;

async function insert(
  tx: Transaction,
  noted: readonly Noted[],
  personal: Pick<PersonalParts, 'sealing'>,
): Promise<{ remember(): void }> {
  const seals = personal.sealing(tx, noted[0]!.at);
  const rows = `[${noted.map((one) => sealed(one, seals.seal)).join(',')}]`;
  await seals.keep();
  const changes = noted.flatMap(({ change }) => change ?? []);
  await tx.later(
    changes.length === 0
      ? CompiledQuery.raw(insertRows, [rows])
      : CompiledQuery.raw(insertWithChanges, [rows, `[${changes.join(',')}]`]),
  );
  return seals;
}

/** The row with its personal parts, sealed. */
function sealed({ organization, id, row, personal }: Noted, seal: Sealing['seal']): string {
  if (personal.length === 0) return row;
  const parts = personal.map((part) => seal(organization, id, part));
  const keys = [...new Set(parts.map(({ key }) => key))];
  return `${row.slice(0, -1)},"keys":${JSON.stringify(keys)},"sealed":${JSON.stringify(parts)}}`;
}

export function checkPayload(event: EventType<unknown>, payload: unknown): void {
  const faults = shapeOf(event.schema).faults(payload);
  if (faults.length > 0)
    throw new Error(`K_EVENT_PAYLOAD The payload of ${event.id} does not fit its schema. ${faults.join('; ')}`);
}
