/** What the routes do. */
import { badQuery, invalid, isId, paged, pageOf, respond } from '@dossier/sdk';
import type { Clock, Fault, RouteChecks, RouteHandlers, WorkspaceId } from '@dossier/sdk';
import type { Acts } from './acts.ts';
import type { Choosing } from './choosing.ts';
import type { Inbox } from './inbox.ts';
import type { Listing } from './listing.ts';
import type { Muting } from './muting.ts';
import type { Queues } from './queues.ts';
import type { routes } from './routes.ts';

interface Deps {
  readonly clock: Clock;
  readonly inbox: Inbox;
  readonly listing: Listing;
  readonly acts: Acts;
  readonly queues: Queues;
  readonly choosing: Choosing;
  readonly muting: Muting;
}

const YEAR = 366 * 86_400_000;

export const handlers = ({
  clock,
  inbox,
  listing,
  acts,
  queues,
  choosing,
  muting,
}: Deps): RouteHandlers<typeof routes> => ({
  async list({ access, url, query }) {
    const page = pageOf(url, query);
    const which = query.unread === undefined ? undefined : query.unread ? 'unread' : 'read';
    const { rows, shown } = await listing.page(access, page, which);
    // A page leaves out what says nothing to its reader, and the next one begins behind it all the same.
    return respond(shown, { headers: paged(url, rows, page).headers });
  },
  count: async ({ access }) => ({ unread: await listing.count(access) }),
  mark: ({ access, params: { id }, body: { read } }) => listing.mark(access, id, read),
  readAll: ({ access, query: { upTo } }) => acts.seenAll(access, upTo),
  inbox({ access, query: { view = 'new', before } }) {
    if (before !== undefined && !isId(before))
      throw badQuery([
        { pointer: '?before', code: 'bad-place', detail: 'Give what the page before says under `next`.' },
      ]);
    return inbox.page(access, { view, ...(before === undefined ? {} : { before }) });
  },
  queues: ({ access }) => queues.shown(access),
  queueSeen: ({ access, body: { workspaceId, queue } }) => queues.seen(access, workspaceId as WorkspaceId, queue),
  choices: ({ access }) => choosing.shown(access),
  async choose({ access, body }) {
    const faults = await choosing.faults(access, body);
    if (faults.length > 0) throw invalid(faults);
    await choosing.change(access, body);
  },
  muted: ({ access }) => muting.list(access),
  async read({ access, body: { ids = [], record } }) {
    if (ids.length > 0) await acts.seen(access, ids);
    if (record !== undefined) await acts.seenOf(access, record);
  },
  done({ access, body: { subject, ids, done, at } }) {
    const which = { ...(subject && { subject }), ...(ids && { ids }) };
    return done ? acts.putAway(access, which) : acts.bringBack(access, { ...which, ...(at && { at }) });
  },
  async snooze({ access, body: { subject, until } }) {
    const faults = untilFaults(clock, until);
    if (faults.length > 0) throw invalid(faults);
    await acts.snooze(access, subject, until);
  },
  mute: ({ access, body: { subject, muted } }) => muting.set(access, subject, muted),
});

export const checks = ({ clock, choosing }: Deps): RouteChecks<typeof routes> => ({
  choose: ({ access, body }) => choosing.faults(access, body),
  snooze: async ({ body }) => untilFaults(clock, body.until),
});

function untilFaults(clock: Clock, until: string | null | undefined): readonly Fault[] {
  if (until === null || until === undefined) return [];
  const wait = Date.parse(until) - clock.time();
  return wait > 0 && wait < YEAR
    ? []
    : [{ pointer: '/until', code: 'bad-moment', detail: 'Give a moment to come, within a year.' }];
}
