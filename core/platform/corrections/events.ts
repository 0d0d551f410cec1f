import type { Emits, UserId, WorkspaceAccess } from '@dossier/sdk';
import { correctionAsked, correctionReminded, correctionSent, correctionTakenBack } from './contract.ts';
import type { StoredRound } from './entities.ts';

/** All events of corrections. */
export const allEvents = [correctionAsked, correctionReminded, correctionSent, correctionTakenBack] as const;

/** What an event says of a round. */
type About = Pick<StoredRound, 'id' | 'applicationId' | 'workspaceId'>;
type Tell = (access: WorkspaceAccess, round: About, clients: readonly UserId[]) => void;

/** Tells the trail, and who follows the application. */
export interface CorrectionEvents {
  readonly asked: Tell;
  readonly reminded: Tell;
  readonly sent: Tell;
  readonly takenBack: Tell;
}

/** Tells it by this log. */
export function correctionEvents(log: Emits<(typeof allEvents)[number]>): CorrectionEvents {
  const telling =
    (event: (typeof allEvents)[number]): Tell =>
    (access, { id, applicationId, workspaceId }, clients) =>
      log.emit(
        event,
        access,
        { subject: { type: 'application', id: applicationId }, workspace: workspaceId, after: { correction: id } },
        { correctionId: id, clients: [...clients] },
      );
  return {
    asked: telling(correctionAsked),
    reminded: telling(correctionReminded),
    sent: telling(correctionSent),
    takenBack: telling(correctionTakenBack),
  };
}
