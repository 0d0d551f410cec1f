import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ApplicationRow, Source } from '../types.ts';

const officersQuery = graphDocument<{ application: { officers: readonly Source[] | null } | null }, { id: string }>(
  'query Officers($id: ID!) { application(id: $id) { officers { kind id name } } }',
);

/**
 * The names of the officers in a list, whose rows carry their ids alone. Each is requested once, by the first
 * application in the list on which they work: its readers may know them.
 */
export class Officers {
  /** By user id; another map whenever it has grown. */
  names: ReadonlyMap<string, string> = new Map();
  readonly #element: DossierElement;
  readonly #asked = new Set<string>();

  constructor(element: DossierElement) {
    this.#element = element;
  }

  /** Asks for those of this row of whom nobody has asked yet. */
  meet({ id, assignees }: Pick<ApplicationRow, 'id' | 'assignees'>): void {
    const unknown = assignees.filter((one) => !this.#asked.has(one));
    if (unknown.length === 0) return;
    for (const one of unknown) this.#asked.add(one);
    void this.#ask(id);
  }

  async #ask(id: string): Promise<void> {
    // Without an answer the list says what it can say without names.
    const reply = await this.#element.host.query(officersQuery, { id }).catch(() => null);
    const officers = reply?.application?.officers ?? [];
    if (officers.length === 0) return;
    this.names = new Map([...this.names, ...officers.map((one) => [one.id, one.name] as const)]);
    this.#element.requestUpdate();
  }
}
