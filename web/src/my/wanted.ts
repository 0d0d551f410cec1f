import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { Application, ApplicationRow } from '../applications/types.ts';
import { missingDocuments } from '../documents/missing.ts';

type Papers = Pick<Application, 'documents' | 'template' | 'can'>;
const papersQuery = graphDocument<{ application: Papers | null }, { id: string }>('query Papers($id: ID!) { application(id: $id) { template { requiredDocuments } documents { requirementKey reviewStatus } can } }');

/** A client has few that are open; of more the newest are looked into. */
const most = 10;

/** Which documents a client is to send, for the applications of his list that are in review: rows do not carry it. */
export class Wanted {
  /** Titles by application id, none for what is complete; another map whenever somebody has looked. */
  titles: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #element: DossierElement;

  constructor(element: DossierElement) {
    this.#element = element;
  }

  async look(rows: readonly ApplicationRow[]): Promise<void> {
    const open = rows.filter(({ status }) => status === 'InReview').slice(0, most);
    // Without an answer the list says what it can say without.
    const found = await Promise.all(open.map(async ({ id }) => this.#of(id).then((titles) => [[id, titles] as const], () => [])));
    this.titles = new Map(found.flat());
    this.#element.requestUpdate();
  }

  async #of(id: string): Promise<readonly string[]> {
    const { application } = await this.#element.host.query(papersQuery, { id });
    return application?.can.includes('upload') ? missingDocuments(application).map(({ title }) => title) : [];
  }
}
