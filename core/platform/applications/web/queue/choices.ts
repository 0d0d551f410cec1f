import { graphDocument } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';
import type { Officer } from '../officer-choice.ts';
import type { Source } from '../types.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names by which the list of a workspace can be narrowed. */
export interface Choices {
  readonly templates: readonly Named[];
  readonly officers: readonly Named[];
  /** Keys and people from whom its applications came; `moreSources`: there are more than are named. */
  readonly sources: readonly Source[];
  readonly moreSources: boolean;
}

export const noChoices: Choices = { templates: [], officers: [], sources: [], moreSources: false };

const templatesQuery = graphDocument<{ templates: Choices['templates'] }>('query Templates { templates { id name } }');

/** Reads them; a kind that cannot be read is left out, and the others narrow all the same. */
export async function choicesIn(host: PluginHost, workspaceId: string): Promise<Choices> {
  const at = `/api/v1/workspaces/${workspaceId}`;
  const [templates, officers, { sources, more }] = await Promise.all([
    host.query(templatesQuery, {}).then(
      (reply) => reply.templates,
      () => [],
    ),
    host.readAll<Officer>(`${at}/officers`).catch(() => []),
    host
      .send<{ sources: readonly Source[]; more: boolean }>('GET', `${at}/application-sources`)
      .catch(() => ({ sources: [], more: false })),
  ]);
  return { templates, officers, sources, moreSources: more };
}
