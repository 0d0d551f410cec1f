import { reader } from '@dossier/sdk/web/ui/reader';
import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement, GraphDocument } from '@dossier/sdk/web';
import type { ApplicationRow } from '../types.ts';
import type { Papers } from './still-to-send.ts';

type Found = Papers & { readonly can: readonly string[] };

/** A client has few that are open; of more the newest are looked into. The server takes thirty aliases. */
export const most = 10;

/** Reads so many applications at once: their ids are `a0`, `a1` and so on, and so are the answers. */
export const papersQuery = (
  count: number,
): GraphDocument<Readonly<Record<string, Found | null>>, Readonly<Record<string, string | readonly string[]>>> => {
  const names = Array.from({ length: count }, (_, i) => `a${i}`);
  return graphDocument(`query Papers($wanted: [String!]!, ${names.map((name) => `$${name}: ID!`).join(', ')}) {
    ${names.map((name) => `${name}: application(id: $${name}) { answers createdAt submittedAt template { inLanguage(wanted: $wanted) { schema wizard requiredDocuments } } documents { id requirementKey reviewStatus replaces scan } can }`).join('\n    ')}
  }`);
};

/** Which documents a client is to send, for the applications of their list that are in review: rows do not carry it. */
export class Wanted {
  /** Titles by application id, none for what is complete; another map whenever somebody has looked. */
  titles: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #element: DossierElement;
  #turn = 0;

  constructor(element: DossierElement) {
    this.#element = element;
  }

  /** Of two at once the later one counts. */
  async look(rows: readonly ApplicationRow[]): Promise<void> {
    const turn = (this.#turn += 1);
    const open = rows.filter(({ status }) => status === 'InReview').slice(0, most);
    // They may see all that are theirs in a workspace, or none. Without an answer the list says what it can say
    // without.
    const found = await Promise.all(
      [...Map.groupBy(open, ({ workspaceId }) => workspaceId).values()].map((some) =>
        this.#of(some.map(({ id }) => id)).catch(() => []),
      ),
    );
    if (turn !== this.#turn) return;
    this.titles = new Map(found.flat());
    this.#element.requestUpdate();
  }

  async #of(ids: readonly string[]): Promise<readonly (readonly [string, readonly string[]])[]> {
    // The engine of forms is loaded where somebody has something in review.
    const [{ missingOf }, found] = await Promise.all([
      import('./still-to-send.ts'),
      this.#element.host.query(papersQuery(ids.length), {
        wanted: reader().languages,
        ...Object.fromEntries(ids.map((id, i) => [`a${i}`, id])),
      }),
    ]);
    return ids.map((id, i) => {
      const papers = found[`a${i}`];
      return [id, papers?.can.includes('upload') ? missingOf(papers).map(({ title }) => title) : []];
    });
  }
}
