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
export const sweeping =
  ({ clock, rows, scanners, takeAway, system, log, rescan }: Deps) =>
  async (): Promise<void> => {
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
    await each(await rows.unsettled(before), (access, id) => takeAway(access, id, ['incoming', 'leaving']));
    if (!scanners.areInstalled()) return;
    for (const place of await rows.unscannedPlaces(before))
      if (scanners.areThere(await system(place.organizationId, place.workspaceId)))
        await each(await rows.unscanned(place, before), rescan);
  };
