import { ProblemError } from '@dossier/sdk/web';
import type { LiveScope } from '@dossier/sdk/web';

export interface ApplicationAsked {
  readonly workspaceId: string;
  readonly id: string;
}

/** The topics of one application: its changes, and what its reader may do with it, by features and permissions. */
export const topicsOf = ({ workspaceId, id }: ApplicationAsked): readonly LiveScope[] => [
  { kind: 'subject', workspaceId, type: 'application', id },
  { kind: 'configuration', workspaceId },
];

/**
 * The application that was read. Throws a `ProblemError` of status 404, with `otherwise` for what to do then: the same
 * for one that is not there and for one that this reader may not see.
 */
export const found = async <Value>(reading: Promise<Value | null>, otherwise: string): Promise<Value> => {
  const value = await reading.catch((error: unknown) => {
    if (error instanceof ProblemError && error.code === 'not-found') return null;
    throw error;
  });
  if (value !== null) return value;
  const title = 'There is no such application here';
  throw new ProblemError({ status: 404, code: 'not-found', title, detail: otherwise, errors: [] });
};
