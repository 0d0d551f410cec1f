import type { Clock, Log, OrganizationAccess, SystemAccess } from '@dossier/sdk';
import type { FileRows } from './rows.ts';
import type { TakeAway } from './records.ts';
import type { Scanners } from './scanners.ts';

interface Deps {
  readonly clock: Clock;
  readonly rows: FileRows;
  readonly scanners: Scanners;
  readonly takeAway: TakeAway;
  readonly system: SystemAccess;
  readonly log: Log;
  rescan(access: OrganizationAccess, id: string): Promise<void>;
}

/** Milliseconds that an upload takes at most, with a wide margin: a request is ended after a minute. */
export const LONGEST = 3_600_000;

/**
 * Takes away what crashes have left of uploads, and gives files another scan: those that could not be scanned, those
 * whose job was lost, and those that came before there was a scanner.
 */
export const sweeping = ({ clock, rows, scanners, takeAway, system, log, rescan }: Deps) => {
  /** Where a sweep that ran out of time broke off: the next one goes on there. */
  const brokenOff = new Map<string, string>();
  return async (signal: AbortSignal): Promise<void> => {
    const before = new Date(clock.time() - LONGEST);
    const each = async (
      found: readonly { readonly organizationId: string; readonly id: string }[],
      work: (access: OrganizationAccess, id: string) => Promise<void>,
    ): Promise<void> => {
      for (const { organizationId, id } of found) {
        try {
          await work(await system(organizationId), id);
        } catch (err) {
          // One whose store is down must not keep those of the others.
          log.warn({ err, file: id }, 'A file could not be swept; the next sweep tries again.');
        }
      }
    };
    /** Page by page to the end, so that many that cannot be settled keep nobody from the later ones. */
    const all = async (
      what: string,
      page: (after: string | null) => ReturnType<FileRows['unsettled']>,
      work: (access: OrganizationAccess, id: string) => Promise<void>,
    ): Promise<void> => {
      let after = brokenOff.get(what) ?? null;
      brokenOff.delete(what);
      for (;;) {
        const found = await page(after);
        await each(found, work);
        const last = found.at(-1);
        if (!last) return;
        after = last.id;
        if (signal.aborted) return void brokenOff.set(what, after);
      }
    };
    await all(
      'unsettled',
      (after) => rows.unsettled(before, after),
      (access, id) => takeAway(access, id, ['incoming', 'leaving']),
    );
    for (const place of await rows.unscannedPlaces(before)) {
      if (!(await scanners.areThere(await system(place.organizationId, place.workspaceId)))) continue;
      await all(
        `${place.organizationId} ${place.workspaceId}`,
        (after) => rows.unscanned(place, before, after),
        rescan,
      );
    }
  };
};
