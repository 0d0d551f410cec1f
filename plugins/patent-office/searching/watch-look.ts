/**
 * A saved search looks. First all that is there becomes known, and nobody hears of it; then what is new is reported
 * once: its rows, the event of it and the next time are written in one transaction, or none of them.
 */
import { isInOrganization } from '@dossier/sdk';
import type {
  Access,
  AccessControl,
  Clock,
  Database,
  Emits,
  OrganizationAccess,
  OrganizationId,
  WorkspaceAccess,
} from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import type { Asking } from '../asking.ts';
import { searchPatents, watchFound } from '../contract.ts';
import type { PatentTables } from '../entities.ts';
import type { OfficeClient } from '../service/client.ts';
import { nextLook } from './next-look.ts';
import { pageFrom } from './watch-pages.ts';
import { findingsAdded } from './watch-rows.ts';
import type { WatchRow } from './watch-rows.ts';
import { firstLook, laterLook } from './watch-seen.ts';
import type { Ask, Seen } from './watch-seen.ts';
import { interruptedBy } from './watch-trouble.ts';
import type { WatchTrouble } from './watch-trouble.ts';

/** Milliseconds in which a look has ended in any case. After that another one may begin. */
const LEASE = 15 * 60_000;

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly control: Pick<AccessControl, 'onBehalfOf'>;
  readonly people: Pick<People, 'user'>;
  readonly asking: Pick<Asking, 'once'>;
  /** Null where the organization has set up no account. */
  readonly office: (organization: OrganizationId) => Promise<Pick<OfficeClient, 'announcing'> | null>;
  readonly timeZone: (organization: OrganizationId) => Promise<string>;
  readonly events: Emits<typeof watchFound>;
}

/** Looks, with the rights that its author has now. Does nothing where it is not due, or is being done. */
type Look = (access: Access, watchId: string) => Promise<void>;

export function looking(o: Deps): Look {
  const { database, clock } = o;

  /** Nobody else looks until the lease is over. */
  const taken = (access: OrganizationAccess, watchId: string): Promise<WatchRow | undefined> =>
    database.write(access, (tx) =>
      tx
        .sql<PatentTables>()
        .updateTable('patent_watch')
        .set({ nextAt: new Date(clock.time() + LEASE).toISOString() })
        .where('organizationId', '=', access.organization)
        .where('id', '=', watchId)
        .where('nextAt', '<=', clock.now().toISOString())
        .returningAll()
        .executeTakeFirst(),
    );

  const authorOf = async (watch: WatchRow): Promise<WorkspaceAccess | null> => {
    const person = await o.people.user(watch.userId);
    if (!person) return null;
    const actor = { kind: 'user', id: person.id, name: person.name } as const;
    const access = await o.control.onBehalfOf(actor, watch.organizationId, watch.workspaceId);
    return access?.can(searchPatents) ? access : null;
  };

  /** Ends a look, unless its search was changed meanwhile: then another one begins. */
  const ended = (
    access: OrganizationAccess,
    watch: WatchRow,
    { seen, trouble, nextAt }: { readonly seen?: Seen; readonly trouble: WatchTrouble | null; readonly nextAt: Date },
  ): Promise<void> =>
    database.write(access, async (tx) => {
      const now = clock.now();
      const moved = await tx
        .sql<PatentTables>()
        .updateTable('patent_watch')
        .set({
          ...{ nextAt: nextAt.toISOString(), trouble },
          ...(seen ? { total: seen.total, lastAt: now.toISOString() } : {}),
        })
        .where('organizationId', '=', watch.organizationId)
        .where('id', '=', watch.id)
        .where('version', '=', watch.version)
        .returning('id')
        .executeTakeFirst();
      if (!moved || !seen) return;
      const added = await findingsAdded(tx, watch, { numbers: seen.found, at: now, toldAt: now });
      if (added.length > 0)
        o.events.emit(
          watchFound,
          access,
          { subject: { type: 'patent-watch', id: watch.id }, workspace: watch.workspaceId },
          { watchId: watch.id, count: added.length },
        );
    });

  return async (access, watchId) => {
    if (!isInOrganization(access)) return;
    const watch = await taken(access, watchId);
    if (!watch) return;
    const regular = nextLook(watch.every, clock.now(), await o.timeZone(access.organization));
    const stopped = (trouble: WatchTrouble) => ended(access, watch, { trouble, nextAt: regular });
    const author = await authorOf(watch);
    if (!author) return stopped('no-right');
    const office = await o.office(access.organization);
    if (!office) return stopped('not-set-up');
    const ask: Ask = (from, keep) =>
      pageFrom(o, { access: author, office, cql: watch.cql, from, ...(keep ? { keep } : {}) });
    let seen: Seen;
    try {
      seen = watch.total === null ? await firstLook(o, watch, author, ask) : await laterLook(o, watch, author, ask);
    } catch (error) {
      const { trouble, again } = interruptedBy(error, clock.now());
      return ended(access, watch, { trouble, nextAt: again && again < regular ? again : regular });
    }
    return ended(access, watch, { seen, trouble: seen.trouble, nextAt: regular });
  };
}
