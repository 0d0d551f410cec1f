import { EventLog } from '@dossier/sdk';
import type { Access, Change, ContributionGate, Delivered, EventStream, EventType, LoggedEvent } from '@dossier/sdk';
import type { Facility, FacilityPlan } from '../../kernel/facility.ts';
import { checkEvents } from './checks.ts';
import type { Events } from './index.ts';
import { events as eventKind, streams } from './kinds.ts';

export const eventsPlan: FacilityPlan = {
  id: 'events',
  kinds: [eventKind, streams],
  checks: [checkEvents],
  services: [EventLog],
};

/** The log of what has changed: written with the change, read by its subscribers after it. */
export const events = (o: {
  readonly eventLog: EventLog;
  readonly emit: Events['writer']['emit'];
  readonly subscribe: Events['consumers']['add'];
}): Facility => ({
  ...eventsPlan,
  given: new Map([[EventLog.id, o.eventLog]]),
  verbs: ({ spec, open, declared, gated, once, was, background }) => ({
    verbs: {
      on(
        event: EventType<unknown>,
        name: string,
        gate: ContributionGate,
        handle: (event: LoggedEvent, access: Access) => void | Promise<void>,
      ) {
        open(`listens to ${event.id}`);
        gated(`the listener ${name}`, gate);
        once('listens as', name);
        background(() => o.subscribe({ plugin: spec.id, name, event, gate, handle }));
      },
      follow(stream: EventStream, handle: (event: LoggedEvent, access: Access) => void | Promise<void>) {
        open(`follows ${stream.id}`);
        declared('follows', stream.id, spec.streams, 'streams');
        once('follows', stream.id);
        const { id: name, gate } = stream;
        background(() => o.subscribe({ plugin: spec.id, name: `stream ${name}`, event: stream, gate, handle }));
      },
      followBatches(
        stream: EventStream,
        handle: (delivered: readonly Delivered[]) => void | Promise<void>,
        types?: () => Iterable<EventType<unknown>>,
      ) {
        open(`follows ${stream.id}`);
        declared('follows', stream.id, spec.streams, 'streams');
        once('follows', stream.id);
        const { id: name, gate } = stream;
        background(() =>
          o.subscribe({
            plugin: spec.id,
            name: `stream ${name}`,
            event: stream,
            gate,
            handle: (event, access) => handle([{ event, access }]),
            handleBatch: handle,
            ...(types ? { types } : {}),
          }),
        );
      },
      emit(event: EventType<unknown>, access: Access, change: Change, payload: unknown) {
        declared('emits', event.id, spec.events, 'events');
        o.emit(event, access, change, payload);
      },
    },
    missing: () => (spec.streams ?? []).filter(({ id }) => !was('follows', id)).map(({ id }) => `stream ${id}`),
  }),
});
