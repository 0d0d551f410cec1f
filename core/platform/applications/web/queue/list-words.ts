import type { DossierElement } from '@dossier/sdk/web';
import type { Chip, chipsOf } from './chips.ts';
import { isNarrowed } from '../filter.ts';
import type { Filter } from '../filter.ts';

/** Words for what narrows a list: they come when something first does, since rows do without. */
export class ListWords {
  readonly #element: DossierElement;
  #chipsOf: typeof chipsOf | null = null;
  /** Names of templates, officers and sources by id, since a list without rows names none. */
  #names: ReadonlyMap<string, string> | null = null;
  #at = '';

  constructor(element: DossierElement) {
    this.#element = element;
  }

  /** `rows` is null until they are known. */
  chips(
    filter: Filter,
    o: Omit<Parameters<typeof chipsOf>[1], 'row'> & { rows: readonly Parameters<typeof chipsOf>[1]['row'][] | null },
  ): readonly Chip[] {
    const { templateId, assignee, source } = filter.narrowed;
    if (!this.#chipsOf && isNarrowed(filter)) void this.#load();
    if (o.rows?.length === 0 && (templateId ?? assignee ?? source) !== undefined) void this.#name();
    const names = new Map([...(this.#names ?? []), ...o.names]);
    return this.#chipsOf?.(filter, { ...o, row: o.rows?.[0], names }) ?? [];
  }

  async #load(): Promise<void> {
    ({ chipsOf: this.#chipsOf } = await import('./chips.ts'));
    this.#element.requestUpdate();
  }

  async #name(): Promise<void> {
    const { host, workspace } = this.#element;
    if (!workspace || this.#at === workspace.id) return;
    this.#at = workspace.id;
    const { choicesIn } = await import('./choices.ts');
    const { templates, officers, sources } = await choicesIn(host, workspace.id);
    this.#names = new Map([...templates, ...officers, ...sources].map(({ id, name }) => [id, name]));
    this.#element.requestUpdate();
  }
}
