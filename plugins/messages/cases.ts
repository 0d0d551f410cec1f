/** The application that somebody writes about. */
import { isId } from '@dossier/sdk';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import type { ThreadRow } from './entities.ts';
import type { Reader } from './reach.ts';

/** What a thread is about, as it stands with it. */
export type About = Pick<ThreadRow, 'applicationId' | 'workspaceId'>;
export const nothing: About = { applicationId: null, workspaceId: null };

/** Null for one that the reader does not read as staff, or that there is not: nobody learns which. */
export async function caseFor(cards: Cards, reader: Reader, applicationId: string): Promise<About | null> {
  const { access, places, workspaces, own } = reader;
  if (!isId(applicationId) || own.includes(applicationId)) return null;
  const inside = places.filter(({ workspace }) => workspaces.includes(workspace));
  const card = (await cards.of(access, inside, [applicationId])).get(applicationId);
  return card?.as === 'staff' ? { applicationId, workspaceId: card.workspaceId } : null;
}
