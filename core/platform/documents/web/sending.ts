import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement, PluginHost } from '@dossier/sdk/web';
import type { FileRules } from '@dossier/sdk/web/ui/file-rules';
import { FileSending } from '@dossier/sdk/web/ui/file-sending';

/** What goes with a file. */
export interface About {
  readonly requirementKey: string | null;
  readonly audience: 'staff' | 'client' | null;
  /** Id of the document in the place of which it is sent. */
  readonly replaces: string | null;
}

const rulesQuery = graphDocument<{ documentRules: FileRules }>(
  'query DocumentRules { documentRules { largest types } }',
);

let known: Promise<FileRules> | null = null;

/** Asked for once; what did not come is asked for again by the next one. */
const rulesOf = (host: PluginHost): Promise<FileRules> => {
  known ??= host
    .query(rulesQuery, {})
    .then(({ documentRules }) => documentRules)
    .catch((error: unknown) => {
      known = null;
      throw error;
    });
  return known;
};

/** Sends files as documents of an application. */
export class Sending extends FileSending<About, unknown> {
  /** `path`: where documents of the application are sent; `arrived`: one is there. */
  constructor(element: DossierElement, o: { path: () => string; arrived: () => void }) {
    super(element, {
      path: o.path,
      fields: ({ requirementKey, audience, replaces }) => ({ requirementKey, audience, replaces }),
      rules: rulesOf,
      arrived: (_reply, { name }) => {
        element.host.notify({ kind: 'success', text: `${name} was uploaded.` });
        o.arrived();
      },
    });
  }

  add(files: Iterable<File>, about: About): Promise<void> {
    // A document is replaced once: by the first of several.
    return this.send(
      [...files].map((file, i) => ({ file, about: { ...about, replaces: i === 0 ? about.replaces : null } })),
    );
  }
}
