import { newId } from '@dossier/sdk';
import type { Log, LoggedEvent, Topic } from '@dossier/sdk';
import { accessChangeOf } from './access-changed.ts';
import type { AccessChange } from './port.ts';
import type { PersonalParts } from './personal.ts';
import { toLogged } from './row.ts';
import type { LogRow } from './row.ts';
import { fillAddress } from './topics.ts';
import type { TopicTable } from './topics.ts';

/** One step of publishing, in the order of the log. */
export type Outgoing =
  | { readonly kind: 'message'; readonly address: string; readonly message: string }
  | { readonly kind: 'access'; readonly id: string; readonly change: AccessChange };

/** More messages than this for one address in one go are merged. */
export const mergeAbove = 20;
/** A merged message names at most this many events. */
const mergeInto = 100;

/** `applications/submitted@1` is published as `dossier.applications.submitted.v1`. */
export const messageType = (eventId: string): string => `dossier.${eventId.replace('@', '.v').replaceAll('/', '.')}`;
export const mergedType = 'dossier.changes.v1';
/**
 * The last message of a subscription that was ended because access to its address was: who watched learns that it is
 * over, and nothing else.
 */
export const endedType = 'dossier.subscription-ended.v1';

/** `now` is in milliseconds since 1970. */
export const endedMessage = (now: number): string =>
  JSON.stringify({
    specversion: '1.0',
    id: newId(),
    type: endedType,
    source: '/rt',
    time: new Date(now).toISOString(),
    datacontenttype: 'application/json',
    data: {},
  } satisfies Omit<Envelope, 'seq'>);

/**
 * CloudEvents 1.0, structured JSON (the only mode of MQTT 3.1.1). `seq` is the place in the log: a client that missed
 * one asks for what came after it.
 */
interface Envelope {
  readonly specversion: '1.0';
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject?: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly seq: string;
  readonly actor?: string;
  readonly data: unknown;
}

const sourceOf = (event: LoggedEvent): string =>
  `/o/${event.organization ?? 'installation'}${event.workspace ? `/w/${event.workspace}` : ''}`;

/** The message of one event; the actor is given by kind only, so that no topic discloses who works on a case. */
const single = (event: LoggedEvent, data: unknown): Envelope => ({
  specversion: '1.0',
  id: event.id,
  type: messageType(event.type),
  source: sourceOf(event),
  subject: `${event.subject.type}/${event.subject.id}`,
  time: event.at,
  datacontenttype: 'application/json',
  seq: event.place,
  actor: event.actor.kind,
  data,
});

/** One message for many events of one address: it names them and carries the place of the last. */
function merged(events: readonly LoggedEvent[]): Envelope {
  const last = events.at(-1)!;
  return {
    specversion: '1.0',
    id: last.id,
    type: mergedType,
    source: sourceOf(last),
    time: last.at,
    datacontenttype: 'application/json',
    seq: last.place,
    data: {
      ids: [...new Set(events.map((event) => event.subject.id))],
      events: events.map((event) => event.id),
      types: [...new Set(events.map((event) => messageType(event.type)))],
    },
  };
}

interface Pending {
  readonly event: LoggedEvent;
  readonly address: string;
  readonly data: unknown;
}

/**
 * What rows of the log say on which address. A topic whose own code fails is reported and left out, so that one plugin
 * cannot stop the log. `wanted` leaves out what has been sent already. More than {@link mergeAbove} messages for one
 * address become few, each at the place of its last event.
 */
export function messagesOf(
  rows: readonly LogRow[],
  table: TopicTable,
  log: Log,
  personal: Pick<PersonalParts, 'open'>,
  wanted: (address: string, eventId: string) => boolean = () => true,
): readonly Outgoing[] {
  const perRow = rows.map((row) => ({
    row,
    pending: pendingOf(row, table, log, personal).filter((one) => wanted(one.address, row.id)),
  }));
  const byAddress = Map.groupBy(
    perRow.flatMap(({ pending }) => pending),
    (one) => one.address,
  );
  const out: Outgoing[] = [];
  for (const { row, pending } of perRow) {
    const change = accessChangeOf(row);
    if (change) out.push({ kind: 'access', id: row.id, change });
    for (const one of pending) {
      const all = byAddress.get(one.address)!;
      if (all.length <= mergeAbove) {
        out.push({ kind: 'message', address: one.address, message: JSON.stringify(single(one.event, one.data)) });
        continue;
      }
      const at = all.indexOf(one);
      if ((at + 1) % mergeInto === 0 || at === all.length - 1) {
        const events = all.slice(at - (at % mergeInto), at + 1).map(({ event }) => event);
        out.push({ kind: 'message', address: one.address, message: JSON.stringify(merged(events)) });
      }
    }
  }
  return out;
}

/** The messages that one address got for these events, each by itself: what a client reads after it was away. */
export const messagesAt = (
  address: string,
  events: readonly LoggedEvent[],
  table: TopicTable,
  log: Log,
): readonly Envelope[] =>
  events.flatMap((event) =>
    pendingFor(event, table, log)
      .filter((one) => one.address === address)
      .map((one) => single(one.event, one.data)),
  );

const pendingOf = (
  row: LogRow,
  table: TopicTable,
  log: Log,
  personal: Pick<PersonalParts, 'open'>,
): readonly Pending[] => (table.of(row.type).length === 0 ? [] : pendingFor(toLogged(row, personal), table, log));

function pendingFor(event: LoggedEvent, table: TopicTable, log: Log): readonly Pending[] {
  return table.of(event.type).flatMap((topic) => {
    try {
      return addressesOf(topic, event).map((address) => ({ event, address, data: dataOf(topic, event) }));
    } catch (error) {
      log.error(
        { err: error, topic: topic.id, event: event.id },
        `The topic ${topic.id} cannot tell of the event ${event.type}; its subscribers catch up when they read anew.`,
      );
      return [];
    }
  });
}

// A topic's functions are written for the payloads of its own events, which the table has matched by type.
const given = (event: LoggedEvent): LoggedEvent<never> => event as LoggedEvent<never>;

const dataOf = (topic: Topic, event: LoggedEvent): unknown =>
  topic.data ? topic.data(given(event)) : { id: event.subject.id };

function addressesOf(topic: Topic, event: LoggedEvent): readonly string[] {
  const known = { organizationId: event.organization, workspaceId: event.workspace, id: event.subject.id };
  const targets = topic.to ? topic.to(given(event)) : [{}];
  const addresses = targets.map((target) =>
    fillAddress(topic.address, { ...known, ...target, organizationId: event.organization }),
  );
  return [...new Set(addresses.filter((address) => address !== null))];
}
