import { reasonOf } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { StepRow } from './entities.ts';
import { reopening } from './reopen.ts';
import type { OpenParts } from './reopen.ts';
import { handlerOf } from './run-handler.ts';
import { hasNoHandler } from './outcome.ts';

/**
 * A look at the cases of an organization, or of one of its workspaces, page by page: `after` is the last case of the
 * page before.
 */
export interface Look {
  readonly workspaceId: WorkspaceId | null;
  readonly after: string | null;
}

/**
 * Checks come and go, by a feature that is switched or a plugin that is installed. What waits for the answer of one
 * that is gone would wait for ever, and what halted for want of one goes on by itself when it is there.
 */
export interface HandlerAvailability {
  /** Looks at one page of cases. Returns what is left, or null. */
  look(system: OrganizationAccess, look: Look): Promise<Look | null>;
  /**
   * Visits the organizations in which a check came or went with a plugin since the last time that all could be visited;
   * at first, since anything was checked.
   */
  changed(visit: (organization: OrganizationId) => Promise<void>): Promise<void>;
}

const PAGE = 200;

export function handlerAvailability(parts: OpenParts): HandlerAvailability {
  const reopen = reopening(parts);
  let seen: string | undefined;

  const isTurned = (access: WorkspaceAccess, { kind, state, reasons, handler }: StepRow): boolean => {
    const isGone = (): boolean => isAbsent(handlerOf(parts.handlers, access, handler));
    return (
      kind === 'SYSTEM' &&
      ((state === 'waiting' && isGone()) || (state === 'failed' && hasNoHandler(reasons) && !isGone()))
    );
  };

  const takeUp = (system: OrganizationAccess, id: string): Promise<void> =>
    parts.database.write(system, async () => {
      const play = await reopen(system, id);
      const turned = play?.rows.filter((row) => isTurned(play.access, row)) ?? [];
      if (turned.length > 0) await play?.recheck(turned);
    });

  return {
    async look(system, { workspaceId, after }) {
      const ids = await parts.steps.onHandlers(system.organization, after, PAGE);
      const rows = await parts.steps.of(system.organization, ids);
      for (const [id, workspace] of await parts.store().undecided(system, ids)) {
        if (workspaceId !== null && workspace !== workspaceId) continue;
        // Most wait for what is there: they are not locked for a look.
        const access = await parts.system(system.organization, workspace);
        if (!rows.get(id)?.some((row) => isTurned(access, row))) continue;
        // One that cannot be taken up does not keep the others from it.
        await takeUp(system, id).catch((error: unknown) =>
          parts.log.error(
            { application: id, reason: reasonOf(error) },
            'An application whose check came or went could not be looked at again.',
          ),
        );
      }
      const last = ids.at(-1);
      return last !== undefined && ids.length === PAGE ? { workspaceId, after: last } : null;
    },

    async changed(visit) {
      const ids = parts.handlers.ids();
      const now = JSON.stringify([...ids].sort());
      if (now === seen) return;
      for (const organization of await parts.steps.turned(ids)) await visit(organization);
      // Not before: what could not be visited is found again the next time.
      seen = now;
    },
  };
}

/** One that is only starting or failing is none of these: it is there again in a moment. */
const isAbsent = (found: ReturnType<typeof handlerOf>): boolean => 'result' in found && found.result === 'failed';
