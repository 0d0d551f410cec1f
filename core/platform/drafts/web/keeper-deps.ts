/** What a keeper of a draft stands on: the server, and this browser for what is not saved yet. */
import { ProblemError } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import { isOvertaken } from '@dossier/sdk/web/ui/faults';
import type { Kept } from '@dossier/sdk/web/ui/kept';
import type { DraftReply } from '../contract.ts';
import type { KeeperDeps, Read } from './draft-keeper.ts';
import { keptFrom } from './elsewhere.ts';

export const isMissing = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;

/** `missing` hears that the draft at `path` is not there any more; the template is kept with what is not saved. */
export function keeperDeps(
  host: PluginHost,
  path: string,
  o: { kept: Kept; templateId(): string | undefined; missing(): void; changed(): void },
): KeeperDeps {
  const told = async (asked: Promise<Read>): Promise<Read> => {
    try {
      return await asked;
    } catch (error) {
      if (isMissing(error)) o.missing();
      throw error;
    }
  };
  return {
    read: () => told(host.readForChange<DraftReply>(path)),
    save: (content, asRead) => told(host.sendForChange<DraftReply>('PUT', path, content, asRead)),
    isOvertaken,
    remember: (unsaved) => (unsaved === null ? o.kept.drop() : o.kept.set({ ...unsaved, templateId: o.templateId() })),
    remembered: () => keptFrom(o.kept.get()),
    changed: o.changed,
  };
}
