/** What is asked of the server, and what it answers. */
import type { PluginHost } from '@dossier/sdk/web';
import { organizationPageAddress, recordAddress } from '@dossier/sdk/web/ui/addresses';
import type { NoticeGroup, NoticePage, QueueShown } from '../contract.ts';

export type Queue = QueueShown;

export type Subject = NoticeGroup['subject'];
export type Shown = NoticeGroup['notices'][number];
export type View = 'new' | 'done';

const base = '/api/v1/notifications';
/** The server counts no further. */
const counted = 100;
/** Notices that the server puts away at once; those that are left are put away by the next time. */
const mostAtOnce = 2500;

/** A number that never grows wider than its badge. */
export const upTo99 = (n: number): string => (n >= counted ? '99+' : String(n));

export const keyOf = ({ type, id }: Pick<Subject, 'type' | 'id'>): string => `${type} ${id}`;

const named = ({ type, id }: Pick<Subject, 'type' | 'id'>) => ({ subject: { type, id } });

/** Where a record is. */
export const addressOf = (slug: string, { workspaceId, path }: Pick<Subject, 'workspaceId' | 'path'>): string =>
  recordAddress(slug, workspaceId, path);

export const inboxAddress = (slug: string): string => organizationPageAddress(slug, 'notifications');

/** Counts what is unread, up to 100. */
export const count = async (host: PluginHost): Promise<number> =>
  (await host.send<{ readonly unread: number }>('GET', `${base}/count`)).unread;

export const page = (host: PluginHost, view: View, before: string | null): Promise<NoticePage> =>
  host.send('GET', `${base}/inbox?${new URLSearchParams({ view, ...(before === null ? {} : { before }) })}`);

/** Beside the notices; where it cannot be asked, that is shown all the same. */
export const queues = (host: PluginHost): Promise<readonly Queue[]> =>
  host.send<readonly Queue[]>('GET', `${base}/queues`).catch(() => []);

export const queueSeen = (host: PluginHost, { workspaceId, queue }: Queue): Promise<void> =>
  host.send('POST', `${base}/queues/seen`, { workspaceId, queue });

/** Marks these as read, as many as the server takes at once; those that are left are marked by the next time. */
export const markRead = (host: PluginHost, ids: readonly string[]): Promise<void> =>
  host.send('POST', `${base}/read`, { ids: ids.slice(0, 200) });

/** All that is new of a record. */
export const markRecordRead = (host: PluginHost, record: string): Promise<void> =>
  host.send('POST', `${base}/read`, { record });

/** Marks all that waits as read, up to the newest that is shown: what came since nobody has seen yet. */
export const markAllRead = (host: PluginHost, upTo: string): Promise<void> =>
  host.send('POST', `${base}/read-all?${new URLSearchParams({ upTo })}`);

/** Gives the moment by which it can be taken back. */
export const putAway = (host: PluginHost, subject: Subject): Promise<{ readonly at: string }> =>
  host.send('POST', `${base}/done`, { done: true, ...named(subject) });

/** What these show, and nothing else: what came since nobody has seen yet. */
export const putAllAway = (host: PluginHost, groups: readonly NoticeGroup[]): Promise<{ readonly at: string }> => {
  const ids = groups.flatMap(({ notices }) => notices.map(({ id }) => id));
  return host.send('POST', `${base}/done`, { done: true, ids: ids.slice(0, mostAtOnce) });
};

/** What was put away at a moment, or all of a record. */
export const bringBack = (
  host: PluginHost,
  what: { readonly at: string } | { readonly subject: Subject },
): Promise<void> =>
  host.send('POST', `${base}/done`, { done: false, ...('at' in what ? { at: what.at } : named(what.subject)) });

export const snooze = (host: PluginHost, subject: Subject, until: string | null): Promise<void> =>
  host.send('POST', `${base}/snooze`, { ...named(subject), until });

export const mute = (host: PluginHost, subject: Pick<Subject, 'type' | 'id'>, muted: boolean): Promise<void> =>
  host.send('POST', `${base}/mute`, { ...named(subject), muted });
