import { conflict, isId } from '@dossier/sdk';
import type { Fault, WorkspaceAccess } from '@dossier/sdk';
import { maySee } from './audience.ts';
import type { IncomingFile } from './contract.ts';
import type { DocumentRow } from './entities.ts';
import type { Rows } from './rows.ts';

type Asked = Pick<IncomingFile, 'requirementKey' | 'audience' | 'replaces' | 'pointer'>;

/** What files are sent in the place of. */
export interface Replacing {
  /** A file with the requirement of what it replaces, unless it says another one. */
  resolved<F extends Asked>(file: F): F;
  /** Files that replace what the sender does not see, or what was replaced before. */
  faults(files: readonly Asked[]): readonly Fault[];
}

/** Of one application, as its sender sees it; reads nothing where nothing is replaced. */
export async function replacing(
  rows: Pick<Rows, 'of'>,
  access: WorkspaceAccess,
  applicationId: string,
  files: readonly Asked[],
): Promise<Replacing> {
  const wanted = files.some((file) => file.replaces?.());
  const present = wanted ? await rows.of(access, [applicationId]) : [];
  const seen = new Map(present.filter((row) => maySee(access, row)).map((row) => [row.id, row]));
  return {
    resolved: (file) => ({
      ...file,
      requirementKey: () => file.requirementKey() ?? seen.get(file.replaces?.() ?? '')?.requirementKey ?? null,
    }),
    faults(asked) {
      const taken = new Set(present.map(({ replaces }) => replaces));
      return asked.flatMap((file): Fault[] => {
        const id = file.replaces?.() ?? null;
        if (id === null) return [];
        const pointer = `${file.pointer}/replaces`;
        const known = isId(id) ? seen.get(id) : undefined;
        if (!known)
          return [
            { pointer, code: 'unknown-document', detail: 'This is not the id of a document of this application.' },
          ];
        if (taken.has(id)) return [{ pointer, code: 'already-replaced', detail: wordsOf(known) }];
        taken.add(id);
        return [];
      });
    },
  };
}

/**
 * Throws 409 `already-replaced` when somebody was quicker. Call it behind the lock of the application.
 */
export async function demandUnreplaced(
  rows: Pick<Rows, 'of'>,
  access: WorkspaceAccess,
  applicationId: string,
  made: readonly Pick<DocumentRow, 'replaces'>[],
): Promise<void> {
  const ids = made.flatMap(({ replaces }) => replaces ?? []);
  if (ids.length === 0) return;
  const present = await rows.of(access, [applicationId]);
  const taken = present.find(({ replaces }) => replaces !== null && ids.includes(replaces))?.replaces;
  const one = present.find(({ id }) => id === taken);
  if (one) throw conflict('already-replaced', wordsOf(one));
}

const wordsOf = ({ fileName }: Pick<DocumentRow, 'fileName'>): string =>
  `"${fileName}" was replaced before. Replace the document that took its place.`;
