import type { Access, ContributionGate, Delivered, EventStream, EventType, LoggedEvent } from '@dossier/sdk';
import type { LogFilter } from './reader.ts';

/** Subscription by `plugin.on` or `plugin.follow`. `plugin` and `name` together keep its place across restarts. */
export interface Subscription {
  readonly plugin: string;
  readonly name: string;
  /** One type, or every event of an audience. */
  readonly event: EventType<unknown> | EventStream;
  readonly gate: ContributionGate;
  readonly handle: (event: LoggedEvent, access: Access) => void | Promise<void>;
  /** Several of one organization at once; `handle` is for those of which that failed. */
  readonly handleBatch?: (delivered: readonly Delivered[]) => void | Promise<void>;
  /** Types of a stream that are wanted now; all of them unless given. */
  readonly types?: () => Iterable<EventType<unknown>>;
}

/** Events that are meant for it. */
export const filterOf = ({ event, types }: Subscription): LogFilter => {
  if (event.kind === 'event') return { types: [event.id] };
  const { audience } = event;
  return types ? { audience, types: [...new Set([...types()].map(({ id }) => id))] } : { audience };
};

/** Its name in the database. */
export const keyOf = (subscription: Subscription): string => `${subscription.plugin}/${subscription.name}`;
