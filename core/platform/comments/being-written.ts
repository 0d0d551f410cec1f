/** Tells who looks at a case that somebody is writing at this moment: a hint, which nobody catches up with. */
import type { Clock, OrganizationAccess, SystemAccess, UserId, WorkspaceAccess } from '@dossier/sdk';
import { WRITING_EVERY } from './contract.ts';
import type { CommentKind } from './contract.ts';
import type { Meeting } from './meeting.ts';

interface Deps {
  readonly clock: Clock;
  readonly meeting: Pick<Meeting, 'meet'>;
  readonly system: SystemAccess;
  readonly tell: {
    readonly staff: (access: WorkspaceAccess, applicationId: string, who: { userId: UserId; name: string }) => void;
    readonly client: (access: OrganizationAccess, userId: UserId, applicationId: string) => void;
  };
}

/** People and cases of which it is remembered when somebody said last that they write. */
const REMEMBERED = 10_000;

/**
 * Staff hears of everything that is written, the clients of what will be for them: that the office writes, and not who
 * there. Of what a client writes the staff hears. Of one who says it again at once nobody does.
 */
export function beingWritten({ clock, meeting, system, tell }: Deps) {
  const said = new Map<string, number>();
  return async (access: WorkspaceAccess, id: string, asked: CommentKind): Promise<void> => {
    const { as, application, clients } = await meeting.meet(access, id);
    const kind = as === 'client' ? 'external' : asked;
    const { organization, actor } = access;
    const key = `${organization} ${id} ${actor.id} ${kind}`;
    if (clock.time() - (said.get(key) ?? -Infinity) < WRITING_EVERY) return;
    if (said.size >= REMEMBERED) said.clear();
    said.set(key, clock.time());
    tell.staff(await system(organization, application.workspaceId), id, { userId: actor.id, name: actor.name });
    if (as === 'client' || kind === 'internal') return;
    const outside = await system(organization);
    for (const userId of clients) tell.client(outside, userId, id);
  };
}
