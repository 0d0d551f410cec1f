import type { Contributions, WorkspaceAccess } from '@dossier/sdk';
import type { CommunicationSource, ReportSource } from '@dossier/core/platform/reporting/contract';
import { communicationsOf } from './communications.ts';

/** The sources that somebody may read at a workspace. */
export interface Catalogue {
  list(access: WorkspaceAccess): readonly { readonly id: string; readonly value: ReportSource }[];
  /** Throws `not-found` and `feature-off` (404), and `forbidden` (403). */
  demand(access: WorkspaceAccess, id: string): ReportSource;
}

const communications = 'communications';
export const applicationsId = 'applications';

/** What was contributed, and what was said to clients as one source more. */
export function catalogue({
  sources,
  spoken,
}: {
  sources: Contributions<ReportSource>;
  spoken: Contributions<CommunicationSource>;
}): Catalogue {
  return {
    list: (access) => {
      const applications = sources.get(access, applicationsId);
      return [
        ...sources.list(access),
        ...(applications ? [{ id: communications, value: communicationsOf(spoken, applications, access) }] : []),
      ];
    },
    demand: (access, id) =>
      id === communications
        ? communicationsOf(spoken, sources.demand(access, applicationsId), access)
        : sources.demand(access, id),
  };
}
