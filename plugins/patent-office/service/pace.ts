/**
 * How quickly the office may be asked. It says in a header how it is and how many calls a minute it takes; we stay at
 * half of that, and wait before it has to ask for that.
 */
import type { Clock } from '@dossier/sdk';
import { OfficeError } from './errors.ts';

/** The services that the office counts for themselves. */
export type OfficeService = 'search' | 'retrieval' | 'images' | 'inpadoc' | 'other';
type Colour = 'green' | 'yellow' | 'red' | 'black';

interface Allowance {
  readonly colour: Colour;
  /** Calls a minute. */
  readonly calls: number;
}

const MINUTE = 60_000;
/** Until the office has said something. */
const AT_FIRST: Readonly<Record<OfficeService, number>> = {
  search: 15,
  retrieval: 100,
  images: 100,
  inpadoc: 45,
  other: 1_000,
};
/** The share of what is allowed that we use. */
const SHARE: Readonly<Record<Colour, number>> = { green: 0.5, yellow: 0.25, red: 0, black: 0 };
/** Nobody waits longer at a page for their turn, in milliseconds. */
const LONGEST = 30_000;
/** The office is not believed when it says that it is closed for longer, in milliseconds. */
const CLOSED_AT_MOST = 60 * MINUTE;

/** `idle (images=green:200, search=black:0)`, as far as it can be read. */
function allowancesIn(header: string | undefined): ReadonlyMap<string, Allowance> {
  const found = new Map<string, Allowance>();
  for (const [, service, colour, calls] of (header ?? '').matchAll(/(\w+)=(green|yellow|red|black):(\d+)/g))
    if (service && isColour(colour)) found.set(service, { colour, calls: Number(calls) });
  return found;
}
const isColour = (text: string | undefined): text is Colour =>
  text === 'green' || text === 'yellow' || text === 'red' || text === 'black';

export interface Pace {
  /** Waits for the turn of a call; throws {@link OfficeError} `suspended` when that is too long. */
  turn(service: OfficeService, signal?: AbortSignal): Promise<void>;
  /** Notes what an answer said. */
  heard(header: string | undefined): void;
  /** This service, or every one where none is named, is asked nothing before then. */
  closed(until: Date, service?: OfficeService): void;
}

export function createPace(o: {
  readonly clock: Clock;
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}): Pace {
  const allowed = new Map<string, Allowance>();
  const calls = new Map<OfficeService, number[]>();
  const queues = new Map<OfficeService, Promise<void>>();
  let heardAt = 0;
  const closedUntil = new Map<OfficeService | 'all', number>();

  /** Milliseconds until a call of this service may be made. */
  const wait = (service: OfficeService): number => {
    const now = o.clock.time();
    const closed = Math.max(closedUntil.get('all') ?? 0, closedUntil.get(service) ?? 0);
    if (now < closed) return closed - now;
    // What was said a minute ago holds no more: the office counts by the minute.
    const said = now - heardAt < MINUTE ? allowed.get(service) : undefined;
    if (said && SHARE[said.colour] === 0) return heardAt + MINUTE - now;
    const most = Math.max(1, Math.floor(said ? said.calls * SHARE[said.colour] : AT_FIRST[service]));
    const recent = (calls.get(service) ?? []).filter((at) => now - at < MINUTE);
    calls.set(service, recent);
    return recent.length < most ? 0 : recent[recent.length - most]! + MINUTE - now;
  };

  return {
    turn: (service, signal) => {
      // Those before it in the queue take of its time, too.
      const latest = o.clock.time() + LONGEST;
      const mine = (queues.get(service) ?? Promise.resolve()).then(async () => {
        for (let left = latest - o.clock.time(); ;) {
          const rest = wait(service);
          if (rest <= 0) break;
          if (rest > left) throw new OfficeError('suspended', { until: new Date(o.clock.time() + rest) });
          await o.pause(rest, signal);
          left -= rest;
        }
        calls.set(service, [...(calls.get(service) ?? []), o.clock.time()]);
      });
      queues.set(
        service,
        mine.catch(() => undefined),
      );
      return mine;
    },
    heard: (header) => {
      const found = allowancesIn(header);
      if (found.size === 0) return;
      heardAt = o.clock.time();
      for (const [service, allowance] of found) allowed.set(service, allowance);
    },
    closed: (until, service) => {
      closedUntil.set(service ?? 'all', Math.min(until.getTime(), o.clock.time() + CLOSED_AT_MOST));
    },
  };
}
